#include "tactus/apps/bench/peers/simbody/simulation.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <string>
#include <variant>
#include <vector>

#include <Simbody.h>
#include <spdlog/fmt/fmt.h>

#include "tactus/apps/bench/peers/simbody/walls.h"
#include "tactus/common/require.h"
#include "tactus/common/spent_time.h"

// C++17: in C++20 comparisons in Simbody's headers are ambiguous.
namespace tactus::apps::simbody {
namespace {

SimTK::Vec3 ToSimTK(const Vector3d& v) {
  return {v.x(), v.y(), v.z()};
}

Vector3d FromSimTK(const SimTK::Vec3& v) {
  return {v[0], v[1], v[2]};
}

double RadiusOf(const NeutralScene::Body& body) {
  const auto* sphere = std::get_if<contact::Sphere>(&body.shape);
  Require(sphere != nullptr,
          fmt::format("body '{}' is no sphere, which is all that this peer has",
                      body.name));
  return sphere->radius;
}

// The stiffness of each surface. Two that are alike have together the modulus
// E = stiffness / 2^(3/2), which is to be 3/4 k^(3/2) / sqrt(R m g).
double CalcSurfaceStiffness(const NeutralScene& scene) {
  double weight = 0, radius = 0;
  for (const NeutralScene::Body& body : scene.bodies) {
    weight += body.mass * scene.gravity.norm();
    radius += RadiusOf(body);
  }
  const auto count = static_cast<double>(scene.bodies.size());
  Require(weight > 0, "without gravity no contact law is near the scene's");
  const double E = 0.75 * std::pow(scene.stiffness, 1.5) /
                   std::sqrt(radius / count * weight / count);
  return std::pow(2.0, 1.5) * E;
}

/// The scene in Simbody's terms.
class Model {
 public:
  Model(const NeutralScene& scene, double transition_velocity)
      : matter(system),
        forces(system),
        gravity(forces, matter, ToSimTK(scene.gravity)),
        tracker(system),
        contact(system, tracker),
        walls(MakeWalls(scene)) {
    contact.setTransitionVelocity(transition_velocity);
    const NeutralScene::Friction& friction = scene.friction;
    const SimTK::ContactMaterial material(
        CalcSurfaceStiffness(scene), 2.0 / 3 * scene.dissipation,
        friction.mu_static, friction.mu_dynamic);
    const SimTK::ContactCliqueId ground =
        SimTK::ContactSurface::createNewContactClique();
    for (const Wall& wall : walls) {
      // Simbody's half-spaces have the points with x > 0.
      const SimTK::Rotation R(SimTK::UnitVec3(ToSimTK(-wall.normal)),
                              SimTK::XAxis);
      SimTK::ContactSurface surface(SimTK::ContactGeometry::HalfSpace(),
                                    material);
      surface.joinClique(ground);
      matter.Ground().updBody().addContactSurface(
          SimTK::Transform(R, ToSimTK(wall.point)), surface);
    }
    for (const NeutralScene::Body& each : scene.bodies)
      AddSphere(each, material);
  }

  SimTK::State MakeStart(const NeutralScene& scene) {
    SimTK::State state = system.realizeTopology();
    for (std::size_t i = 0; i < bodies.size(); ++i) {
      const NeutralScene::Body& each = scene.bodies[i];
      const Quaterniond& q = each.orientation;
      const SimTK::Rotation R(SimTK::Quaternion(q.w(), q.x(), q.y(), q.z()));
      bodies[i].setQToFitTransform(state,
                                   SimTK::Transform(R, ToSimTK(each.position)));
      bodies[i].setUToFitVelocity(
          state, SimTK::SpatialVec(ToSimTK(each.angular_velocity),
                                   ToSimTK(each.linear_velocity)));
    }
    return state;
  }

  SimTK::MultibodySystem system;
  SimTK::SimbodyMatterSubsystem matter;
  SimTK::GeneralForceSubsystem forces;
  SimTK::Force::UniformGravity gravity;
  SimTK::ContactTrackerSubsystem tracker;
  SimTK::CompliantContactSubsystem contact;
  std::vector<Wall> walls;
  std::vector<SimTK::MobilizedBody::Free> bodies;
  std::vector<double> radii;

