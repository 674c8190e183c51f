# The everyday commands. The presets in CMakePresets.json do the work.
JOBS ?= $(shell nproc)
CONFIGURE = cmake --preset
BUILD = cmake --build --parallel $(JOBS) --preset
TACTUS = build/release/bin/tactus
DEMO = build/demo

.PHONY: help setup build demo test headers coverage tidy clean

help:
	@echo "make build     the program, at $(TACTUS)"
	@echo "make demo      twenty objects dropped into a bin, recorded in $(DEMO)"
	@echo "make test      all tests"
	@echo "make headers   does every header compile alone?"
	@echo "make coverage  the lines that the tests execute"
	@echo "make tidy      clang-tidy, if it is installed"
	@echo "make clean     remove build/"
	@echo "make setup     install the Debian packages that all of these need"

setup:
	@cmake/install_packages.sh

build: setup
	$(CONFIGURE) release
	$(BUILD) program

demo: build
	$(TACTUS) run hard_clutter --accuracy 1e-3 --html --out $(DEMO)
	@echo "Look at it: open $(CURDIR)/$(DEMO)/recording.html in a browser."

test: setup
	$(CONFIGURE) release
	$(BUILD) release
	ctest --preset release --parallel $(JOBS)

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
	run-clang-tidy -quiet -j $(JOBS) -p build/tidy '^$(CURDIR)/(solvers|contact|systems|multibody|integrators|examples|apps)/'

clean:
	$(RM) -r build
