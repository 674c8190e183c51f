// What only patches do: friction against spin about the normal, and faces that
// neither rock nor lean. With points they are the same solids on four springs.
#include <cmath>
#include <memory>
#include <numbers>
#include <vector>

#include "tactus/contact/geometry/shapes/convex_hull.h"
#include "tactus/examples/scenes/scene.h"
#include "tactus/examples/scenes/solids.h"

namespace tactus::examples {
namespace {

using multibody::ModelBuilder;

RigidTransform At(double x, double y, double z) {
  return RigidTransform(Eigen::Translation3d(x, y, z));
}

// Rigid, it touches by its triangles, two in a face.
contact::ConvexMesh MakeCubeMesh(double half) {
  std::vector<Vector3d> corners;
  for (const double x : {-half, half})
    for (const double y : {-half, half})
      for (const double z : {-half, half}) corners.emplace_back(x, y, z);
  return {std::make_shared<const contact::ConvexHull>(corners)};
}

}  // namespace

// A rigid disk on a mat of E / T = 2e6 Pa/m, as deep in it as it stays. With
// patches it stops after 3 w R / (4 mu g) = 0.153 s; on the four points of its
// rim after w R / (2 mu g) = 0.102 s.
SceneInstance MakeSpinningDisk(ContactKind kind) {
  constexpr double kRadius = 0.1, kHalf = 0.02, kMass = 1, kRate = 10;
  constexpr double kModulus = 1e5, kThickness = 0.05;
  constexpr double kArea = std::numbers::pi * kRadius * kRadius;
  const bool has_patch = kind == ContactKind::kPatch;
  // Four points carry what the mat does.
  const double stiffness = kModulus / kThickness * kArea;
  const contact::Material material =
      MakePairMaterial(stiffness / 4, 20, 0.5, 1e-4);
  contact::Material mat = WithModulus(material, kModulus);
  mat.compliance.slab_thickness = kThickness;
  ModelBuilder builder;
  AddFixed(&builder, "mat", contact::HalfSpace{}, At(0, 0, 0),
           has_patch ? mat : material);
  AddSolid(&builder, "disk", contact::Cylinder{kRadius, kHalf},
           kMass / (kArea * 2 * kHalf),
           At(0, 0, kHalf - kMass * 9.81 / stiffness),
           has_patch ? AsRigid(material) : material);
  SceneInstance scene = MakePlantScene(std::move(builder).Build());
  VectorXd v = VectorXd::Zero(6);
  v[2] = kRate;
  scene.plant->SetVelocities(&scene.context, v);
  return scene;
}

// 0.1 m, 1 kg, dropped askew from half a centimetre.
SceneInstance MakeRattleCube(const RattleCubeOptions& options) {
  constexpr double kHalf = 0.05, kDensity = 1000;
  const contact::Material material = MakePairMaterial(1e5, 10, 0.5, 1e-4);
  // As stiff as four points: (E / H) L^2 = 4 k.
  const double modulus = 4 * 1e5 * kHalf / (4 * kHalf * kHalf);
  contact::Material soft = WithModulus(material, modulus);
  soft.compliance.quadrature = options.quadrature;
  soft.compliance.slab_thickness = kHalf;
  const contact::Material rigid = AsRigid(material);
  const bool has_patch = options.contact == ContactKind::kPatch;
  ModelBuilder builder;
  AddFixed(&builder, "ground", contact::HalfSpace{}, At(0, 0, 0),
           !has_patch          ? material
           : options.triangles ? soft
                               : rigid);
  RigidTransform X_WB = At(0, 0, kHalf + 0.01);
  X_WB.rotate(Eigen::AngleAxisd(0.05, Vector3d(1, 0.4, 0).normalized()));
  if (has_patch && options.triangles) {
    AddSolid(&builder, "cube", MakeCubeMesh(kHalf), kDensity, X_WB, rigid);
  } else {
    AddSolid(&builder, "cube", contact::Box{{kHalf, kHalf, kHalf}}, kDensity,
             X_WB, has_patch ? soft : material);
  }
  return MakePlantScene(std::move(builder).Build());
}

}  // namespace tactus::examples