 private:
  void AddSphere(const NeutralScene::Body& each,
                 const SimTK::ContactMaterial& material) {
    const Vector3d& I = each.inertia;
    SimTK::Body::Rigid body(SimTK::MassProperties(
        each.mass, SimTK::Vec3(0), SimTK::Inertia(I.x(), I.y(), I.z())));
    radii.push_back(RadiusOf(each));
    body.addContactSurface(
        SimTK::Transform(),
        SimTK::ContactSurface(SimTK::ContactGeometry::Sphere(radii.back()),
                              material));
    bodies.emplace_back(matter.Ground(), SimTK::Transform(), body,
                        SimTK::Transform());
  }
};

/// One run.
class Run {
 public:
  Run(const NeutralScene& scene, const SimulationOptions& options)
      : scene_(scene),
        options_(options),
        transition_velocity_(options.transition_velocity.value_or(
            scene.friction.stiction_tolerance)),
        model_(scene, transition_velocity_) {
    report_.accuracy = options.accuracy;
    report_.duration = options.duration.value_or(scene.duration);
    report_.settle = options.settle;
    Require(report_.settle < report_.duration,
            "the settling must be shorter than the duration");
    MakeIntegrator();
    DescribeSettings();
  }

  PeerReport Simulate() {
    integrator_->setAccuracy(options_.accuracy);
    integrator_->setReturnEveryInternalStep(true);
    integrator_->initialize(model_.MakeStart(scene_));
    StartTrajectory();
    const double start = report_.settle;
    if (start > 0) AdvanceTo(start, false);
    report_.energy_initial = CalcEnergy();
    const int rejected = CountRejected();
    if (report_.status == "ok") AdvanceTo(report_.duration, true);
    report_.rejected_steps = CountRejected() - rejected;
    report_.energy_final = CalcEnergy();
    RecordFinalState();
    if (trajectory_) trajectory_->Commit();
    return std::move(report_);
  }

 private:
  void MakeIntegrator() {
    const bool cpodes = options_.method == Method::kCPodes;
    if (cpodes) {
      integrator_ = std::make_unique<SimTK::CPodesIntegrator>(model_.system);
    } else {
      integrator_ =
          std::make_unique<SimTK::RungeKuttaMersonIntegrator>(model_.system);
    }
    report_.integrator =
        fmt::format("Simbody 3.7 {}", cpodes ? "CPodes" : "RungeKuttaMerson");
  }

  void DescribeSettings() {
    report_.settings = {
        {"accuracy", options_.accuracy},
        {"transition_velocity", transition_velocity_},
        {"law", "Hertz, Hunt and Crossley (CompliantContactSubsystem)"},
        {"surface_stiffness_Pa", CalcSurfaceStiffness(scene_)},
        {"dissipation", 2.0 / 3 * scene_.dissipation},
        {"static_friction", scene_.friction.mu_static},
        {"dynamic_friction", scene_.friction.mu_dynamic},
        {"static boxes", "half-spaces"}};
  }

  void StartTrajectory() {
    if (!options_.trajectory) return;
    std::vector<std::string> names;
    for (const auto& body : scene_.bodies) names.push_back(body.name);
    trajectory_.emplace(*options_.trajectory, names);
    WriteRow();
  }

  // The next time that the trajectory asks for, or `end`.
  double NextStop(double end) const {
    if (!trajectory_ || options_.log_rate <= 0) return end;
    return std::min(end, static_cast<double>(rows_) / options_.log_rate);
  }

  void AdvanceTo(double end, bool counted) {
    while (integrator_->getTime() < end && report_.status == "ok") {
      const double stop = NextStop(end);
      const int taken = integrator_->getNumStepsTaken();
      const SpentTime start = SpentTime::Now();
      integrator_->stepTo(stop);
      const SpentTime spent = SpentTime::Now() - start;
      if (counted) report_.wall_time += spent.wall;
      if (counted) report_.cpu_time += spent.cpu;
      if (counted && integrator_->getNumStepsTaken() > taken) {
        const double h = integrator_->getPreviousStepSizeTaken();
        report_.AddStep(h, CountContacts());
      }
      CheckWalls();
      if (trajectory_ && IsRowDue()) WriteRow();
    }
  }

