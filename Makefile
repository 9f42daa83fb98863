# For those who work on Hashcop itself. Measuring is ./do.
python := .venv/bin/python
# A third of a test's time is waiting: three at once on two cores.
workers := $(shell echo $$(( ($$(nproc) * 3 + 1) / 2 )))

.PHONY: count-extra bench-estimates docs test test-all check-hashes fuzz bench-run bench-truth bench-curves bench-hashes bench-then-and-now bench-latency bench-ranks bench-search bench-sandbox bench-audits bench-hostile bench-accepted bench-many bench-sass bench-device bench-fpga bench-jvm bench-jvm-inlining bench-jvm-native bench-jvm-strategies bench-lab bench-lab-quiet lab-test bench-faults screenshots prepare lint format lock

# Everything but what takes long, on all cores.
test: lint
	$(python) -m pytest -n $(workers) -q -m 'not long'

# All of it: every shipped implementation with every option set, kills at many moments.
test-all: lint
	$(python) -m pytest -n auto -q

# Every shipped implementation at every level, with messages longer than 4 GiB, under sanitizers, and on other
# processors as emulators have them: some hours.
check-hashes: prepare
	./do check --profile levels --bench bench/check
	./do check --long-messages --abi amd64 --profile quick --bench bench/check
	./do check --sanitize --bench bench/check
	./do check --abi emulated --profile quick --bench bench/check

# Searches for input that readers of strangers' bytes do not expect: TARGETS='archives api', each for SECONDS=600; keeps its corpus.
fuzz: prepare
	$(python) -m pip install -q --require-hashes --no-deps -r requirements-fuzz.lock
	$(python) -m tests.fuzz $(if $(SECONDS),--seconds $(SECONDS)) $(TARGETS)

# How long runs of the shipped tree take, against what is promised.
bench-run: prepare
	$(python) -m tests.bench.run_times

# Whether cycles are true, how well they repeat, and what each correction is worth; PLATFORM=jvm: of Java.
bench-truth: prepare
	$(python) -m tests.bench.$(if $(PLATFORM),$(PLATFORM)_)truth

# Whether curves are true beside other work, with all their features: NAMES='shape/step sha256/ref', LOADS='quiet memory', ROUNDS=3.
bench-curves: prepare
	$(python) -m tests.bench.shapes $(NAMES) $(if $(LOADS),--loads $(LOADS)) $(if $(ROUNDS),--rounds $(ROUNDS))

# How fast the shipped implementations are, against libraries and bounds: HASHES='sha256 blake3', or all; BENCH=DIR has results;
# BESIDE=TREE has other implementations, of the HASHES; BUDGET=10m is for building; PATIENCE=600 seconds for neighbours to rest.
bench-hashes: prepare
	$(python) -m tests.bench.hashes $(HASHES) $(if $(BENCH),--bench $(BENCH)) $(if $(BESIDE),--beside $(BESIDE)) $(if $(ABI),--abi $(ABI)) $(if $(BUDGET),--budget $(BUDGET)) $(if $(PATIENCE),--patience $(PATIENCE))

# The tables of August 2010 beside today's: BENCH=DIR has results; BUDGET=10m is for building.
bench-then-and-now: prepare
	$(python) -m tests.bench.august2010 $(if $(BENCH),--bench $(BENCH)) $(if $(BUDGET),--budget $(BUDGET))

# How long answers take: cold, again, after an edit, with over a thousand option sets. TREE=DIR, AGAINST='COMMAND', EXHAUSTIVE=DIR.
bench-latency: prepare
	$(python) -m tests.bench.latency $(if $(TREE),--tree $(TREE)) $(if $(AGAINST),--against '$(value AGAINST)') \
	    $(if $(HASHES),--hashes '$(HASHES)') $(if $(FULL),--full $(FULL)) $(if $(EXHAUSTIVE),--exhaustive $(EXHAUSTIVE)) $(if $(PARTS),--parts '$(PARTS)')

# How often ranks are wrong: made figures whose true costs are known.
bench-ranks: prepare
	$(python) -m tests.bench.ranks

# How soon the search has the fastest, replayed: BENCH=DIR, where ./do race ran to its end.
bench-search: prepare
	$(python) -m tests.bench.search $(BENCH)

# What the sandbox costs timings: nothing; and the start of a process.
bench-sandbox: prepare
	$(python) -m tests.bench.sandbox

# Many messages at once against Intel's multi-buffer library, stated bounds, and one message: BENCH=DIR keeps the results.
bench-many: prepare
	$(python) -m tests.bench.many $(BENCH)

# What machine code of kernels allows on NVIDIA's sm_90, without a device: HASHES='sha256', or all.
bench-sass: prepare
	@python3 -B bootstrap.py --devices
	$(python) -m tests.bench.sass $(HASHES)

# Kernels on a graphics processor, in less than nine minutes, or four if the first can't be measured: BENCH=DIR keeps the
# results, BENCH='DIR --no-sandbox' runs without one.
bench-device: prepare
	-@python3 -B bootstrap.py --devices
	$(python) -m tests.bench.device $(BENCH)

# The basic circuits of all twelve functions on ECP5, beside the study of 2012, in less than 90 minutes: BENCH=DIR keeps the
# results, FAMILY=ice40 is another family, PROFILE=full all circuits.
bench-fpga: prepare
	@python3 -B bootstrap.py --rtl
	$(python) -m tests.bench.fpga $(BENCH) $(if $(FAMILY),--family $(FAMILY)) $(if $(PROFILE),--profile $(PROFILE))

