# The two commands of the README are `make play` and `make test`; everything they need they install.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
INSTALL := $(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes

.PHONY: setup play run test bench lock

setup: $(VENV)/.runtime
play: $(VENV)/.runtime
	$(BIN)/referee play
run: $(VENV)/.runtime
	$(BIN)/referee run
test: $(VENV)/.dev
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/pytest
bench: $(VENV)/.dev
	$(BIN)/python -m bench

$(VENV)/bin/python:
	$(PYTHON) -m venv $(VENV)
$(VENV)/.runtime: requirements.txt pyproject.toml | $(VENV)/bin/python
	@echo "Installing into $(VENV) (about a minute the first time) ..."
	$(INSTALL) -r requirements.txt
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-build-isolation --no-deps --editable .
	@touch $@
$(VENV)/.dev: requirements-dev.txt $(VENV)/.runtime
	@echo "Installing what the tests need ..."
	$(INSTALL) -r requirements-dev.txt
	@touch $@

# Rewrites the locks from pyproject.toml; needs uv.
lock:
	uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url \
		--extra build --custom-compile-command "make lock" -o requirements.txt pyproject.toml
	uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url \
		--extra build --extra dev --constraint requirements.txt --custom-compile-command "make lock" \
		-o requirements-dev.txt pyproject.toml
