#include "tactus/apps/commands/program.h"

int main(int argc, char* argv[]) {
  return tactus::apps::RunProgram(argc, argv);
}
