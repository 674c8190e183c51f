#include "support/build_folder.h"

namespace tactus::test {

std::filesystem::path BuildFolder() {
  return TACTUS_BUILD_DIR;
}

}  // namespace tactus::test
