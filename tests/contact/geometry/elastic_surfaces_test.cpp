#include "tactus/contact/geometry/elastic_surfaces.h"

#include <cmath>
#include <numbers>
#include <random>

#include <catch2/catch.hpp>

namespace tactus::contact::test {
namespace {

constexpr double kSkin = 0.01;

VectorXd Stack(const std::vector<Vector3d>& points) {
  VectorXd x(3 * static_cast<Eigen::Index>(points.size()));
  for (std::size_t i = 0; i < points.size(); ++i)
    x.segment<3>(3 * static_cast<Eigen::Index>(i)) = points[i];
  return x;
}

// A sheet of squares of side 0.1 in the plane z = 0, facing up, and its nodes.
ElasticSurface MakeSheet(int nx, int ny, bool touches_itself = false) {
  ElasticSurface sheet;
  sheet.skin = kSkin;
  sheet.touches_itself = touches_itself;
  const auto node = [&](int i, int j) {
    return i * (ny + 1) + j;
  };
  for (int i = 0; i <= nx; ++i) {
    for (int j = 0; j <= ny; ++j) {
      sheet.nodes.push_back(node(i, j));
      sheet.rest.emplace_back(0.1 * i, 0.1 * j, 0);
    }
  }
  for (int i = 0; i < nx; ++i) {
    for (int j = 0; j < ny; ++j) {
      sheet.faces.push_back({node(i, j), node(i + 1, j), node(i + 1, j + 1)});
      sheet.faces.push_back({node(i, j), node(i + 1, j + 1), node(i, j + 1)});
    }
  }
  for (const auto& face : sheet.faces) {
    for (int k = 0; k < 3; ++k)
      sheet.edges.emplace_back(face[k], face[(k + 1) % 3]);
  }
  return sheet;
}

// One node without faces, the last.
ElasticSurface MakeProbe(int first_node) {
  return {.first_node = first_node,
          .rest = {Vector3d::Zero()},
          .nodes = {0},
          .faces = {},
          .edges = {},
          .skin = kSkin};
}

std::vector<NodeOnFace> Find(const ElasticSurfaces& surfaces, const VectorXd& x,
                             const ElasticSurfaces::Reach& reach = {}) {
  std::vector<NodeOnFace> contacts;
  surfaces.FindContacts(x, VectorXd::Zero(x.size()), reach, &contacts);
  return contacts;
}

// Where a probe is over a sheet.
std::vector<NodeOnFace> Probe(const ElasticSurface& sheet, const Vector3d& p,
                              const ElasticSurfaces::Reach& reach = {}) {
  std::vector<Vector3d> points = sheet.rest;
  points.push_back(p);
  return Find(
      ElasticSurfaces({sheet, MakeProbe(static_cast<int>(sheet.rest.size()))}),
      Stack(points), reach);
}

Vector3d MakeRandom(std::mt19937* random) {
  std::uniform_real_distribution<double> in(-1, 1);
  return {in(*random), in(*random), in(*random)};
}

// No point of a fine lattice on the triangle is nearer.
TEST_CASE("CalcNearestWeights: random triangles -> the nearest point") {
  std::mt19937 random(3);
  for (int k = 0; k < 200; ++k) {
    const std::array<Vector3d, 3> corners{
        MakeRandom(&random), MakeRandom(&random), MakeRandom(&random)};
    const Vector3d x = 2 * MakeRandom(&random);
    const Vector3d w = CalcNearestWeights(corners, x);
    CHECK(w.minCoeff() >= 0);
    CHECK(w.sum() == Approx(1));
    const auto distance = [&](const Vector3d& weights) {
      return (x - weights[0] * corners[0] - weights[1] * corners[1] -
              weights[2] * corners[2])
          .norm();
    };
    double least = 1e9;
    constexpr int kFine = 40;
    for (int i = 0; i <= kFine; ++i) {
      for (int j = 0; i + j <= kFine; ++j)
        least =
            std::min(least, distance(Vector3d(i, j, kFine - i - j) / kFine));
    }
    CHECK(distance(w) <= least + 1e-12);
    CHECK(distance(w) >= least - 0.1);
  }
}

TEST_CASE("ElasticSurfaces: a node over a sheet -> one contact, straight up") {
  const ElasticSurface sheet = MakeSheet(4, 4);
  std::mt19937 random(5);
  for (int k = 0; k < 200; ++k) {
    Vector3d p = 0.19 * MakeRandom(&random) + Vector3d(0.2, 0.2, 0);
    // Also over edges and corners of faces.
    if (k % 4 == 1) p.x() = 0.1 * std::round(10 * p.x());
    if (k % 4 == 2) p.y() = p.x();
    if (k % 4 == 3) p << 0.2, 0.2, 0;
    p.z() = 0.015;
    const auto contacts = Probe(sheet, p);
    REQUIRE(contacts.size() == 1);
    const NodeOnFace& contact = contacts[0];
    CHECK(contact.node == 25);
    CHECK((contact.normal_W - Vector3d::UnitZ()).norm() < 1e-12);
    CHECK(contact.depth == Approx(2 * kSkin - 0.015));
    CHECK((contact.p_WA - p - Vector3d(0, 0, kSkin - 0.015)).norm() < 1e-12);
    CHECK((contact.p_WB - p + Vector3d(0, 0, kSkin)).norm() < 1e-12);
    Vector3d on_face = Vector3d::Zero();
    for (int i = 0; i < 3; ++i)
      on_face += contact.at.weights[i] * sheet.rest[contact.at.corners[i]];
    CHECK((on_face - Vector3d(p.x(), p.y(), 0)).norm() < 1e-12);
    CHECK(contact.at.weights[0] >= contact.at.weights[1]);
    CHECK(contact.at.weights[1] >= contact.at.weights[2]);
  }
}

TEST_CASE("ElasticSurfaces: below a face -> pushed up, or on the other side") {
  const ElasticSurface sheet = MakeSheet(2, 2);
  const auto shallow = Probe(sheet, {0.07, 0.05, -0.015});
  REQUIRE(shallow.size() == 1);
  CHECK(shallow[0].depth == Approx(2 * kSkin + 0.015));
  CHECK(shallow[0].normal_W.z() == Approx(1));
  CHECK(Probe(sheet, {0.07, 0.05, -0.021}).empty());
  CHECK(Probe(sheet, {0.07, 0.05, -0.021}, {.margin = 0.05}).empty());
  CHECK(Probe(sheet, {0.07, 0.05, 0.021}).empty());
}

TEST_CASE("ElasticSurfaces: beside an edge -> away from its nearest point") {
  const ElasticSurface sheet = MakeSheet(2, 2);
  const auto contacts = Probe(sheet, {-0.006, 0.13, 0.008});
  REQUIRE(contacts.size() == 1);
  CHECK((contacts[0].normal_W - Vector3d(-0.6, 0, 0.8)).norm() < 1e-12);
  CHECK(contacts[0].depth == Approx(2 * kSkin - 0.01));
  CHECK(contacts[0].at.weights[2] == 0);
}

TEST_CASE("ElasticSurfaces: apart -> found by margin, and by speed") {
  const ElasticSurface sheet = MakeSheet(2, 2);
  const Vector3d p(0.07, 0.05, 0.05);  // 0.03 apart.
  CHECK(Probe(sheet, p, {.margin = 0.029}).empty());
  CHECK(Probe(sheet, p, {.margin = 0.031}).size() == 1);
  std::vector<Vector3d> points = sheet.rest;
  points.push_back(p);
  const VectorXd x = Stack(points);
  const ElasticSurfaces surfaces({sheet, MakeProbe(9)});
  const auto find = [&](double speed, const Vector3d& gravity) {
    VectorXd v = VectorXd::Zero(x.size());
    v.tail<1>()[0] = speed;
    std::vector<NodeOnFace> contacts;
    surfaces.FindContacts(x, v, {.duration = 0.01, .gravity = gravity},
                          &contacts);
    return contacts.size();
  };
  // 1.2 * 0.01 s * 2.5 m/s = 0.03 m.
  CHECK(find(-2.4, Vector3d::Zero()) == 0);
  CHECK(find(-2.6, Vector3d::Zero()) == 1);
  CHECK(find(2.6, Vector3d::Zero()) == 0);
  CHECK(find(-2.4, {0, 0, -15}) == 1);  // Another 1.5 mm.
}

// What a probe at p meets in a step of 0.01 s at v.
std::vector<NodeOnFace> ProbeOnItsWay(const ElasticSurface& sheet,
                                      const Vector3d& p, const Vector3d& v) {
  std::vector<Vector3d> points = sheet.rest;
  points.push_back(p);
  VectorXd velocities =
      VectorXd::Zero(3 * static_cast<Eigen::Index>(points.size()));
  velocities.tail<3>() = v;
  std::vector<NodeOnFace> contacts;
  ElasticSurfaces({sheet, MakeProbe(static_cast<int>(sheet.rest.size()))})
      .FindContacts(Stack(points), velocities, {.duration = 0.01}, &contacts);
  return contacts;
}

// Its skin would push a node away that comes along the sheet from outside.
TEST_CASE("ElasticSurfaces: sliding past a round edge -> upright") {
  const ElasticSurface sheet = MakeSheet(2, 2);
  for (const double height : {2 * kSkin - 1e-8, 2 * kSkin - 1e-5}) {
    for (const double ahead : {1e-4, 1e-3, 5e-3, 0.02}) {
      CAPTURE(height, ahead);
      const auto contacts =
          ProbeOnItsWay(sheet, {-ahead, 0.13, height}, {3, 0, 0});
      REQUIRE(contacts.size() == 1);
      CHECK((contacts[0].normal_W - Vector3d::UnitZ()).norm() < 1e-12);
      CHECK(contacts[0].depth == Approx(2 * kSkin - height).margin(1e-12));
    }
  }
}

// Sheets that turn by 45 degrees up or down at x = 0.1.
TEST_CASE("ElasticSurfaces: on the way to another face -> that one's normal") {
  const Vector3d upward = Vector3d(-1, 0, 1).normalized();
  for (const double slope : {1.0, -1.0}) {
    CAPTURE(slope);
    ElasticSurface sheet = MakeSheet(3, 2);
    for (Vector3d& p : sheet.rest) p.z() = slope * std::max(p.x() - 0.1, 0.0);
    const Vector3d p(0.05, 0.13, 2.5 * kSkin), v(12, 0, 0);
    const auto contacts = ProbeOnItsWay(sheet, p, v);
    const auto ahead =
        std::ranges::find_if(contacts, [&](const NodeOnFace& each) {
          return (each.normal_W - upward).norm() < 1e-9;
        });
    if (slope < 0) {
      CHECK(ahead == contacts.end());
      continue;
    }
    REQUIRE(ahead != contacts.end());
    // Along the normal, from where the sheet's skin is.
    const double gap = upward.dot(p - Vector3d(0.1, 0, 0)) - 2 * kSkin;
    CHECK(ahead->depth == Approx(-gap));
    CHECK(gap + 0.01 * upward.dot(v) < 0);
    CHECK((ahead->p_WB - p + kSkin * upward).norm() < 1e-12);
  }
}

TEST_CASE("ElasticSurfaces: through a thin sheet in a step -> its own side") {
  const ElasticSurface sheet = MakeSheet(2, 2);
  for (const double speed : {2.0, 10.0, 50.0}) {
    CAPTURE(speed);
    const auto contacts =
        ProbeOnItsWay(sheet, {0.07, 0.05, 0.03}, {0.1, 0, -speed});
    REQUIRE(contacts.size() == 1);
    CHECK((contacts[0].normal_W - Vector3d::UnitZ()).norm() < 1e-12);
    CHECK(contacts[0].depth == Approx(2 * kSkin - 0.03));
  }
}

TEST_CASE("ElasticSurfaces: one body at rest -> touches nothing") {
  ElasticSurface sheet = MakeSheet(6, 3, true);
  CHECK(Find(ElasticSurfaces({sheet}), Stack(sheet.rest)).empty());
  // Finer than its skins are thick, and not flat: squares of 6 mm, skins of
  // 10 mm.
  for (std::size_t i = 0; i < sheet.rest.size(); ++i) {
    sheet.rest[i] *= 0.06;
    sheet.rest[i].z() = 1e-3 * std::sin(3.0 * static_cast<double>(i));
  }
  CHECK(Find(ElasticSurfaces({sheet}), Stack(sheet.rest)).empty());
}

// Rolled around the axis y, its halves 0.015 apart.
TEST_CASE("ElasticSurfaces: a folded sheet -> touches itself where it may") {
  const auto fold = [](const ElasticSurface& sheet) {
    std::vector<Vector3d> points = sheet.rest;
    const double arc = 0.015 / 2 * std::numbers::pi;
    for (Vector3d& p : points) {
      const double s = p.x() - 0.5;
      if (s <= 0) continue;
      const double angle = std::min(s / arc, 1.0) * std::numbers::pi;
      p.x() = 0.5 + 0.0075 * std::sin(angle) - std::max(s - arc, 0.0);
      p.z() = 0.0075 * (1 - std::cos(angle));
    }
    return Stack(points);
  };
  const ElasticSurface sheet = MakeSheet(10, 3, true);
  const auto contacts = Find(ElasticSurfaces({sheet}), fold(sheet));
  CHECK(contacts.size() > 10);
  for (const NodeOnFace& each : contacts) {
    // Half to half: both faces look at each other's nodes.
    CHECK((sheet.rest[each.node].x() > 0.5) ==
          (sheet.rest[each.at.corners[0]].x() < 0.55));
    CHECK(each.depth == Approx(0.005).margin(1e-3));
    for (const int corner : each.at.corners)
      CHECK((sheet.rest[corner] - sheet.rest[each.node]).norm() > 0.1);
  }
  CHECK(Find(ElasticSurfaces({MakeSheet(10, 3, false)}), fold(sheet)).empty());
  CHECK_FALSE(ElasticSurfaces({MakeSheet(10, 3, false)}).may_touch());
}

// Every pair that is nearer than the skins and over its face is found.
TEST_CASE("ElasticSurfaces: crumpled sheets -> what all pairs give") {
  ElasticSurface a = MakeSheet(8, 8), b = MakeSheet(8, 8);
  b.first_node = 81;
  std::mt19937 random(7);
  std::vector<Vector3d> points;
  for (int i = 0; i < 162; ++i) {
    points.push_back(a.rest[i % 81] + 0.02 * MakeRandom(&random));
    if (i >= 81) points.back().z() += 0.02;
  }
  const ElasticSurfaces surfaces({a, b});
  const auto found = Find(surfaces, Stack(points));
  int expected = 0;
  const auto check = [&](int node, std::array<int, 3> face, int first) {
    for (int& corner : face) corner += first;
    const std::array<Vector3d, 3> corners{points[face[0]], points[face[1]],
                                          points[face[2]]};
    const Vector3d w = CalcNearestWeights(corners, points[node]);
    if (w.minCoeff() == 0) return;
    const Vector3d d = points[node] - w[0] * corners[0] - w[1] * corners[1] -
                       w[2] * corners[2];
    if (d.norm() >= 2 * kSkin) return;
    ++expected;
    const bool is_there = std::ranges::any_of(found, [&](const auto& each) {
      return each.node == node &&
             std::ranges::is_permutation(each.at.corners, face);
    });
    CHECK(is_there);
  };
  for (int i = 0; i < 81; ++i) {
    for (const auto& face : a.faces) check(81 + i, face, 0);
    for (const auto& face : b.faces) check(i, face, 81);
  }
  CHECK(expected > 20);
  CHECK(std::ranges::is_sorted(found, {}, &NodeOnFace::node));
}

}  // namespace
}  // namespace tactus::contact::test
