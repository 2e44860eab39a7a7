# Everything a newcomer needs: `make demo` plays, `make test` tests. Both make their own environment first.
PYTHON ?= python3
BIN := .venv/bin

.PHONY: demo test check bench pictures clean

# Stamps, so that nothing is installed twice. Play needs the package alone; tests need the tools too.
.venv/installed: pyproject.toml
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --upgrade pip
	$(BIN)/python -m pip install --quiet --editable .
	touch $@

.venv/developing: .venv/installed
	$(BIN)/python -m pip install --quiet --group dev
	touch $@

demo: .venv/installed ## play the demo game from a recorded roll
	$(BIN)/kismet demo

test: .venv/developing ## run the tests
	$(BIN)/python -m pytest

check: .venv/developing ## lint, types, import contracts
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

bench: .venv/developing ## measure speed, on this machine, side by side
	$(BIN)/python -m tests.bench

pictures: .venv/installed ## make the README's pictures anew
	$(BIN)/python -m tui.pictures docs/pictures

clean: ## remove what was made here
	rm -rf .venv dist .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache
