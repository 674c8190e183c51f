#pragma once

#include <functional>
#include <vector>

#include "tactus/common/types.h"
#include "tactus/contact/velocity_problem.h"
#include "tactus/multibody/model.h"

namespace tactus::multibody {

/// How elements of elastic bodies turn in a step of length h, and what their
/// forces are by that.
///
/// Where forces act in the middle, the mid-point rule on v^ = (v0 + v1) / 2, an
/// element of nodes x0 at the start turns from R0 by way of Rm to R1,
///
///     x^ = x0 + h/2 v^                      nodes in the middle
///     R0 = polar(F(x0)),   Rm = polar(F(x^)),   R1 = Rm R0' Rm
///     f = Km (x^ - (R0 + R1)/2 X) + damping Km v^     dU/dx in the middle [N]
///     Km = K(x^)                            (elastic_solid.h)
///
/// with X its nodes at rest: the mean of both ends' displacements from where
/// rest has turned to. What turns rigidly has none at either end, while its
/// middle is a chord's, shorter by the cosine of half the turn. With K of the
/// start for Km and R0 for all three, forces would act where the element was,
/// and undamped blocks would gain energy as they spin.
///
/// f has no moment about x^, which keeps the angular momentum. In small strains
/// e its work is U1 - U0 and that of damping, but for terms of the order of U
/// times the square of the turn: with B of x^, B (x1 - x0) is e1 - e0, for x^
/// is in the middle of both, and the stress is C (e0 + e1)/2.
///
/// Where forces act at the end, R0 is held, and what that takes a turn for is
/// no strain (apparent_strain.h),
///
///     f = K (x1 - (1 + q) R0 X) + damping K (v1 - R0 q X / h).
///
/// Rm and q are implicit in v^: they are found in passes, the first one from
/// v0, each of the others from the last one's v^. A body that is set spinning
/// within the step would swell by what v0 does not tell.
class ElasticTurns {
 public:
  /// Takes up a step of `h` from `q`, where `problem` was made; all stay alive
  /// until the next. With `takes_turns` it counts those of v0 as no strain
  /// (VelocityProblemBuilder::TakeElasticTurns).
  void Reset(const Model& model, const VectorXd& q,
             const contact::VelocityProblem& problem, double h,
             bool takes_turns, int num_threads = 1);

  /// By how much q of v^ is another than that of the last MakeEnd(), or of v0,
  /// where that is the most; differences below 1e-4 may count as none.
  double CalcMissedStrain(const VectorXd& v_hat);
  /// The problem with forces that act at the end, by q of `v_hat`.
  const contact::VelocityProblem& MakeEnd(const VectorXd& v_hat);

  /// Finds Rm of v^; how far it is from the last one, or from R0, where that is
  /// the most [rad]. @pre The problem does not take turns.
  double Turn(const VectorXd& v_hat);
  /// The problem with forces that act in the middle, by Rm of the last Turn().
  const contact::VelocityProblem& MakeMiddle();

  /// The body of which the last number is.
  const ElasticBody& worst_body() const { return *worst_body_; }

 private:
  struct Element {
    const ElasticBody* body{};
    /// From the first node to the three others, at rest and at x0 [m].
    Matrix3d rest, start;
    Matrix3d inverse;  ///< Of `rest`.
    Matrix3d R0, Rm;
    double change{};  ///< Of Rm [rad], or of q.
  };
  /// What is called with the number of a tetrahedron in its body, and among
  /// all.
  using Visit =
      std::function<void(const ElasticBody& body, int tetrahedron, int i)>;

  void ForEachElement(const Visit& visit) const;
  Matrix3d CalcChange(int i, const VectorXd& v) const;
  Matrix3d CalcStrain(int i, const VectorXd& v) const;
  double FindWorst();
  void TakeUp();
  void AddChanges();

  const Model* model_{};
  const VectorXd* q_{};
  const contact::VelocityProblem* start_{};
  double h_{};
  bool takes_turns_{};
  int num_threads_ = 1;
  const ElasticBody* worst_body_{};
  VectorXd v_last_;  ///< Of the last MakeEnd(), or v0.
  VectorXd v_turn_;  ///< Of the last Turn().
  VectorXd middle_;  ///< x^ of that.
  std::vector<Element> elements_;
  /// The changes of elements' forces at v^ = 0, by element [N].
  Eigen::Matrix<double, 12, Eigen::Dynamic> changes_;
  contact::VelocityProblem problem_;
  bool is_taken_up_{};  ///< Whether it is of the last Reset().
};

}  // namespace tactus::multibody
