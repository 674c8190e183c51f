#include "tactus/recording/string_finder.h"

#include <algorithm>
#include <cmath>
#include <variant>

#include "tactus/contact/geometry/shapes/bounds.h"
#include "tactus/multibody/plant/tendon_tension.h"
#include "tactus/multibody/tendon_branch.h"

namespace tactus::recording {
namespace {

using multibody::Constraint;
using multibody::ConstraintType;
using multibody::Joint;
using multibody::JointType;
using multibody::Model;
using multibody::SpringDamper;
using multibody::StepRecord;
using multibody::Tendon;

bool HasLine(const Constraint& constraint) {
  return constraint.type == ConstraintType::kDistance ||
         constraint.type == ConstraintType::kCosserat;
}

bool IsSlideWithSpring(const Joint& joint) {
  return joint.type == JointType::kPrismatic && joint.stiffness > 0 &&
         !joint.is_locked;
}

// How far the shapes of a body reach along a direction of it, from a point.
struct Reach {
  double back = 0, front = 0;  // [m]
};

Reach CalcReach(const Model& model, int body, const Vector3d& p_B,
                const Vector3d& along_B) {
  Reach reach;
  for (const contact::Geometry& geometry : model.geometries()) {
    if (geometry.body != body ||
        std::holds_alternative<contact::HalfSpace>(geometry.shape))
      continue;
    // Bounds in axes whose z is that direction.
    RigidTransform X_AB = RigidTransform::Identity();
    X_AB.linear() =
        Quaterniond::FromTwoVectors(along_B, Vector3d::UnitZ()).matrix();
    const auto bounds =
        contact::CalcBounds(geometry.shape, X_AB * geometry.X_BG);
    const double middle = bounds.center.z() - along_B.dot(p_B);
    reach.back = std::max(reach.back, bounds.half_extents.z() - middle);
    reach.front = std::max(reach.front, bounds.half_extents.z() + middle);
  }
  return reach;
}

}  // namespace

struct StringFinder::State {
  const systems::Context& context;
  const multibody::PlantKinematics& kinematics;
  VectorXd q, v;
  StepRecord step;  // Of nothing, where nothing asks for it.
};

StringFinder::StringFinder(const multibody::MultibodyPlant& plant,
                           const std::vector<int>& place)
    : plant_(plant), place_(place) {
  const Model& model = plant.model();
  for (int i = 0; i < std::ssize(model.tendons()); ++i) {
    if (model.tendons()[i].is_spatial()) tendons_.push_back(i);
  }
  for (int i = 0; i < std::ssize(model.constraints()); ++i) {
    if (HasLine(model.constraints()[i])) constraints_.push_back(i);
  }
  FindSlides();
}

// M moves along the axis without turning, and F's axes are M's.
void StringFinder::FindSlides() {
  const Model& model = plant_.model();
  for (int i = 0; i < std::ssize(model.joints()); ++i) {
    const Joint& joint = model.joints()[i];
    if (!IsSlideWithSpring(joint)) continue;
    const Vector3d axis_C = joint.X_CM.linear() * joint.axis_F;
    const Reach reach =
        CalcReach(model, joint.child, joint.X_CM.translation(), axis_C);
    slides_.push_back(
        {.joint = i,
         .p_FStart = (joint.spring_reference - reach.back) * joint.axis_F,
         .p_MEnd = reach.front * joint.axis_F});
  }
}

void StringFinder::TakeSprings(const systems::Diagram& diagram) {
  springs_.clear();
  for (const systems::LeafSystem* leaf : diagram.leaves()) {
    const auto* spring = dynamic_cast<const SpringDamper*>(leaf);
    if (spring == nullptr) continue;
    const auto poses = diagram.ConnectedOutput(spring->body_poses_input());
    if (poses && *poses == plant_.body_poses_output())
      springs_.push_back(spring);
  }
}

std::vector<std::string> StringFinder::names() const {
  const Model& model = plant_.model();
  std::vector<std::string> names;
  for (const int i : tendons_) names.push_back(model.tendons()[i].name);
  for (const int i : constraints_) names.push_back(model.constraints()[i].name);
  for (const Slide& slide : slides_)
    names.push_back(model.joints()[slide.joint].name);
  for (const SpringDamper* spring : springs_) names.push_back(spring->name());
  return names;
}

void StringFinder::Find(const systems::Context& context,
                        std::vector<StringLine>* lines) const {
  lines->clear();
  if (tendons_.empty() && constraints_.empty() && slides_.empty() &&
      springs_.empty())
    return;
  State state{
      .context = context,
      .kinematics =
          plant_.kinematics_output().Eval<multibody::PlantKinematics>(context),
      .q = plant_.positions(context),
      .v = plant_.velocities(context),
      .step = {}};
  if (!tendons_.empty() || !constraints_.empty())
    state.step = plant_.step_record_output().Eval<StepRecord>(context);
  AddTendons(state, lines);
  AddConstraints(state, lines);
  AddSlides(state, lines);
  AddSprings(state, lines);
}

void StringFinder::AddCorner(const State& state, int body, const Vector3d& p_W,
                             StringLine* line) const {
  const int place = place_[body];
  line->bodies.push_back(std::max(place, 0));
  const RigidTransform& X_WB = state.kinematics.position.X_WB[body];
  line->corners.push_back(place < 0 ? p_W
                                    : X_WB.inverse(Eigen::Isometry) * p_W);
}

void StringFinder::AddTendons(const State& state,
                              std::vector<StringLine>* lines) const {
  int string = 0;
  for (const int i : tendons_) {
    const double tension = CalcTendonTension(plant_.model(), state.step, i);
    for (const multibody::TendonBranch& branch : CalcTendonBranches(
             state.kinematics.position, plant_.model().tendons()[i])) {
      StringLine& line = lines->emplace_back();
      line.string = string;
      line.tension = tension / branch.divisor;
      for (const multibody::TendonCorner& corner : branch.corners)
        AddCorner(state, corner.body, corner.p_W, &line);
    }
    ++string;
  }
}

// Pieces of a cable go from middle to middle of its links; an end that the
// world holds, from where it is held.
void StringFinder::AddConstraints(const State& state,
                                  std::vector<StringLine>* lines) const {
  const Model& model = plant_.model();
  const auto& X_WB = state.kinematics.position.X_WB;
  int string = static_cast<int>(tendons_.size());
  for (const int i : constraints_) {
    const Constraint& constraint = model.constraints()[i];
    const bool is_piece = constraint.type == ConstraintType::kCosserat;
    const auto end = [&](int body, const RigidTransform& X_BP) -> Vector3d {
      const bool at_origin = is_piece && model.bodies()[body].tree >= 0;
      return at_origin ? X_WB[body].translation()
                       : X_WB[body] * X_BP.translation();
    };
    const int a = constraint.body_a, b = constraint.body_b;
    const Vector3d p_A = end(a, constraint.X_AP), p_B = end(b, constraint.X_BQ);
    const Vector3d u = (p_B - p_A).normalized();  // Zero, if it has no length.
    StringLine& line = lines->emplace_back();
    line.string = string++;
    line.tension = -u.dot(state.step.constraint_forces[i].tail<3>());
    AddCorner(state, a, p_A, &line);
    AddCorner(state, b, p_B, &line);
  }
}

void StringFinder::AddSlides(const State& state,
                             std::vector<StringLine>* lines) const {
  const auto& X_WB = state.kinematics.position.X_WB;
  int string = static_cast<int>(tendons_.size() + constraints_.size());
  for (const Slide& slide : slides_) {
    const Joint& joint = plant_.model().joints()[slide.joint];
    StringLine& line = lines->emplace_back();
    line.string = string++;
    line.tension =
        joint.stiffness * (state.q[joint.q_start] - joint.spring_reference) +
        joint.damping * state.v[joint.v_start];
    AddCorner(state, joint.parent,
              X_WB[joint.parent] * (joint.X_PF * slide.p_FStart), &line);
    AddCorner(state, joint.child,
              X_WB[joint.child] * (joint.X_CM * slide.p_MEnd), &line);
  }
}

void StringFinder::AddSprings(const State& state,
                              std::vector<StringLine>* lines) const {
  const auto& X_WB = state.kinematics.position.X_WB;
  int string =
      static_cast<int>(tendons_.size() + constraints_.size() + slides_.size());
  for (const SpringDamper* spring : springs_) {
    StringLine& line = lines->emplace_back();
    line.string = string++;
    line.tension = spring->tension_output().Eval(state.context)[0];
    for (const multibody::BodyPoint& point : {spring->a(), spring->b()})
      AddCorner(state, point.body, X_WB[point.body] * point.p_BoP_B, &line);
  }
}

}  // namespace tactus::recording
