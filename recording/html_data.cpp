#include "tactus/recording/html_data.h"

#include <algorithm>
#include <cstring>

#include "tactus/common/base64.h"
#include "tactus/common/require.h"
#include "tactus/recording/compact.h"

namespace tactus::recording {
namespace {

constexpr std::string_view kMarker = "@RECORDING@";

template <typename T>
std::string Encode(const std::vector<T>& values) {
  static_assert(sizeof(T) == 4);
  return EncodeBase64(
      CompressWords({reinterpret_cast<const char*>(values.data()),
                     values.size() * sizeof(T)}));
}

// JSON that can stand in a script element: no "<", so that nothing in a name
// can close the element.
std::string MakeSafe(std::string_view json) {
  std::string safe;
  safe.reserve(json.size());
  for (const char c : json) {
    if (c == '<') {
      safe += "\\u003c";
    } else {
      safe += c;
    }
  }
  return safe;
}

}  // namespace

std::string EncodeArray(const std::vector<float>& values) {
  return Encode(values);
}

std::string EncodeArray(const std::vector<std::uint32_t>& values) {
  return Encode(values);
}

// The document, with the file's header, and its numbers, which start after the
// header of the second chunk [glTF 2.0, 4.4].
EncodedModel EncodeModel(std::string_view glb) {
  constexpr std::size_t kFileHeader = 12, kChunkHeader = 8;
  std::uint32_t document_size = 0;
  std::memcpy(&document_size, glb.data() + kFileHeader, sizeof(document_size));
  const std::size_t start =
      std::min(kFileHeader + 2 * kChunkHeader + document_size, glb.size());
  return {.document = EncodeBase64(Compress(glb.substr(0, start))),
          .numbers = EncodeBase64(CompressWords(glb.substr(start)))};
}

std::string InsertIntoPage(std::string_view json,
                           std::string_view viewer_page) {
  const auto marker = viewer_page.find(kMarker);
  Require(marker != std::string_view::npos &&
              viewer_page.find(kMarker, marker + 1) == std::string_view::npos,
          "MakeHtml: the viewer page must have its marker exactly once");
  std::string page(viewer_page.substr(0, marker));
  page += MakeSafe(json);
  page += viewer_page.substr(marker + kMarker.size());
  return page;
}

}  // namespace tactus::recording
