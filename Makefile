# The README names two commands, `make play` and `make test`. They install everything they need.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check --no-input
# pip would compile on one core, one package after the other. Files that cannot be compiled are passed over.
COMPILE := -@$(BIN)/python -m compileall -q -j 0 $(VENV)/lib >/dev/null

# setuptools warns about folders that may hide an editable package. Here these folders are the package.
INSTALL_US := PYTHONWARNINGS=ignore $(PIP) --no-build-isolation --no-deps --editable .

.PHONY: setup play run test test-all bench bench-quick bench-flow pictures docs lock
.DELETE_ON_ERROR:

setup: $(VENV)/.runtime
play: $(VENV)/.runtime
	@$(BIN)/python -m bot play
run: $(VENV)/.runtime
	@$(BIN)/python -m bot run
# CI runs the long tests as well (tests/lengthy.txt).
# The tests wait more than a third of the time, for databases, sockets and processes.
WORKERS = $(shell $(BIN)/python -c 'import os; print(2 * (os.cpu_count() or 1))')
test: TESTS := --hypothesis-profile quick $(if $(CI),,--short)
test-all: TESTS := --hypothesis-profile full
# mypy runs beside the tests, and its output is printed in one piece. Both have to pass. Nobody reads what it would keep
# in CI.
test test-all: $(VENV)/.dev
	$(BIN)/python -m ruff format --check .
	$(BIN)/python -m ruff check .
	@(types=$$($(BIN)/python -m mypy $(if $(CI),--cache-dir=/dev/null) 2>&1); passed=$$?; echo "mypy: $$types"; exit $$passed) & types=$$!; \
		$(BIN)/python -m pytest -n $(WORKERS) --dist worksteal $(TESTS); tests=$$?; \
		wait $$types && exit $$tests
# AGAINST=<commit> compares with that commit.
bench: QUICK :=
bench-quick: QUICK := --quick
bench bench-quick: $(VENV)/.dev
	@$(BIN)/python -m bench $(QUICK) $(if $(AGAINST),--against $(AGAINST))
# Draws the pictures of the docs: the contents of maps and each command's answer (needs Chromium).
pictures: $(VENV)/.dev
	@$(BIN)/python -m bench.contact_sheet
	@$(BIN)/python -m publish.pictures
	@$(BIN)/python -m publish.commands
# Writes the reference of commands again and builds the site of docs/ in site/.
docs: $(VENV)/.dev
	@$(BIN)/python -m publish.commands
	@$(BIN)/python -m zensical build --strict
# Measures how much people type and read in a fight, with single orders and with plans.
bench-flow: $(VENV)/.dev
	@$(BIN)/python -m bench.flow

# The pip that comes with Python may be old and twice as slow, so it is replaced first.
$(VENV)/bin/python:
	@$(PYTHON) -c 'import sys; sys.version_info >= (3, 11) or sys.exit("Python 3.11 or newer is needed, and this is " \
		+ sys.version.split()[0] + ". Choose another with: make PYTHON=python3.12 ...")'
	@echo "Making the environment $(VENV) ..."
	@$(PYTHON) -m venv $(VENV)
	@$(PIP) --require-hashes -r requirements-pip.txt
$(VENV)/.runtime: requirements.txt pyproject.toml setup.py | $(VENV)/bin/python
	@echo "Installing into $(VENV). This takes a minute, and only once ..."
	@$(PIP) --no-compile --require-hashes -r requirements.txt
	$(COMPILE)
	@$(INSTALL_US)
	@touch $@
# The lock of the tests includes the other one, so a fresh environment needs only one installation.
$(VENV)/.dev: requirements-dev.txt pyproject.toml setup.py | $(VENV)/bin/python
	@echo "Installing into $(VENV), with the packages for the tests. This takes a minute, and only once ..."
	@$(PIP) --no-compile --require-hashes -r requirements-dev.txt
	$(COMPILE)
	@$(INSTALL_US)
	@touch $(VENV)/.runtime $@

# Writes the locks again from pyproject.toml; needs uv.
lock:
	uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url \
		--extra build --custom-compile-command "make lock" -o requirements.txt pyproject.toml
	uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url \
		--extra build --extra dev --constraint requirements.txt --custom-compile-command "make lock" \
		-o requirements-dev.txt pyproject.toml
	echo 'pip>=25' | uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url \
		--custom-compile-command "make lock" -o requirements-pip.txt -
