# make run     the program, on embedded defaults, with a demo        http://127.0.0.1:8000/
# make dev     the same for who works on it: what is changed is there at the next reload of the page
# make quick   while working: what takes seconds
# make test    every check and every test, on real servers
# `make help` lists the rest.

PYTHON := python3
HOST := 127.0.0.1
PORT := 8000
VENV := .venv
BIN := $(VENV)/bin
UV := $(shell command -v uv 2>/dev/null)

.PHONY: help run dev quick test long mutants lint lint-changed format lock messages chromium conformance shots bench clean
.DEFAULT_GOAL := help

help:
	@echo "make run     run the program here; HOST=0.0.0.0 lets phones in, PORT=9000 chooses the port"
	@echo "make dev     the same for who works on it: changed files are there at the next reload of the page"
	@echo
	@echo "make quick   while working: checks of what has changed, and the tests that take seconds"
	@echo "make test    before handing in: every check and every test; ARGS='-k jobs' runs some of the tests"
	@echo "make long    before a release: every test at length, on both databases"
	@echo "make mutants puts faults into a copy and sees that the tests notice; ARGS='--only ID' tries some"
	@echo "make lint    the checks alone; make format puts the code into shape"
	@echo
	@echo "make messages     collect the texts for translation; make lock renews the lock files (needs uv)"
	@echo "make conformance  ask the counting every case in CASES=folder; ours are the default"
	@echo "make bench   what speed claims rest on; ONLY=live chooses; make shots takes pictures of every page"
	@echo "make clean   remove the virtual environment; your data in var/ stays"

run: $(VENV)/.run
	@exec $(BIN)/python manage.py serve --host "$(HOST)" --port "$(PORT)"

# With DEBUG nothing is kept that hides a change, and `serve` begins anew when code has changed.
dev: export DEBUG = true
dev: run

quick: lint-changed
	@$(BIN)/python -m tests.run quick $(ARGS)

test: lint chromium
	@$(BIN)/python -m tests.run $(ARGS)

long: lint chromium
	@$(BIN)/python -m tests.run long $(ARGS)

# The list is tests/mutants_list.py.
mutants: $(VENV)/.dev chromium
	@$(BIN)/python -m tests.mutants $(ARGS)

lint: $(VENV)/.dev
	@$(BIN)/python -m tests.lint

lint-changed: $(VENV)/.dev
	@$(BIN)/python -m tests.lint changed

format: $(VENV)/.dev
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

# A virtual environment is made anew only when a lock file has changed; uv does it if it is there, else pip.
$(VENV)/.run: requirements.txt
	@test ! -L $(VENV) || { echo "$(VENV) is a link to another checkout's, which would be emptied: make it anew there."; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "Python 3.11 or newer is needed; make PYTHON=python3.12 chooses one."; exit 1; }
ifdef UV
	@uv venv --quiet --clear --python "$(PYTHON)" $(VENV)
	@uv pip install --quiet --python $(BIN)/python --require-hashes -r requirements.txt
else
	@echo "Setting up, about a minute ..."
	@$(PYTHON) -m venv --clear $(VENV) || { echo "Python's venv is missing (Debian: apt-get install python3-venv)."; exit 1; }
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements.txt
endif
	@touch $@

$(VENV)/.dev: requirements-dev.txt $(VENV)/.run
ifdef UV
	@uv pip install --quiet --python $(BIN)/python --require-hashes -r requirements-dev.txt
else
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements-dev.txt
endif
	@touch $@

$(VENV)/.bench: requirements-bench.txt $(VENV)/.dev
ifdef UV
	@uv pip install --quiet --python $(BIN)/python --require-hashes -r requirements-bench.txt
else
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements-bench.txt
endif
	@touch $@

# Any Chromium will do; the one without windows is the quickest. As root on Debian it is installed; elsewhere what runs in
# a browser says what to install, and is left out.
chromium:
	@command -v chromium-headless-shell >/dev/null || \
	if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null && apt-get -qq update && \
		echo "Installing Chromium for what runs in a browser ..." && \
		{ DEBIAN_FRONTEND=noninteractive apt-get -qq install -y --no-install-recommends chromium-headless-shell || \
		DEBIAN_FRONTEND=noninteractive apt-get -qq install -y --no-install-recommends chromium; } >/dev/null 2>&1; then :; \
	elif ! command -v chromium >/dev/null && ! command -v chromium-browser >/dev/null && ! command -v google-chrome >/dev/null; then \
		echo "NO BROWSER: what runs in one will be left out. Install Chromium to have it."; \
	fi

lock:
	uv pip compile --quiet --universal --generate-hashes --python-version 3.11 requirements.in -o requirements.txt
	uv pip compile --quiet --universal --generate-hashes --python-version 3.11 -c requirements.txt requirements-dev.in -o requirements-dev.txt
	uv pip compile --quiet --universal --generate-hashes --python-version 3.11 -c requirements-dev.txt requirements-bench.in -o requirements-bench.txt

# Ask the rules and the counting every case of a folder.
conformance: $(VENV)/.run
	@$(BIN)/python -m tests.conformance $(CASES)

# Needs GNU gettext; running the program does not.
messages: $(VENV)/.dev
	$(BIN)/python manage.py makemessages --locale de --extension html,txt,py,svg --no-location --no-wrap --ignore $(VENV) --ignore var --ignore tests
	$(BIN)/python manage.py compilemessages --locale de --ignore $(VENV)

# One line a goal: ours beside a peer, in one run. ONLY=live chooses. What needs a browser is left out where there is none.
bench: $(VENV)/.bench chromium
	@$(BIN)/python -m bench $(ONLY)

# Pictures of every page in var/shots, to be looked at.
shots: $(VENV)/.dev chromium
	$(BIN)/python -m tests.shots var/shots

clean:
	rm -rf $(VENV)
