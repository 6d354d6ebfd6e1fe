# make run: install and show the main job on a sample workspace. make test: install and check all.
PYTHON ?= python3
BIN := .venv/bin

.PHONY: run test torture lint docs golden bench clean

run: .venv/run
	@$(BIN)/python scripts/demo.py

test: .venv/test
	$(BIN)/python -m pytest -n 2 --dist worksteal

torture: .venv/test
	$(BIN)/python -m tests.torture --minutes 20

lint: .venv/test
	$(BIN)/ruff format --check src tests benchmarks scripts
	$(BIN)/ruff check src tests benchmarks scripts
	$(BIN)/mypy
	$(BIN)/python scripts/docs.py --check

docs: .venv/test
	$(BIN)/python scripts/docs.py

golden: .venv/test
	$(BIN)/python -m pytest tests --golden-update

bench: .venv/test
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --group bench
	$(BIN)/python benchmarks/retrieval.py
	$(BIN)/python benchmarks/speed.py
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

clean:
	rm -rf .venv sample dist build
