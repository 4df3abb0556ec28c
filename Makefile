# Two commands do everything: `make run` and `make test`.
PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
QUIET  := --quiet --disable-pip-version-check
JOBS   ?= auto
GAMES_AT_ONCE ?= 2
HOURS  ?= 4

# What the tests need beside Python: a screen and an OpenGL for the app's windows; fonts for the training renderer's
# numerals; compiler and simulated chip for the buzzer's firmware.
SYSTEM := xvfb xauth libgl1 libgl1-mesa-dri libglx-mesa0 libx11-6 \
          poppler-utils fontconfig fonts-dejavu fonts-liberation fonts-freefont-ttf fonts-lato fonts-roboto fonts-open-sans \
          fonts-comfortaa fonts-cantarell fonts-firacode fonts-dosis fonts-junicode fonts-linuxlibertine \
          fonts-oldstandard fonts-cabin fonts-quicksand fonts-jura fonts-play fonts-vollkorn fonts-ebgaramond \
          fonts-lobster fonts-comic-neue fonts-adf-gillius fonts-adf-romande fonts-urw-base35 \
          gcc libc6-dev make gcc-avr avr-libc libsimavr-dev libelf-dev avrdude arduino-core-avr

.PHONY: run test system lint types format bench conformance buzzer-studies table-studies soak fuzz coverage mutants train messages clean

run: $(VENV)/.installed  ## the app; where there is no display, a whole game on the simulated table in the terminal
	@if [ -n "$$DISPLAY$$WAYLAND_DISPLAY" ] || [ "$$(uname)" = Darwin ]; then $(BIN)/wuerfelauge; \
	 else echo "There is no display for the app: a game in the terminal instead."; $(BIN)/wuerfelauge demo; fi

test: system lint types
	@$(BIN)/pytest -n $(JOBS)

system:  ## Debian packages the tests need, installed where that is allowed; tests that miss theirs say so
	@command -v dpkg >/dev/null || exit 0; \
	missing=$$(for p in $(SYSTEM); do dpkg -s $$p >/dev/null 2>&1 || echo $$p; done); \
	[ -z "$$missing" ] && exit 0; \
	if [ "$$(id -u)" = 0 ]; then as=; elif sudo -n true 2>/dev/null; then as=sudo; else \
	  echo "Some tests will be skipped; to run them: sudo apt-get install" $$missing; exit 0; fi; \
	echo "Installing" $$missing "…"; \
	install="$$as env DEBIAN_FRONTEND=noninteractive apt-get install -qq -y --no-install-recommends"; \
	($$as apt-get update -qq; $$install $$missing || for p in $$missing; do $$install $$p; done) >/dev/null 2>&1; \
	missing=$$(for p in $$missing; do dpkg -s $$p >/dev/null 2>&1 || echo $$p; done); \
	[ -z "$$missing" ] || echo "Not installed, and the tests that need them are skipped:" $$missing

lint: $(VENV)/.developing
	@$(BIN)/ruff format --check .
	@$(BIN)/ruff check .

types: $(VENV)/.developing
	@echo "Checking types …"
	@$(BIN)/mypy

format: $(VENV)/.developing
	@$(BIN)/ruff format .
	@$(BIN)/ruff check --fix .

bench: $(VENV)/.developing  ## what it reaches beside its goals: rules, vision, table, buzzer, app in one table
	@$(BIN)/wuerfelauge bench

conformance: $(VENV)/.developing  ## the conformance suite with all its 1,000 seeds a game and player count
	@$(BIN)/pytest -n $(JOBS) tests/companion/rules/test_conformance.py --seeds 1000

buzzer-studies: system $(VENV)/.developing  ## the figures of hardware/README.md: who was first, bad cables, latency, firmware
	@$(BIN)/pytest --study -s tests/hardware/test_fairness.py tests/hardware/test_noise.py tests/hardware/test_latency.py \
	  tests/hardware/test_firmware.py tests/hardware/test_interrupts.py tests/hardware/test_bootloader.py \
	  tests/hardware/test_link.py::test_rounds_over_a_bad_cable_that_is_pulled_out_again_and_again

table-studies: $(VENV)/.developing  ## the figures of companion/README.md; PHOTOS="DIR …" adds a film of labelled photographs
	@$(BIN)/python -m companion.endurance games --each 10 --jobs $(GAMES_AT_ONCE)
	@$(BIN)/python -m companion.endurance quiet --minutes 60
	@$(BIN)/python -W ignore -m tests.companion.journal.kills 200
	@$(BIN)/python -m calibration.study
	@$(if $(PHOTOS),$(BIN)/python -m companion.film $(PHOTOS))

soak: $(VENV)/.developing  ## a long evening at speed: five games in turn, and whatever can go wrong at a table; HOURS=… of table time
	@$(BIN)/python -m tests.soak --hours $(HOURS)

fuzz: $(VENV)/.developing  ## damaged and hostile files, lines and calls: twenty times as many as the tests try, other ones each time
	@$(BIN)/pytest --study --hypothesis-show-statistics tests/hostile

coverage: $(VENV)/.developing
	@$(BIN)/pytest -n $(JOBS) tests/companion/rules --cov=companion.rules --cov-branch --cov-report=term-missing --cov-fail-under=98

train: $(VENV)/.training  ## the networks anew, from nothing (days on two cores); PHOTOS=DIR adds labelled photographs, SURFACES=DIR real tables
	@OMP_WAIT_POLICY=PASSIVE $(BIN)/python -m models.training --work build/training $(if $(PHOTOS),--photos $(PHOTOS)) $(if $(SURFACES),--surfaces $(SURFACES))

mutants: $(VENV)/.developing  ## break one game in every small way (pyproject.toml says which) and list what no test notices
	@$(BIN)/python -m pip install $(QUIET) "mutmut>=3.8,<4"
	@$(BIN)/mutmut run
	@$(BIN)/mutmut results

messages: $(VENV)/.developing  ## collect the sentences of the code and compile the translations
	@$(BIN)/python -m companion.locale

clean:
	@rm -rf $(VENV) build dist *.egg-info .mypy_cache .pytest_cache .ruff_cache .hypothesis .coverage mutants

$(VENV)/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Würfelauge needs Python 3.11 or newer; set PYTHON=/path/to/python3."; exit 1; }
	@$(PYTHON) -m venv $(VENV) >/dev/null || { rm -rf $(VENV); \
	  echo "Python's venv module is missing: sudo apt-get install python3-venv"; exit 1; }

$(VENV)/.installed: $(VENV)/bin/python pyproject.toml
	@echo "Installing Würfelauge into $(VENV); a few minutes the first time …"
	@$(BIN)/python -m pip install $(QUIET) --editable .
	@touch $@

$(VENV)/.training: $(VENV)/.developing
	@$(BIN)/python -m pip install $(QUIET) --editable ".[train]"
	@touch $@

$(VENV)/.developing: $(VENV)/bin/python pyproject.toml
	@echo "Installing Würfelauge and its test tools into $(VENV); a few minutes the first time …"
	@$(BIN)/python -m pip install $(QUIET) --editable ".[dev]"
	@touch $@ $(VENV)/.installed
