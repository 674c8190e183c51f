#!/usr/bin/env bash
# run.sh BUILD_DIR SECONDS: lets libFuzzer search for that long in all, one
# importer after the other, from the corpus, from the models beside the checkout
# where they are, and from what earlier runs have found. Each importer leaves
# under BUILD_DIR/fuzz its log, NAME.log, and the inputs that it fails on,
# NAME-crash-*, NAME-timeout-*, NAME-oom-* and NAME-leak-*; they belong in the
# corpus once they are understood. Exits with 1 if there are any.
set -euo pipefail

build=$(realpath "$1")/fuzz
seconds=$2
here=$(dirname "$(realpath "$0")")
shared=${TACTUS_SHARED:-$here/../../../shared}/models

# Of each importer's models elsewhere: the name of the files.
declare -A elsewhere=([mjcf]='*.xml' [urdf]='*.urdf' [sdf]='*.sdf'
  [stl]='*.stl' [obj]='*.obj')
importers=(mjcf urdf sdf stl obj gltf scenario checkpoint state pair)

export ASAN_OPTIONS=detect_leaks=1:allocator_may_return_null=0
export LSAN_OPTIONS=suppressions=$here/leaks_of_libraries.txt:print_suppressions=0
export UBSAN_OPTIONS=print_stacktrace=1

failed=()
for importer in "${importers[@]}"; do
  found=$build/$importer-corpus
  mkdir -p "$found"
  folders=("$found" "$here/corpus/$importer")
  if [[ -d $shared && -n ${elsewhere[$importer]:-} ]]; then
    models=$build/$importer-models
    rm -rf "$models"
    mkdir "$models"
    find "$shared" -name "${elsewhere[$importer]}" -size -24k -type f -print0 |
      while IFS= read -r -d '' file; do
        cp "$file" "$models/$(md5sum "$file" | cut -c 1-16)"
      done
    folders+=("$models")
  fi
  echo "$importer: $((seconds / ${#importers[@]})) s"
  # A million copies, the most that a model may have, take a minute here.
  options=(-max_total_time=$((seconds / ${#importers[@]})) -timeout=300
    -rss_limit_mb=2048 -max_len=24000 -print_final_stats=1
    -artifact_prefix="$build/$importer-")
  [[ -s $build/$importer.dict ]] && options+=(-dict="$build/$importer.dict")
  "$build/tactus_fuzz_$importer" "${options[@]}" "${folders[@]}" \
    >"$build/$importer.log" 2>&1 || failed+=("$importer")
  grep -E 'stat::number_of_executed_units|DONE|SUMMARY' "$build/$importer.log" || true
done

if ((${#failed[@]})); then
  echo "Faults in: ${failed[*]}; see $build/NAME.log"
  exit 1
fi
