#include "tactus/multibody/importers/mjcf/cable_path.h"

#include <cmath>
#include <numbers>
#include <span>

#include <spdlog/fmt/fmt.h>

#include "tactus/common/text.h"
#include "tactus/multibody/importers/parsing/attributes.h"

namespace tactus::multibody::mjcf {
namespace {

// One coordinate of a curve at u in [0, 1].
double CalcCoordinate(std::string_view curve, const Vector3d& size, double u,
                      const XmlElement& element) {
  const double angle = std::numbers::pi * size[2] * u;
  if (curve == "s") return size[0] * u;
  if (curve == "cos(s)") return size[1] * std::cos(angle);
  if (curve == "sin(s)") return size[1] * std::sin(angle);
  if (curve == "0") return 0;
  FailAttribute(
      element, "curve",
      fmt::format("has '{}', not one of: s, cos(s), sin(s), 0", curve));
}

std::vector<Vector3d> CalcCurve(const Composite& composite) {
  const XmlElement& element = *composite.source;
  Check(composite.CountDimensions() == 1, element,
        "cables have one count above 1, or vertices");
  Vector3d size(1, 0, 0);
  ReadSome(element, "size", std::span(size.data(), 3));
  const auto words = SplitWords(Required(element, "curve"));
  if (words.empty() || words.size() > 3)
    FailAttribute(element, "curve", "takes one to three words");
  const int n = composite.count[0];
  std::vector<Vector3d> vertices(n, Vector3d::Zero());
  for (int i = 0; i < n; ++i) {
    const double u = static_cast<double>(i) / (n - 1);
    for (std::size_t d = 0; d < words.size(); ++d) {
      vertices[i][static_cast<int>(d)] =
          CalcCoordinate(words[d], size, u, element);
    }
  }
  return vertices;
}

std::vector<Vector3d> ReadVertices(const Composite& composite) {
  const XmlElement& element = *composite.source;
  std::vector<double> numbers;
  if (!Read(element, "vertex", &numbers)) return CalcCurve(composite);
  Check(composite.CountDimensions() == 0, element,
        "has a count and vertices, where one of them is enough");
  if (numbers.size() % 3 != 0 || numbers.size() < 6)
    FailAttribute(element, "vertex",
                  "takes three numbers each for two or more");
  if (numbers.size() > 6000)
    FailAttribute(element, "vertex", "has more than 2000 vertices");
  std::vector<Vector3d> vertices;
  for (std::size_t i = 0; i < numbers.size(); i += 3)
    vertices.emplace_back(numbers[i], numbers[i + 1], numbers[i + 2]);
  return vertices;
}

std::vector<Vector3d> CalcTangents(const std::vector<Vector3d>& vertices,
                                   const XmlElement& element,
                                   std::vector<CableEdge>* edges) {
  std::vector<Vector3d> tangents;
  for (std::size_t i = 0; i + 1 < vertices.size(); ++i) {
    const Vector3d edge = vertices[i + 1] - vertices[i];
    const double length = edge.norm();
    Check(std::isfinite(length) && length > 1e-9, element,
          fmt::format("vertices {} and {} of the cable coincide", i, i + 1));
    edges->push_back({.length = length});
    tangents.push_back(edge / length);
  }
  return tangents;
}

// Across `tangent`, to where the cable bends next; else along y, or z.
Vector3d FindFirstNormal(const std::vector<Vector3d>& tangents) {
  constexpr double kStraight = 1e-8;
  const Vector3d& t = tangents.front();
  const auto across = [&t](const Vector3d& v) -> Vector3d {
    return v - v.dot(t) * t;
  };
  if (tangents.size() > 1) {
    const Vector3d bend = across(tangents[1]);
    if (bend.norm() > kStraight) return bend.normalized();
  }
  const Vector3d y = across(Vector3d::UnitY());
  return (y.norm() > 0.1 ? y : across(Vector3d::UnitZ())).normalized();
}

}  // namespace

CablePath ReadCablePath(const Composite& composite) {
  const XmlElement& element = *composite.source;
  const std::vector<Vector3d> vertices = ReadVertices(composite);
  CablePath path;
  const auto tangents = CalcTangents(vertices, element, &path.edges);

  Matrix3d R;
  R.col(0) = tangents[0];
  R.col(1) = FindFirstNormal(tangents);
  R.col(2) = R.col(0).cross(R.col(1));
  Quaterniond R_edge(R), R_previous = R_edge;
  for (std::size_t i = 0; i < tangents.size(); ++i) {
    if (i > 0) {
      R_edge =
          Quaterniond::FromTwoVectors(tangents[i - 1], tangents[i]) * R_edge;
    }
    path.edges[i].R = R_edge;
    path.edges[i].R_previous_edge = R_previous.conjugate() * R_edge;
    R_previous = R_edge;
  }

  Quaterniond turn(1, 0, 0, 0);
  std::vector<double> quat;
  if (Read(element, "quat", &quat)) {
    if (quat.size() == 4)
      turn = Quaterniond(quat[0], quat[1], quat[2], quat[3]);
    if (quat.size() != 4 || !(turn.norm() > 1e-9))
      FailAttribute(element, "quat",
                    "takes four numbers that are not all zero");
    turn.normalize();
  }
  for (CableEdge& edge : path.edges) edge.R = turn * edge.R;
  path.start = composite.offset + turn * vertices.front();
  return path;
}

}  // namespace tactus::multibody::mjcf
