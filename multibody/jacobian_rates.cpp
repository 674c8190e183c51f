#include "tactus/multibody/jacobian_rates.h"

#include <vector>

#include "tactus/multibody/body_chain.h"

namespace tactus::multibody {
namespace {

// Sums over a body and all that it carries, about one point O.
struct Load {
  Vector3d torque = Vector3d::Zero(), force = Vector3d::Zero();
  Matrix3d pf = Matrix3d::Zero();  // p f'

  void operator+=(const Load& other) {
    torque += other.torque;
    force += other.force;
    pf += other.pf;
  }
};

// A velocity's twist, its linear part at O.
struct Axis {
  Vector3d w, v;
  int joint{}, rank{};
};

std::vector<Load> SumLoads(const Model& model, const Tree& tree,
                           std::span<const Vector3d> p,
                           std::span<const Vector6d> W, const Vector3d& O) {
  std::vector<Load> loads(tree.num_bodies);
  for (int b = tree.first_body + tree.num_bodies - 1; b >= tree.first_body;
       --b) {
    Load& load = loads[b - tree.first_body];
    const Vector3d arm = p[b] - O, force = W[b].tail<3>();
    load += {.torque = W[b].head<3>() + arm.cross(force),
             .force = force,
             .pf = arm * force.transpose()};
    const int parent = model.joints()[b - 1].parent;
    if (parent >= tree.first_body) loads[parent - tree.first_body] += load;
  }
  return loads;
}

std::vector<Axis> FindAxes(const Model& model, const Tree& tree,
                           std::span<const Matrix6Xd> J,
                           std::span<const Vector3d> p, const Vector3d& O) {
  std::vector<Axis> axes(tree.nv);
  for (int b = tree.first_body; b < tree.first_body + tree.num_bodies; ++b) {
    const Joint& joint = model.joints()[b - 1];
    for (int i = 0; i < joint.nv(); ++i) {
      const int k = joint.v_start - tree.v_start + i;
      const Vector3d w = J[b].col(k).head<3>();
      axes[k] = {.w = w,
                 .v = J[b].col(k).tail<3>() + w.cross(O - p[b]),
                 .joint = b - 1,
                 .rank = CalcCarrierRank(joint.type, i)};
    }
  }
  return axes;
}

// Of velocities j and k, where `load` is what both carry.
double CalcRate(const Axis& j, const Axis& k, const Load& load) {
  // v_k(p) x f = (w x p + v) x f = p (w'f) - w (p'f) + v x f.
  const Vector3d moved =
      load.pf * k.w - load.pf.trace() * k.w + k.v.cross(load.force);
  double rate = j.w.dot(moved);
  const bool is_before =
      k.joint < j.joint || (k.joint == j.joint && k.rank < j.rank);
  if (is_before) {
    rate += k.w.cross(j.w).dot(load.torque) +
            (k.w.cross(j.v) + k.v.cross(j.w)).dot(load.force);
  }
  return rate;
}

}  // namespace

void AddJacobianTransposeRates(const Model& model, const Tree& tree,
                               std::span<const Matrix6Xd> J,
                               std::span<const Vector3d> p,
                               std::span<const Vector6d> W,
                               Eigen::Ref<MatrixXd> rates) {
  const Vector3d O = p[tree.first_body];
  const std::vector<Load> loads = SumLoads(model, tree, p, W, O);
  const std::vector<Axis> axes = FindAxes(model, tree, J, p, O);
  for (int b = tree.first_body; b < tree.first_body + tree.num_bodies; ++b) {
    const Joint& outer = model.joints()[b - 1];
    const Load& load = loads[b - tree.first_body];
    const int begin = outer.v_start - tree.v_start;
    for (int a = b; a >= tree.first_body; a = model.joints()[a - 1].parent) {
      const Joint& inner = model.joints()[a - 1];
      const int first = inner.v_start - tree.v_start;
      for (int j = begin; j < begin + outer.nv(); ++j) {
        for (int k = first; k < first + inner.nv(); ++k) {
          rates(j, k) += CalcRate(axes[j], axes[k], load);
          if (a != b) rates(k, j) += CalcRate(axes[k], axes[j], load);
        }
      }
    }
  }
}

}  // namespace tactus::multibody
