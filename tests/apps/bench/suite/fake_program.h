#pragma once

#include <filesystem>
#include <fstream>
#include <string>

#include "apps/scratch_folder.h"

namespace tactus::apps {

/// A shell script in place of `tactus`, which does as the scene's name says and
/// notes each call in a file, a line per call.
class FakeProgram {
 public:
  FakeProgram() {
    std::ofstream(path()) << R"(#!/bin/sh
[ "$1" = --version ] && exit 0
echo "$*" >> ")" << (folder_ / "calls").string()
                          << R"("
scene=$2
while [ $# -gt 0 ]; do
  case $1 in
    --report) report=$2 ;;
    --log) log=$2 ;;
    --accuracy) accuracy=$2 ;;
  esac
  shift
done
case $scene in
  fails) echo 'tactus: the simulation failed at 0.5 s: singular' >&2; exit 3 ;;
  hangs) exec sleep 1000 ;;
  refuses) echo 'tactus: error: not here' >&2; exit 2 ;;
  crashes) kill -SEGV $$ ;;
  silent) exit 0 ;;
esac
x=0
[ "$scene" = asserts ] && code=5 && echo 'a.yaml:3: assertion failed: low' >&2
[ "$accuracy" = 0.001 ] && x=0.25
[ -n "$log" ] && printf 'time,a.x,a.y,a.z\n0,0,0,0\n0.01,%s,0,0\n' $x > "$log"
[ "$scene" = garbles -a -n "$log" ] && echo '0.02,"1,2' >> "$log"
[ "$scene" = tells ] && cpu='"cpu_time_s": 0.0625, '
printf '{"wall_time_s": 0.125, %s"steps": 7, "energy_final_J": 1}' "$cpu" > "$report"
exit ${code:-0}
)";
    std::filesystem::permissions(path(), std::filesystem::perms::owner_all);
  }

  std::filesystem::path path() const { return folder_ / "tactus"; }
  std::string calls() const { return ReadText(folder_ / "calls"); }

 private:
  ScratchFolder folder_;
};

}  // namespace tactus::apps
