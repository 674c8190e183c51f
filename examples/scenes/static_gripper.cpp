// Figure 6b of the CENIC paper: a peg wedged between the two fingers of a rigid
// gripper, which falls along a vertical slide onto the ground. What holds the
// peg is friction under a squeeze of five micrometres on either side.
//
// Patches are as stiff as four points of k: of fingers and peg in series,
// (E / 2H) A = 4 k, and of the post on rigid ground, (E / H) A = 4 k.
#include <cmath>

#include "tactus/examples/scenes/scene.h"
#include "tactus/examples/scenes/solids.h"

namespace tactus::examples {
namespace {

using multibody::ModelBuilder;

constexpr double kWater = 1000;                         // [kg/m^3]
const Vector3d kPostHalf(0.02, 0.02, 0.1);              // [m]
const Vector3d kFingerHalf(0.04, 0.005, 0.005);         // [m], along x
const Vector3d kPegHalf(0.005, 0.005, 0.04);            // [m], upright
constexpr double kInterference = 1e-5;                  // Of gap and peg [m].
constexpr double kGripHeight = 0.15, kPegReach = 0.09;  // From the post's foot.
constexpr double kDrop = 0.1;                           // Of the foot [m].
constexpr double kStiffness = 1e5;                      // k [N/m]
constexpr double kPadModulus = 4 * kStiffness * 2 * 0.005 / (0.01 * 0.01);
constexpr double kPostModulus = 4 * kStiffness * 0.02 / (0.04 * 0.04);  // [Pa]

RigidTransform At(double x, double y, double z) {
  return RigidTransform(Eigen::Translation3d(x, y, z));
}

// Post and fingers, one rigid body whose origin is the foot of the post.
int AddGripper(ModelBuilder* builder, const contact::Material& post,
               const contact::Material& pad) {
  const double finger_y = kPegHalf.y() - kInterference / 2 + kFingerHalf.y();
  const double finger_x = kPostHalf.x() + kFingerHalf.x();
  struct Part {
    const char* name;
    Vector3d half;
    RigidTransform X_BG;
  };
  const Part parts[] = {
      {"post", kPostHalf, At(0, 0, kPostHalf.z())},
      {"left_finger", kFingerHalf, At(finger_x, finger_y, kGripHeight)},
      {"right_finger", kFingerHalf, At(finger_x, -finger_y, kGripHeight)}};
  multibody::SpatialInertia inertia;
  for (const Part& part : parts) {
    inertia = inertia + multibody::MakeSolidInertia(contact::Box{part.half},
                                                    kWater, part.X_BG);
  }
  const int body = builder->AddBody("gripper", inertia);
  for (const Part& part : parts) {
    builder->AddGeometry({.name = part.name,
                          .body = body,
                          .X_BG = part.X_BG,
                          .shape = contact::Box{part.half},
                          .material = &part == parts ? post : pad});
  }
  builder->AddJoint({.name = "slide",
                     .type = multibody::JointType::kPrismatic,
                     .parent = 0,
                     .child = body,
                     .axis_F = Vector3d::UnitZ(),
                     .default_position = kDrop});
  return body;
}

}  // namespace

SceneInstance MakeStaticGripper(ContactKind kind) {
  const contact::Material material =
      MakePairMaterial(kStiffness, 10, 0.5, 1e-4);
  contact::Material ground = material, post = material, pad = material;
  if (kind == ContactKind::kPatch) {
    ground = AsRigid(material);
    post = WithModulus(material, kPostModulus);
    pad = WithModulus(material, kPadModulus);
  }
  ModelBuilder builder;
  AddFixed(&builder, "ground", contact::HalfSpace{}, At(0, 0, 0), ground);
  AddGripper(&builder, post, pad);
  AddSolid(&builder, "peg", contact::Box{kPegHalf}, kWater,
           At(kPegReach, 0, kDrop + kGripHeight), pad);
  return MakePlantScene(std::move(builder).Build());
}

}  // namespace tactus::examples
