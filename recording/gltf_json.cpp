#include "tactus/recording/gltf_json.h"

#include <string>

namespace tactus::recording {

Json ToJson(const Vector3d& p) {
  const Eigen::Vector3f f = p.cast<float>();
  return {f.x(), f.y(), f.z()};
}

Eigen::Vector4f ToGltf(const Quaterniond& q) {
  return q.normalized().coeffs().cast<float>().normalized();
}

Json ToJson(const Quaterniond& q) {
  const Eigen::Vector4f f = ToGltf(q);
  return {f.x(), f.y(), f.z(), f.w()};
}

Json ToJson(const GltfView& view) {
  Json json{
      {"buffer", 0}, {"byteOffset", view.offset}, {"byteLength", view.size}};
  if (view.target != GltfView::Target::kNone) {
    json["target"] = static_cast<int>(view.target);
  }
  return json;
}

Json ToJson(const GltfAccessor& accessor) {
  const int n = accessor.num_components;
  Json json{{"bufferView", accessor.view},
            {"componentType", static_cast<int>(accessor.component)},
            {"count", accessor.count},
            {"type", n == 1    ? "SCALAR"
                     : n == 16 ? "MAT4"
                               : "VEC" + std::to_string(n)}};
  if (!accessor.min.empty()) {
    json["min"] = accessor.min;
    json["max"] = accessor.max;
  }
  return json;
}

}  // namespace tactus::recording
