-- Divides the tables of a database on PostgreSQL into 16 parts each, by server (guild_id). Stop the bot first:
--
--     psql --single-transaction --set ON_ERROR_STOP=1 --file host/partition.sql postgresql://referee@HOST/referee
--
-- Tables, indexes and constraints keep their names, so that later versions of the bot can change them.
-- There must be room for a second copy of the database and for its write-ahead log. Rights of other users on the tables
-- have to be granted again. Views on the tables stop the script: drop them first.

DO $divide$
DECLARE
    parts CONSTANT integer := 16;
    tables text[] := ARRAY(
        SELECT c.relname::text FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
        WHERE c.relkind = 'r' AND NOT c.relispartition AND c.relnamespace = (SELECT oid FROM pg_namespace WHERE nspname = current_schema())
        AND a.attname = 'guild_id' ORDER BY c.relname
    );
    -- What is made again for the divided tables: keys and indexes, then what refers to keys, then triggers.
    statements text[] := ARRAY(
        SELECT format('ALTER TABLE %I ADD CONSTRAINT %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid))
        FROM pg_constraint WHERE conrelid::regclass::text = ANY (tables) AND contype IN ('p', 'u')
    ) || ARRAY(
        SELECT pg_get_indexdef(indexrelid) FROM pg_index
        WHERE indrelid::regclass::text = ANY (tables)
        AND NOT EXISTS (SELECT 1 FROM pg_constraint WHERE conindid = indexrelid AND contype IN ('p', 'u'))
    ) || ARRAY(
        SELECT format('ALTER TABLE %I ADD CONSTRAINT %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid))
        FROM pg_constraint WHERE conrelid::regclass::text = ANY (tables) AND contype = 'f'
    ) || ARRAY(
        SELECT pg_get_triggerdef(oid) FROM pg_trigger WHERE tgrelid::regclass::text = ANY (tables) AND NOT tgisinternal
    );
    name text;
    statement text;
BEGIN
    FOREACH name IN ARRAY tables LOOP
        EXECUTE format('ALTER TABLE %I RENAME TO %I', name, name || '_whole');
        EXECUTE format(
            'CREATE TABLE %I (LIKE %I INCLUDING DEFAULTS INCLUDING CONSTRAINTS INCLUDING STORAGE) '
            'PARTITION BY HASH (guild_id)', name, name || '_whole'
        );
        FOR part IN 0 .. parts - 1 LOOP
            EXECUTE format(
                'CREATE TABLE %I PARTITION OF %I FOR VALUES WITH (MODULUS %s, REMAINDER %s)',
                name || '_' || part, name, parts, part
            );
        END LOOP;
        EXECUTE format('INSERT INTO %I SELECT * FROM %I', name, name || '_whole');
    END LOOP;
    IF tables <> '{}' THEN
        EXECUTE 'DROP TABLE ' || (SELECT string_agg(format('%I', each || '_whole'), ', ') FROM unnest(tables) AS each);
    END IF;
    FOREACH statement IN ARRAY statements LOOP
        EXECUTE statement;
    END LOOP;
    FOREACH name IN ARRAY tables LOOP
        EXECUTE format('ANALYZE %I', name);
    END LOOP;
END
$divide$;
