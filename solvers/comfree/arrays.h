#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "tactus/solvers/comfree/layout.h"

namespace tactus::solvers::comfree {

/// The least stride for `num` items: whole cache lines, and an odd number of
/// them, or all components of one item would compete for one set of the cache.
constexpr int CalcStride(int num) {
  constexpr int kItemsPerLine = 8;
  return ((num + kItemsPerLine - 1) / kItemsPerLine | 1) * kItemsPerLine;
}

/// Contacts, laid out as layout.h says. Vectors and matrices are handed over as
/// anything with v[i] and M(row, column), such as Eigen's.
template <class Real>
class ContactArrays {
 public:
  ContactArrays() = default;
  explicit ContactArrays(int num) { Resize(num); }

  /// Makes `num` empty slots, which exert no force. Values are lost, memory is
  /// kept.
  void Resize(int num) {
    num_ = num;
    stride_ = CalcStride(num);
    has_row_masses_ = false;
    indices_.assign(Size(kNumContactIndices), 0);
    inputs_.resize(Size(kNumContactInputs));
    outputs_.assign(Size(kNumContactOutputs), Real(0));
  }

  int num() const { return num_; }
  int stride() const { return stride_; }

  /// A and B of contact i, in [-1, number of bodies); -1: anchored.
  void SetBodies(int i, int body_a, int body_b) {
    indices_[Place(kBodyA, i)] = body_a;
    indices_[Place(kBodyB, i)] = body_b;
  }

  /// R_WC = (t1, t2, n), n from A into B, the positions of C from the bodies'
  /// origins, in the world [m], and the surfaces' own velocity, in C [m/s].
  template <class Matrix, class Vector>
  void SetGeometry(int i, const Matrix& R_WC, const Vector& p_AoC_W,
                   const Vector& p_BoC_W, const Vector& bias_C) {
    for (int column = 0; column < 3; ++column) {
      for (int row = 0; row < 3; ++row)
        Input(kFrame + 3 * column + row, i) = Real(R_WC(row, column));
      Input(kPositionA + column, i) = Real(p_AoC_W[column]);
      Input(kPositionB + column, i) = Real(p_BoC_W[column]);
      Input(kBias + column, i) = Real(bias_C[column]);
    }
  }

  /// The distance phi [m], positive apart, and the mass m [kg] of all facets.
  void SetDistance(int i, double phi, double mass) {
    Input(kDistance, i) = Real(phi);
    Input(kMass, i) = Real(mass);
    indices_[Place(kHasRowMass, i)] = 0;
  }

  /// A mass [kg] for each facet, `masses`[j], in place of the one. To be called
  /// last, for it takes as many as condim says.
  template <class Vector>
  void SetRowMasses(int i, const Vector& masses) {
    if (!has_row_masses_) row_masses_.assign(Size(kMaxRows), Real(0));
    has_row_masses_ = true;
    indices_[Place(kHasRowMass, i)] = 1;
    for (int j = 0; j < NumRows(condim(i)); ++j)
      row_masses_[Place(j, i)] = Real(masses[j]);
  }

  /// condim 1, 3, 4 or 6, or 0 to empty the slot; mu_t, and mu_tor and mu_rol
  /// [m]. Those that condim leaves out are not looked at.
  void SetFriction(int i, int condim, double mu_t, double mu_tor,
                   double mu_rol) {
    indices_[Place(kCondim, i)] = condim;
    Input(kSliding, i) = Real(mu_t);
    Input(kTorsional, i) = Real(mu_tor);
    Input(kRolling, i) = Real(mu_rol);
  }

  int condim(int i) const { return indices_[Place(kCondim, i)]; }
  int body_a(int i) const { return indices_[Place(kBodyA, i)]; }
  int body_b(int i) const { return indices_[Place(kBodyB, i)]; }

  /// The force of facet j < NumRows(condim) [N].
  Real lambda(int i, int j) const { return outputs_[Place(kLambda + j, i)]; }

  /// On B at C, in the world [N].
  template <class Vector>
  void GetForce(int i, Vector* force) const {
    for (int c = 0; c < 3; ++c) (*force)[c] = outputs_[Place(kForce + c, i)];
  }

  /// On B about C, in the world [N m].
  template <class Vector>
  void GetTorque(int i, Vector* torque) const {
    for (int c = 0; c < 3; ++c) (*torque)[c] = outputs_[Place(kTorque + c, i)];
  }

  ContactView<Real> view() {
    return {num_,
            stride_,
            indices_.data(),
            inputs_.data(),
            has_row_masses_ ? row_masses_.data() : nullptr,
            outputs_.data()};
  }

  // The blocks of memory, for whoever moves them as a whole.
  std::span<const int> indices() const { return indices_; }
  std::span<const Real> inputs() const { return inputs_; }
  std::span<const Real> row_masses() const {
    return {row_masses_.data(), has_row_masses_ ? Size(kMaxRows) : 0};
  }
  std::span<Real> outputs() { return outputs_; }

 private:
  std::size_t Size(int components) const { return Place(components, 0); }
  std::size_t Place(int component, int i) const {
    return static_cast<std::size_t>(component) *
               static_cast<std::size_t>(stride_) +
           static_cast<std::size_t>(i);
  }
  Real& Input(int component, int i) { return inputs_[Place(component, i)]; }

  int num_{}, stride_{};
  bool has_row_masses_{};
  std::vector<int> indices_;
  std::vector<Real> inputs_, row_masses_, outputs_;
};

/// The bodies' velocities, and the wrenches that contacts exert on them, about
/// the bodies' origins, in the world: angular part first.
template <class Real>
class BodyArrays {
 public:
  BodyArrays() = default;
  explicit BodyArrays(int num) { Resize(num); }

  /// Makes `num` bodies at rest. Values are lost, memory is kept.
  void Resize(int num) {
    num_ = num;
    stride_ = CalcStride(num);
    velocities_.assign(Place(kNumBodyComponents, 0), Real(0));
    wrenches_.assign(Place(kNumBodyComponents, 0), Real(0));
  }

  int num() const { return num_; }
  int stride() const { return stride_; }

  /// V_WB = (w [rad/s], v [m/s] of the origin).
  template <class Vector>
  void SetVelocity(int body, const Vector& V_WB) {
    for (int c = 0; c < kNumBodyComponents; ++c)
      velocities_[Place(c, body)] = Real(V_WB[c]);
  }

  /// (torque [N m] about the origin, force [N]).
  template <class Vector>
  void GetWrench(int body, Vector* wrench) const {
    for (int c = 0; c < kNumBodyComponents; ++c)
      (*wrench)[c] = wrenches_[Place(c, body)];
  }

  BodyView<Real> view() {
    return {num_, stride_, velocities_.data(), wrenches_.data()};
  }
  std::span<const Real> velocities() const { return velocities_; }
  std::span<Real> wrenches() { return wrenches_; }

 private:
  std::size_t Place(int component, int body) const {
    return static_cast<std::size_t>(component) *
               static_cast<std::size_t>(stride_) +
           static_cast<std::size_t>(body);
  }

  int num_{}, stride_{};
  std::vector<Real> velocities_, wrenches_;
};

}  // namespace tactus::solvers::comfree
