#include "tactus/apps/scenario/elastic_body_reader.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <utility>

#include <spdlog/fmt/fmt.h>

#include "tactus/apps/scenario/geometry_reader.h"
#include "tactus/multibody/elastic/tetrahedral_mesh_file.h"
#include "tactus/multibody/held_nodes.h"
#include "tactus/multibody/kinematics.h"

namespace tactus::apps {
namespace {

using multibody::TetrahedralMesh;
using HeldNodes = multibody::ModelAssembly::HeldNodes;

// Of a body, many more than a step can take, and few enough for memory.
constexpr int kMostCells = 200000;

int ReadCount(const YamlValue& value, double number) {
  value.Check(
      number >= 1 && number <= kMostCells && number == static_cast<int>(number),
      fmt::format("a number of cells is whole, from 1 to {}", kMostCells));
  return static_cast<int>(number);
}

// `axes` of the mesh have the number of cells at each place.
template <std::size_t n>
std::array<int, n> ReadCells(const std::array<int, n>& axes, YamlMap* map) {
  const YamlValue value = map->Get("cells");
  const VectorXd numbers = n == 1 ? value.Numbers() : value.Numbers(n);
  value.CheckCount(numbers, n);
  std::array<int, n> cells;
  double all = 1;
  for (std::size_t i = 0; i < n; ++i) {
    cells[i] = ReadCount(value, numbers[i]);
    all *= std::pow(cells[i], axes[i]);
  }
  value.Check(all <= kMostCells,
              fmt::format("a mesh of {} cells, in all, has more than {}", all,
                          kMostCells));
  return cells;
}

TetrahedralMesh ReadMesh(
    const YamlValue& value,
    const std::function<std::filesystem::path(const std::string&)>& find_file,
    std::filesystem::path* path) {
  YamlMap map(value);
  const std::string kind = map.OneOf({"box", "ball", "cylinder", "file"});
  map.Finish();
  const YamlValue entry = map.Get(kind);
  if (kind == "file") {
    return entry.Guard([&] {
      *path = find_file(entry.Text());
      return multibody::ReadTetrahedralMesh(path->string());
    });
  }
  YamlMap own(entry);
  const TetrahedralMesh mesh = [&] {
    if (kind == "box") {
      const YamlValue size = own.Get("size");
      const Vector3d sizes = size.Vector3();
      size.Check(sizes.minCoeff() > 0, "sizes must be positive");
      return multibody::MakeBoxMesh(sizes / 2, ReadCells<3>({1, 1, 1}, &own));
    }
    const double radius = own.Get("radius").Positive();
    if (kind == "ball")
      return multibody::MakeBallMesh(radius, ReadCells<1>({3}, &own)[0]);
    const double half_length = own.Get("length").Positive() / 2;
    const auto [across, along] = ReadCells<2>({2, 1}, &own);
    return multibody::MakeCylinderMesh(radius, half_length, across, along);
  }();
  own.Finish();
  return mesh;
}

// The nodes within r of a point of the mesh, and a frame, or the one given.
HeldNodes ReadHeldNodes(const YamlValue& value, const std::string& name,
                        const std::string& frame, const TetrahedralMesh& mesh) {
  YamlMap map(value);
  const Vector3d point = map.Get("at").Vector3();
  const double within = map.Get("within").NotNegative();
  HeldNodes held{.frame = frame, .nodes = {}};
  map.Read("frame", &YamlValue::Text, &held.frame);
  map.Finish();
  double nearest = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < mesh.nodes.size(); ++i) {
    const double distance = (mesh.nodes[i] - point).norm();
    nearest = std::min(nearest, distance);
    if (distance <= within) held.nodes.push_back(static_cast<int>(i));
  }
  value.Check(!held.nodes.empty(),
              fmt::format("no node of '{}' is within {:g} m; the nearest one "
                          "is {:g} m away",
                          name, within, nearest));
  return held;
}

// Each node once for each frame, in the frames' order.
void AddHeldNodes(const HeldNodes& more, std::vector<HeldNodes>* held) {
  auto found = std::ranges::find(*held, more.frame, &HeldNodes::frame);
  if (found == held->end()) found = held->insert(held->end(), {more.frame, {}});
  std::vector<int>& nodes = found->nodes;
  nodes.insert(nodes.end(), more.nodes.begin(), more.nodes.end());
  std::ranges::sort(nodes);
  nodes.erase(std::unique(nodes.begin(), nodes.end()), nodes.end());
}

double ReadSkin(const YamlValue& value) {
  const double skin = value.Number();
  value.Check(skin > 0,
              "a skin must be positive: nodes touch by it, and without one the "
              "body would touch nothing");
  return skin;
}

}  // namespace

ElasticBodyEntry ReadElasticBody(
    const std::string& name, const std::string& frame, YamlMap* map,
    const std::function<std::filesystem::path(const std::string&)>& find_file) {
  ElasticBodyEntry entry;
  entry.body.name = name;
  multibody::ElasticMaterial material;
  const YamlValue mesh_value = map->Get("mesh");
  TetrahedralMesh mesh = mesh_value.Guard(
      [&] { return ReadMesh(mesh_value, find_file, &entry.file); });
  material.youngs_modulus = map->Get("youngs_modulus").Positive();
  material.density = map->Get("density").Positive();
  map->Read("poissons_ratio", &YamlValue::Number, &material.poissons_ratio);
  map->Read("damping", &YamlValue::NotNegative, &material.damping);
  map->Read("skin", &ReadSkin, &entry.body.skin);
  map->Read("self_contact", &YamlValue::Flag, &entry.body.self_contact);
  map->Read("X_FS", &ReadTransform, &entry.body.X_BS);
  // Nodes do not turn, so that a grain would stay where it is in the world.
  if (const auto grain = map->Find("grain"))
    grain->Fail("the surface of an elastic body has no grain");
  Apply(ReadSurface(map), &entry.body.material);
  if (const auto attach = map->Find("attach")) {
    for (const YamlValue& each : attach->List())
      AddHeldNodes(ReadHeldNodes(each, name, frame, mesh), &entry.held);
  }
  entry.body.solid = map->value().Guard([&] {
    return std::make_shared<multibody::ElasticSolid>(std::move(mesh), material);
  });
  return entry;
}

std::shared_ptr<const multibody::Model> PlaceElasticBody(
    const std::string& name, std::shared_ptr<const multibody::Model> model,
    VectorXd* q) {
  const auto bodies = model->elastic_bodies();
  const auto body =
      std::ranges::find(bodies, name, &multibody::ElasticBody::name);
  multibody::PositionKinematics position;
  CalcPositionKinematics(*model, *q, &position);
  body->Place(position.X_WB[body->base], q);
  return multibody::HoldNodesWhereTheyAre(name, std::move(model), *q);
}

}  // namespace tactus::apps
