#!/usr/bin/env bash
# Dumps a PostgreSQL database into a folder each day, and removes the oldest dumps beyond a number:
#
#   PGHOST=... PGUSER=... PGDATABASE=... dump.sh FOLDER KEEP [once]
#
# A dump is named when it is complete and pg_restore can list it. Only then are older ones removed, and only files with
# names like those it gives. Restore one with: pg_restore --clean --if-exists --dbname=referee FILE
set -euo pipefail
umask 077
folder=$1 keep=$2 once=${3:-}
if [[ -n ${PGPASSWORD_FILE:-} ]]; then
    PGPASSWORD=$(<"$PGPASSWORD_FILE")
    export PGPASSWORD
fi

dump() {
    local name half
    name="referee-$(date -u +%Y%m%dT%H%M%SZ).dump"
    half=$folder/$name.part
    if ! { pg_dump --format=custom --file="$half" && pg_restore --list "$half" >/dev/null; }; then
        rm -f "$half"
        echo "No dump was written. The older ones stay." >&2
        return 1
    fi
    mv "$half" "$folder/$name"
    echo "Dumped the database to $folder/$name."
    remove_old
}

remove_old() {
    local file dumps=()
    for file in "$folder"/referee-????????T??????Z.dump; do
        [[ -f $file && ! -L $file ]] && dumps+=("$file")
    done
    # The names are in the order of time.
    while ((${#dumps[@]} > keep)); do
        rm "${dumps[0]}"
        echo "Removed ${dumps[0]}."
        dumps=("${dumps[@]:1}")
    done
}

((keep > 0)) || { echo "KEEP is a number from 1." >&2; exit 2; }
if [[ $once == once ]]; then
    dump
    exit
fi
while :; do
    if dump; then sleep 86400; else sleep 300; fi
done