  bool IsRowDue() const {
    return options_.log_rate <= 0 ||
           integrator_->getTime() * options_.log_rate >=
               static_cast<double>(rows_) - 1e-9;
  }

  int CountRejected() const {
    return integrator_->getNumStepsAttempted() -
           integrator_->getNumStepsTaken();
  }

  const SimTK::State& Realize(SimTK::Stage stage) const {
    const SimTK::State& state = integrator_->getState();
    model_.system.realize(state, stage);
    return state;
  }

  // Where a step has ended.
  long CountContacts() {
    const SimTK::State& state = Realize(SimTK::Stage::Position);
    const SimTK::ContactSnapshot& contacts =
        model_.tracker.getActiveContacts(state);
    long count = 0;
    for (int i = 0; i < contacts.getNumContacts(); ++i) {
      const SimTK::Contact& contact = contacts.getContact(i);
      if (!SimTK::CircularPointContact::isInstance(contact)) continue;
      const auto& point = SimTK::CircularPointContact::getAs(contact);
      if (point.getDepth() <= 0) continue;
      ++count;
      report_.AddContact(point.getDepth(), point.getEffectiveRadius() * 2);
    }
    return count;
  }

  void CheckWalls() {
    const SimTK::State& state = Realize(SimTK::Stage::Position);
    for (std::size_t b = 0; b < model_.bodies.size(); ++b) {
      const Vector3d p =
          FromSimTK(model_.bodies[b].getBodyOriginLocation(state));
      for (const Wall& wall : model_.walls) {
        const double height = wall.normal.dot(p - wall.point);
        if (height > model_.radii[b] || wall.Has(p)) continue;
        report_.status = fmt::format(
            "failed at {:.6g} s: '{}' touches the half-space of '{}' where "
            "that has no face",
            state.getTime(), scene_.bodies[b].name, wall.name);
      }
    }
  }

  RigidTransform PoseOf(const SimTK::State& state, std::size_t body) const {
    const SimTK::Transform& X = model_.bodies[body].getBodyTransform(state);
    const SimTK::Quaternion q = X.R().convertRotationToQuaternion();
    RigidTransform pose(Eigen::Translation3d{FromSimTK(X.p())});
    pose.rotate(Quaterniond(q[0], q[1], q[2], q[3]));
    return pose;
  }

  double CalcEnergy() const {
    const SimTK::State& state = Realize(SimTK::Stage::Velocity);
    double energy = model_.matter.calcKineticEnergy(state);
    for (std::size_t b = 0; b < model_.bodies.size(); ++b) {
      energy -= scene_.bodies[b].mass *
                scene_.gravity.dot(PoseOf(state, b).translation());
    }
    return energy;
  }

  void WriteRow() {
    const SimTK::State& state = Realize(SimTK::Stage::Position);
    std::vector<RigidTransform> poses;
    for (std::size_t b = 0; b < model_.bodies.size(); ++b)
      poses.push_back(PoseOf(state, b));
    const double time = options_.log_rate > 0
                            ? static_cast<double>(rows_) / options_.log_rate
                            : state.getTime();
    trajectory_->Write(time, poses);
    ++rows_;
  }

  void RecordFinalState() {
    const SimTK::State& state = Realize(SimTK::Stage::Velocity);
    for (std::size_t b = 0; b < model_.bodies.size(); ++b) {
      const SimTK::SpatialVec& V = model_.bodies[b].getBodyVelocity(state);
      Vector6d V_WB;
      V_WB << FromSimTK(V[0]), FromSimTK(V[1]);
      report_.bodies.push_back({scene_.bodies[b].name, PoseOf(state, b), V_WB});
    }
  }

  const NeutralScene& scene_;
  const SimulationOptions& options_;
  double transition_velocity_;
  Model model_;
  std::unique_ptr<SimTK::Integrator> integrator_;
  PeerReport report_;
  std::optional<PeerTrajectory> trajectory_;
  long rows_ = 0;  ///< Of the trajectory.
};

}  // namespace

PeerReport Simulate(const NeutralScene& scene,
                    const SimulationOptions& options) {
  return Run(scene, options).Simulate();
}

}  // namespace tactus::apps::simbody
