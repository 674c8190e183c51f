// Two shapes at any pose: contact at points, on the way, and by patches.
#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>
#include <vector>

#include "fuzz/fault.h"
#include "fuzz/importers.h"
#include "fuzz/random_pair.h"
#include <spdlog/fmt/fmt.h>

#include "tactus/contact/pressure/pressure_solids.h"

namespace tactus::test {
namespace {

using contact::CollisionEngine;
using contact::ContactSet;
using contact::Geometry;
using contact::Manifold;
using contact::ManifoldPoint;

constexpr double kDuration = 0.01;  // Of the sweep [s].
constexpr double kMostDepth = 10;   // Of what is of size 1 and that near.

// The world, which has no shape, A and B.
std::vector<RigidTransform> MakePoses(const Pair& pair) {
  return {RigidTransform::Identity(), pair.X_WG[0], pair.X_WG[1]};
}

CollisionEngine MakeEngine(const Pair& pair) {
  return CollisionEngine({pair.geometries[0], pair.geometries[1]},
                         {true, false, false}, {});
}

std::string Write(double number) {
  return fmt::format("{}", number);
}

void ExpectSound(const ContactSet& contacts, double size) {
  for (const Manifold& manifold : contacts.manifolds) {
    Expect(manifold.is_patch || manifold.num_points <= 8, "more than 8 points");
    Expect(0 <= manifold.time && manifold.time <= kDuration, "out of the step");
    double weight = 0;
    for (int i = 0; i < manifold.num_points; ++i) {
      const ManifoldPoint& p = contacts.points[manifold.first_point + i];
      Expect(std::abs(p.normal_W.norm() - 1) < 1e-9,
             "a normal of length " + Write(p.normal_W.norm()));
      Expect(p.p_WA.allFinite() && p.p_WB.allFinite(),
             "a point that is not finite");
      Expect(std::abs(p.depth) < kMostDepth * size, "deeper than the shapes");
      Expect(p.weight > 0 && std::isfinite(p.force) &&
                 std::isfinite(p.stiffness) && p.stiffness >= 0,
             "a weight or stiffness that is no number");
      if (!manifold.is_patch && manifold.time == 0) {
        const double depth = (p.p_WA - p.p_WB).dot(p.normal_W);
        Expect(std::abs(depth - p.depth) < 1e-6 * size,
               "a depth of " + Write(p.depth) + " between witnesses " +
                   Write(depth) + " apart, of size " + Write(size));
      }
      weight += p.weight;
    }
    Expect(manifold.is_patch || weight < 100, "a weight without a bound");
  }
}

void ExpectEqual(const ContactSet& a, const ContactSet& b) {
  const auto same = [](const ManifoldPoint& p, const ManifoldPoint& q) {
    return p.p_WA == q.p_WA && p.p_WB == q.p_WB && p.depth == q.depth &&
           p.weight == q.weight;
  };
  Expect(std::ranges::equal(a.points, b.points, same),
         "a query depends on what was asked before");
}

// The one of them that knows nothing finds what the one does that has been
// elsewhere before.
void CollideAtPoints(const Pair& pair) {
  const CollisionEngine engine = MakeEngine(pair);
  const std::vector<RigidTransform> poses = MakePoses(pair);
  ContactSet cold, warm;
  engine.FindContacts(poses, 0.1 * pair.size, &warm);
  ExpectSound(warm, pair.size);
  std::vector<RigidTransform> elsewhere = poses;
  elsewhere[2].translation().x() += 0.01 * pair.size;
  engine.FindContacts(elsewhere, &warm);
  engine.FindContacts(poses, &warm);
  engine.FindContacts(poses, &cold);
  ExpectSound(cold, pair.size);
  ExpectEqual(cold, warm);
}

void CollideOnTheWay(const Pair& pair) {
  std::vector<contact::BodyPath> paths(3);
  for (int i = 0; i < 2; ++i)
    paths[1 + i] = {pair.X_WG[i].translation(), pair.V_WB[i]};
  ContactSet contacts;
  MakeEngine(pair).FindContacts(
      MakePoses(pair), std::nullopt,
      {.paths = paths, .gravity = Vector3d(0, 0, -9.81), .duration = kDuration},
      &contacts);
  ExpectSound(contacts, pair.size);
}

void CollideByPatch(const Pair& pair) {
  const contact::PressureSolids solids(pair.geometries);
  if (solids.empty()) return;
  const std::vector<RigidTransform> poses = MakePoses(pair);
  ContactSet contacts;
  MakeEngine(pair).FindContacts(poses, &contacts);
  contact::PatchQuery().ReplaceOverlaps(solids, pair.geometries, poses,
                                        &contacts);
  ExpectSound(contacts, pair.size);
}

}  // namespace

void CollidePair(std::string_view bytes) {
  try {
    const Pair pair = ReadPair(bytes);
    CollideAtPoints(pair);
    CollideOnTheWay(pair);
    CollideByPatch(pair);
  } catch (const std::invalid_argument&) {
  }
}

}  // namespace tactus::test
