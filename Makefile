# The everyday commands. The presets in CMakePresets.json do the work.
JOBS ?= $(shell nproc)
CONFIGURE = cmake --preset
BUILD = cmake --build --parallel $(JOBS) --preset
TACTUS = build/release/bin/tactus
DEMO = build/demo
BENCH = build/bench
REFERENCE = build/release/reference/html

# How long make fuzz searches, over all readers and pairs of shapes together.
SECONDS ?= 3600

.PHONY: help setup build demo bench-quick bench-paper test reference sanitized headers coverage tidy fuzz clean

help:
	@echo "make build     the program, at $(TACTUS), and its benchmarks"
	@echo "make demo      twenty objects dropped into a bin, recorded in $(DEMO)"
	@echo "make test      all tests"
	@echo "make reference the API, docs and the manual as pages, in $(REFERENCE)"
	@echo "make bench-quick  the benchmark suite in its smallest cases, in $(BENCH)"
	@echo "make bench-paper  the paper's figures and tables beside ours: hours"
	@echo "make sanitized threads, archives and texts with ASan, UBSan and TSan"
	@echo "make headers   does every header that is not public compile alone?"
	@echo "make coverage  the lines that the tests execute"
	@echo "make tidy      all checks of clang-tidy over all sources: half an hour"
	@echo "make fuzz      looks for files that readers fail on, and pairs of shapes (SECONDS=3600)"
	@echo "make clean     remove build/"
	@echo "make setup     install the Debian packages that all of these need"

setup:
	@cmake/install_packages.sh

build: setup
	$(CONFIGURE) release
	$(BUILD) bench

demo: setup
	$(CONFIGURE) release
	$(BUILD) program
	$(TACTUS) run hard_clutter --accuracy 1e-3 --html --out $(DEMO)
	@echo "Look at it: open $(CURDIR)/$(DEMO)/recording.html in a browser."

bench-quick: build
	$(TACTUS) bench --quick --out $(BENCH)
	@echo "Look at it: open $(CURDIR)/$(BENCH)/report.html in a browser."

bench-paper: build
	$(TACTUS) bench --paper --count --out $(BENCH)
	@echo "Look at it: open $(CURDIR)/$(BENCH)/report.html in a browser."

test: setup
	$(CONFIGURE) release
	$(BUILD) release
	ctest --preset release --parallel $(JOBS)

reference: setup
	$(CONFIGURE) release
	$(BUILD) reference
	@echo "Read it: open $(CURDIR)/$(REFERENCE)/index.html in a browser."

# All tests with sanitizers, in hours: cmake --workflow --preset asan, or tsan.
sanitized: setup
	$(CONFIGURE) asan
	$(BUILD) asan --target tactus_common_tests
	ctest --preset asan --parallel $(JOBS) -R '^common:'
	$(CONFIGURE) tsan
	$(BUILD) tsan --target tactus_common_tests
	ctest --preset tsan --parallel $(JOBS) -R '^common:'

headers: setup
	$(CONFIGURE) release
	$(BUILD) headers

coverage: setup
	$(CONFIGURE) coverage
	$(BUILD) coverage
	ctest --preset coverage --parallel $(JOBS)
	$(BUILD) coverage-report

tidy: setup
	$(CONFIGURE) tidy
	run-clang-tidy -quiet -j $(JOBS) -p build/tidy '^$(CURDIR)/(common|solvers|contact|systems|multibody|integrators|examples|apps)/'

fuzz:
	@cmake/install_packages.sh fuzz
	$(CONFIGURE) fuzz
	$(BUILD) fuzz
	tests/fuzz/run.sh build/fuzz $(SECONDS)

clean:
	$(RM) -r build
