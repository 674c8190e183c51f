#include "tactus/examples/scenes/shared_file.h"

#include <cstdlib>
#include <system_error>

namespace tactus::examples {

std::filesystem::path FindSharedFile(const std::filesystem::path& relative) {
  const char* set = std::getenv("TACTUS_SHARED");
  const std::filesystem::path folder = set == nullptr ? "../shared" : set;
  const std::filesystem::path file = folder / relative;
  std::error_code ignored;
  return std::filesystem::exists(file, ignored) ? file
                                                : std::filesystem::path{};
}

}  // namespace tactus::examples
