#include "tactus/multibody/plant/joint_reactions.h"

#include <algorithm>

#include "tactus/multibody/dynamics.h"
#include "tactus/multibody/gravity_stiffness.h"
#include "tactus/multibody/kinematics.h"
#include "tactus/multibody/plant/input_forces.h"
#include "tactus/multibody/plant/tendon_tension.h"
#include "tactus/multibody/tendon_branch.h"
#include "tactus/multibody/transmission_length.h"

namespace tactus::multibody {
namespace {

// E_b at Bo, of all bodies.
class OutsideWrenches {
 public:
  explicit OutsideWrenches(const PositionKinematics& position)
      : position_(position), E_(position.X_WB.size(), Vector6d::Zero()) {}

  void Add(int body, const Vector3d& p_WQ, const Vector3d& torque,
           const Vector3d& force) {
    const Vector3d p_BoQ_W = p_WQ - position_.X_WB[body].translation();
    E_[body].head<3>() += torque + p_BoQ_W.cross(force);
    E_[body].tail<3>() += force;
  }
  const std::vector<Vector6d>& all() const { return E_; }

 private:
  const PositionKinematics& position_;
  std::vector<Vector6d> E_;
};

void AddContacts(const Model& model, const ContactResults& contacts,
                 OutsideWrenches* E) {
  for (const PointContact& point : contacts.points) {
    E->Add(model.geometries()[point.geometry_b].body, point.p_WC,
           point.torque_B_W, point.force_B_W);
    E->Add(model.geometries()[point.geometry_a].body, point.p_WC,
           -point.torque_B_W, -point.force_B_W);
  }
}

void AddSpatialForces(const PositionKinematics& position,
                      const std::vector<SpatialForce>& forces,
                      OutsideWrenches* E) {
  for (const SpatialForce& applied : forces) {
    E->Add(applied.body, position.X_WB[applied.body] * applied.p_BoQ_B,
           applied.F_Q_W.head<3>(), applied.F_Q_W.tail<3>());
  }
}

void AddConstraints(const Model& model, const PositionKinematics& position,
                    const std::vector<Vector6d>& forces, OutsideWrenches* E) {
  for (std::size_t i = 0; i < forces.size(); ++i) {
    const Constraint& constraint = model.constraints()[i];
    const Vector3d p_WBo = position.X_WB[constraint.body_b].translation();
    E->Add(constraint.body_b, p_WBo, forces[i].head<3>(), forces[i].tail<3>());
    E->Add(constraint.body_a, p_WBo, -forces[i].head<3>(),
           -forces[i].tail<3>());
  }
}

void AddThrusters(const Model& model, const PositionKinematics& position,
                  const VectorXd& efforts, OutsideWrenches* E) {
  for (int i = 0; i < model.num_actuators(); ++i) {
    const Actuator& actuator = model.actuators()[i];
    if (actuator.body < 0) continue;
    const RigidTransform X_WS = position.X_WB[actuator.body] * actuator.X_BS;
    E->Add(actuator.body, X_WS.translation(),
           X_WS.linear() * actuator.wrench_S.head<3>() * efforts[i],
           X_WS.linear() * actuator.wrench_S.tail<3>() * efforts[i]);
  }
}

// From corner to corner T / divisor draws both together, which cancels where
// both are on one body: along arcs.
void AddTendons(const Model& model, const PositionKinematics& position,
                const StepRecord& record, OutsideWrenches* E) {
  for (int i = 0; i < std::ssize(model.tendons()); ++i) {
    const Tendon& tendon = model.tendons()[i];
    if (!tendon.is_spatial()) continue;
    const double tension = CalcTendonTension(model, record, i);
    for (const TendonBranch& branch : CalcTendonBranches(position, tendon)) {
      for (std::size_t k = 1; k < branch.corners.size(); ++k) {
        const TendonCorner& a = branch.corners[k - 1];
        const TendonCorner& b = branch.corners[k];
        const Vector3d pull =
            tension / branch.divisor * (b.p_W - a.p_W).normalized();
        E->Add(a.body, a.p_W, Vector3d::Zero(), pull);
        E->Add(b.body, b.p_W, Vector3d::Zero(), -pull);
      }
    }
  }
}

// Forces of actuators along lengths of their own: on S, and back on R. Those of
// ball and floating joints are in the joints.
void AddTransmissions(const Model& model, const PositionKinematics& position,
                      const VectorXd& efforts, OutsideWrenches* E) {
  for (int i = 0; i < model.num_actuators(); ++i) {
    const int tendon = model.actuators()[i].tendon;
    if (tendon < 0 || !model.tendons()[tendon].transmission) continue;
    const Transmission& of = *model.tendons()[tendon].transmission;
    if (of.kind == Transmission::Kind::kJoint) continue;
    double length = 0;
    const TransmissionForce unit = CalcTransmissionForce(position, of, &length);
    const Vector3d torque_W = efforts[i] * unit.torque_W;
    const Vector3d force_W = efforts[i] * unit.force_W;
    E->Add(of.body, unit.p_WSo, torque_W, force_W);
    if (of.reference >= 0)
      E->Add(of.reference, unit.p_WSo, -torque_W, -force_W);
  }
}

// Pulls of bodies that adhere (input_forces.h).
void AddAdhesion(const Model& model, const StepRecord& record,
                 OutsideWrenches* E) {
  for (int i = 0; i < model.num_actuators(); ++i) {
    const Actuator& actuator = model.actuators()[i];
    if (!actuator.adheres) continue;
    const auto body_of = [&](int geometry) {
      return model.geometries()[geometry].body;
    };
    const auto weight_of = [&](const PointContact& point) {
      return body_of(point.geometry_a) == actuator.body ||
                     body_of(point.geometry_b) == actuator.body
                 ? CalcAdhesionWeight(-point.depth)
                 : 0;
    };
    AdhesionShares shares;
    for (const PointContact& point : record.contacts.points)
      shares.Add(weight_of(point));
    const double pull = record.actuator_efforts[i] * shares.scale();
    for (const PointContact& point : record.contacts.points) {
      const Vector3d pull_W = pull * weight_of(point) * point.normal_W;
      E->Add(body_of(point.geometry_a), point.p_WC, Vector3d::Zero(), pull_W);
      E->Add(body_of(point.geometry_b), point.p_WC, Vector3d::Zero(), -pull_W);
    }
  }
}

}  // namespace

void CalcJointReactions(const Model& model, const StepRecord& record,
                        std::vector<Vector6d>* F_W) {
  PositionKinematics position;
  VelocityKinematics velocity;
  CalcPositionKinematics(model, record.q, &position);
  CalcVelocityKinematics(model, position, record.v, &velocity);
  OutsideWrenches E(position);
  AddContacts(model, record.contacts, &E);
  AddSpatialForces(position, record.spatial_forces, &E);
  AddConstraints(model, position, record.constraint_forces, &E);
  AddThrusters(model, position, record.actuator_efforts, &E);
  AddTendons(model, position, record, &E);
  AddTransmissions(model, position, record.actuator_efforts, &E);
  AddAdhesion(model, record, &E);

  std::vector<Vector6d> F_Bo;
  CalcJointWrenches(model, position, velocity, record.vdot, E.all(), &F_Bo);
  if (record.gravity_way.size() > 0) {
    std::vector<Vector6d> dW;
    CalcWeightChanges(model, position, record.gravity_way, &dW);
    for (std::size_t b = 0; b < F_Bo.size(); ++b) F_Bo[b] -= dW[b];
  }
  F_W->resize(model.joints().size());
  for (std::size_t j = 0; j < F_W->size(); ++j) {
    Vector6d& F = (*F_W)[j];
    F = F_Bo[j + 1];
    F.head<3>() += position.p_MoBo_W[j + 1].cross(F.tail<3>());
  }
}

}  // namespace tactus::multibody
