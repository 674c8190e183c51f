#pragma once

#include <nlohmann/json.hpp>

#include "tactus/common/types.h"
#include "tactus/recording/gltf_buffer.h"

/// Parts of a glTF document [glTF 2.0, 5].
namespace tactus::recording {

using Json = nlohmann::ordered_json;

/// In glTF's order, of unit length in single precision too.
Eigen::Vector4f ToGltf(const Quaterniond& q);

Json ToJson(const Vector3d& p);
Json ToJson(const Quaterniond& q);
Json ToJson(const GltfView& view);
Json ToJson(const GltfAccessor& accessor);

}  // namespace tactus::recording
