#include "support/source_folder.h"

namespace tactus::test {

std::filesystem::path SourceFolder() {
  return TACTUS_SOURCE_DIR;
}

}  // namespace tactus::test
