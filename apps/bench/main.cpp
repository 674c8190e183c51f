#include "tactus/apps/bench/program.h"

int main(int argc, char* argv[]) {
  return tactus::apps::RunBench(argc, argv);
}
