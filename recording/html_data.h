#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

/// The parts of what a page holds, as viewer/recording.js takes them apart.
namespace tactus::recording {

/// Little-endian words in planes, compressed, in base 64.
std::string EncodeArray(const std::vector<float>& values);
std::string EncodeArray(const std::vector<std::uint32_t>& values);

/// A GLB file, each part compressed in its own way.
struct EncodedModel {
  std::string document, numbers;
};
EncodedModel EncodeModel(std::string_view glb);

/// The page with the data, JSON, written so that it cannot end its script
/// element.
/// @throws std::invalid_argument unless it has the marker @RECORDING@ exactly
/// once.
std::string InsertIntoPage(std::string_view json, std::string_view viewer_page);

}  // namespace tactus::recording
