# make run: install and show the main job on a sample workspace. make test: install and check all.
PYTHON ?= python3
BIN := .venv/bin

.PHONY: run test torture lint docs golden bench lowest clean

run: .venv/run
	@$(BIN)/python scripts/demo.py

test: .venv/test
	$(BIN)/python -m pytest -n 2 --dist worksteal

torture: .venv/test
	$(BIN)/python -m tests.torture --minutes 30

lint: .venv/test
	$(BIN)/ruff format --check src tests benchmarks scripts
	$(BIN)/ruff check src tests benchmarks scripts
	$(BIN)/mypy
	$(BIN)/python scripts/docs.py --check
	$(BIN)/python scripts/man.py --check

docs: .venv/test
	$(BIN)/python scripts/docs.py
	$(BIN)/python scripts/man.py
	$(BIN)/python scripts/terminal.py

golden: .venv/test
	$(BIN)/python -m pytest tests --golden-update

bench: .venv/test
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --group bench
	$(BIN)/python benchmarks/retrieval.py
	$(BIN)/python benchmarks/limits.py --files 1000,10000 --lines 1000,10000,100000 --trim 100
	$(BIN)/python benchmarks/search_speed.py
	$(BIN)/python benchmarks/tokens.py
	$(BIN)/python benchmarks/secret_scan.py
	$(BIN)/python benchmarks/topics.py --unseen
	$(BIN)/python benchmarks/where.py --unseen
	$(BIN)/python benchmarks/claims.py --unseen
	$(BIN)/python benchmarks/languages.py
	$(BIN)/python benchmarks/times.py --unseen
	$(BIN)/python benchmarks/precision.py
	$(BIN)/python benchmarks/recall.py
	$(BIN)/python benchmarks/trigger.py --unseen
	$(BIN)/python benchmarks/decisions.py --unseen
	$(BIN)/python benchmarks/matters.py --unseen
	$(BIN)/python benchmarks/instructions.py --unseen
	$(BIN)/python benchmarks/machine.py --unseen
	$(BIN)/python benchmarks/noisy_nights.py
	$(BIN)/python benchmarks/nights.py
	$(BIN)/python benchmarks/trim.py

.venv/bin/python:
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Lamina needs Python 3.11 or newer")'
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --upgrade "pip>=25.1"

.venv/run: pyproject.toml | .venv/bin/python
	@echo "Installing (about a minute) ..."
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -e ".[local]"
	@touch $@

.venv/test: pyproject.toml | .venv/bin/python
	@echo "Installing what the tests need (about a minute) ..."
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -e ".[all]" --group test --group check
	@touch $@

# The tests with the oldest versions of everything that pyproject.toml allows, in an environment of its own.
lowest: .venv/test
	$(BIN)/python -m pip install --quiet --disable-pip-version-check "uv>=0.5"
	$(BIN)/uv venv --quiet --clear --python $(BIN)/python .venv-lowest
	$(BIN)/uv pip install --quiet --python .venv-lowest/bin/python --resolution lowest-direct -e ".[all]" --group test
	.venv-lowest/bin/python -m pytest -n 2 --dist worksteal

clean:
	rm -rf .venv .venv-lowest sample dist build
