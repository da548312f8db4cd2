# Two commands: `make play` opens the game in the browser, `make test` runs every test. Both set up all they need.
SHELL := /bin/bash
PYTHON ?= python3
BIN := .venv/bin
SETUP := $(PYTHON) scripts/setup.py

.PHONY: play test text bench bench-server docs package lint format clean

play: ## Set up and open the game in the browser
	@$(SETUP) play
	@$(BIN)/railhead play

test: ## Set up and run all checks and tests
	@$(SETUP) test
	@$(BIN)/python scripts/check.py

text: ## Play in the terminal
	@$(SETUP) play
	@$(BIN)/railhead text

bench: ## Measure the speed on this machine
	@$(SETUP) play
	@$(BIN)/railhead bench

bench-server: ## Measure the server: many games at once, clicks to screens
	@$(SETUP) play
	@$(BIN)/python benchmarks/server.py

docs: ## Build the documents as a site, in site/
	@$(SETUP) test
	@$(BIN)/zensical build --strict --clean

package: ## Build the wheel and the sdist, in dist/
	@$(SETUP) test
	@$(BIN)/python -m build

lint: ## The quick checks
	@$(BIN)/python scripts/check.py ruff formatting types "web lint" "web check"

format: ## Lay out all code
	$(BIN)/ruff check --fix . ; $(BIN)/ruff format . ; cd web && npm run --silent format

clean: ## Forget everything that was set up and built
	rm -rf .venv web/node_modules railhead/server/static site dist
