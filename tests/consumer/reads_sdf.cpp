// SDFormat files are read by a module, which is found from a program that is
// not where Tactus is installed.
#include <cstdio>
#include <utility>

#include "tactus/multibody/importers/sdf/load_sdf.h"

int main() {
  tactus::multibody::ModelBuilder model;
  LoadSdf("box.sdf", {}, &model);
  const int bodies = std::move(model).Build()->num_bodies();
  std::printf("%d bodies\n", bodies);
  return bodies == 2 ? 0 : 1;
}