# Java against Bouncy Castle and sphlib, and the study of 2012: BENCH=DIR keeps the results; ABI=jvm-x86: on 32-bit JVMs;
# TREE=DIR: the implementations there.
bench-jvm: prepare
	$(python) -m tests.bench.jvm $(BENCH) $(if $(ABI),--abi $(ABI)) $(if $(TREE),--tree $(TREE))

# What each optimisation strategy of the study of 2012 is worth in Java: FUNCTIONS='keccak skein', or all; JAVA='java-25' is a JVM,
# with flags; PAIRS=15 rounds; BENCH=DIR keeps the results.
bench-jvm-strategies: prepare
	$(python) -m tests.bench.strategies $(FUNCTIONS) $(if $(JAVA),--java '$(JAVA)') $(if $(PAIRS),--pairs $(PAIRS)) $(if $(BENCH),--bench $(BENCH))

# Which calls C2 does not inline in those sources, and why; nothing is timed.
bench-jvm-inlining: prepare
	$(python) -m tests.bench.strategies_inlining $(FUNCTIONS) $(if $(JAVA),--java $(JAVA))

# What audits find of honest timings, alone and beside other work on the core.
bench-audits: prepare
	$(python) -m tests.bench.audits

# Honest code beside cheats, mutants and code that does not behave, in some forty trees, in a quarter of an hour: TREES='endless slow';
# KEEP=DIR keeps trees and results.
bench-hostile: prepare
	$(python) -m tests.bench.hostile $(TREES) $(if $(KEEP),--keep $(KEEP))

# What calling native code from Java costs, in ten ways: ROUNDS=15 at most, JAVA=java-17; BENCH=DIR keeps the rounds. Twenty minutes and more.
bench-jvm-native: prepare
	$(python) -m tests.bench.jvm_native $(if $(ROUNDS),--rounds $(ROUNDS)) $(if $(JAVA),--java $(JAVA)) $(if $(BENCH),--bench $(BENCH))

# What SUPERCOP accepts against what we do, as tables: OURS=data.jsonl SUPERCOP='its data files'.
bench-accepted: prepare
	$(python) -m tests.bench.accepted $(OURS) $(SUPERCOP)

# Pictures of the pages for docs/: BENCH=DIR has the results of one machine.
screenshots: prepare
	$(python) -m tests.support.screenshots $(or $(BENCH),bench)

# How long pages of a lab of 1000 machines take, and how heavy they are, against what is promised: PARTS='lab raw front'; KEEP=DIR.
bench-report: prepare
	$(python) -m tests.bench.report $(PARTS) $(if $(KEEP),--keep $(KEEP))

# What ./do count needs and nothing else does: llvmlite, 60 MB to download, 173 MB on the disk.
count-extra:
	@python3 -B bootstrap.py --count

# How well counts predict measurements: BENCH=DIR has results and counts, of one message and of many.
bench-estimates: prepare
	$(python) -m tests.bench.estimates $(or $(BENCH),bench)

# Four hosts on this machine, with the real ./do and faults: FAULTS=100 at random, by SEED=1; as root each has a network.
lab-test: prepare
	@python3 -B bootstrap.py --lab
	$(python) -m tests.bench.lab_hosts $(if $(FAULTS),--faults $(FAULTS)) $(if $(SEED),--seed $(SEED))

# What a worker costs that looks after ./do: in turns with it and without; ROUNDS=15.
bench-lab-quiet: prepare
	$(python) -m tests.bench.lab_quiet $(if $(ROUNDS),--rounds $(ROUNDS))

# A lab of simulated machines, with the real server and home: MACHINES=1000, SEED=1.
bench-lab: prepare
	@python3 -B bootstrap.py --lab
	$(python) -m tests.bench.lab $(if $(MACHINES),--machines $(MACHINES)) $(if $(SEED),--seed $(SEED))

# Whether runs survive a system that fails: full disks, no memory, refused calls, killed processes. PART=made-up, or c; MOST=8
# moments of each class of calls; ONLY='write /data' is a part of the faults' names.
bench-faults: prepare
	$(python) -m tests.bench.faults $(if $(PART),--part $(PART)) $(if $(MOST),--most $(MOST)) $(if $(ONLY),--only '$(ONLY)')

prepare:
	@python3 -B bootstrap.py --for-tests

# What is generated of docs/: the data format from its records, the commands from themselves.
docs: prepare
	$(python) -m hashcop.data.schema
	$(python) -m hashcop.cli.reference

lint: prepare
	.venv/bin/ruff check -q .
	.venv/bin/ruff format -q --check .
	.venv/bin/mypy --no-error-summary
	@said=$$(.venv/bin/lint-imports --no-logo) || { echo "$$said"; exit 1; }

format: prepare
	.venv/bin/ruff check -q --fix .
	.venv/bin/ruff format -q .
	clang-format -i measure/*.c measure/counts/*.c measure/c/*.[ch] measure/c/include/*.h measure/jvm/*.[ch] measure/device/*.[ch] measure/rtl/*.c measure/rtl/*.cpp cpucycles/*.[ch] cpucycles/*/*.c tests/cpucycles/*.c

# Pin the newest versions of what pyproject.toml names.
lock:
	python3 -m venv --clear .venv.lock.d
	.venv.lock.d/bin/pip install -q pip-tools
	PIP_FIND_LINKS= .venv.lock.d/bin/$(compile) --extra measure -o requirements.lock pyproject.toml
	PIP_FIND_LINKS= .venv.lock.d/bin/$(compile) --extra measure --extra test -o requirements-test.lock pyproject.toml
	rm -rf .venv.lock.d

compile := pip-compile -q --generate-hashes --strip-extras --no-emit-index-url --no-emit-find-links --no-emit-trusted-host --no-header
