#include "tactus/recording/viewer_page.h"

#include <cstdlib>
#include <stdexcept>

#include "tactus/common/output_file.h"
#include "tactus/common/read_file.h"

namespace tactus::recording {

std::string LoadViewerPage(std::string_view embedded) {
  if (const char* file = std::getenv("TACTUS_VIEWER_PAGE")) {
    try {
      return ReadFile(file);
    } catch (const std::invalid_argument&) {
      throw OutputError("cannot read the viewer page " + std::string(file) +
                        ", which TACTUS_VIEWER_PAGE names");
    }
  }
  if (embedded.empty()) {
    throw OutputError(
        "cannot write an HTML page: this Tactus was built without node and "
        "npm, which its viewer is made with");
  }
  return std::string(embedded);
}

}  // namespace tactus::recording
