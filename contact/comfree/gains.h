#pragma once

#include <array>
#include <vector>

#include "tactus/contact/comfree/options.h"
#include "tactus/contact/smooth_prediction.h"
#include "tactus/contact/velocity_problem.h"

namespace tactus::contact {

/// The mass m that scales each contact's gains, k m / h and d m / h; eqs. (11)
/// and (12) of [Borse26]:
///
///     m = rho(phi) / (w_A + w_B),     w_b = trace(J_b A^-1 J_b') / 3
///
/// J_b: the three velocities of body b's centre of mass; a free body has
/// w = 1 / mass, an anchored one 0. (The paper prints the trace without 1/3;
/// its figures fit the mean.)
///
/// Where joints hold the centre of mass, w says nothing about the contact: a
/// wheel on its axle has w = 0. Below a hundredth of the point's own mean, each
/// facet has a mass of its own,
///
///     m_j = rho / (J_n A^-1 J_n' + J_j A^-1 J_j')
///
/// with J_j the row's direction before its friction coefficient (tangent,
/// normal spin, rolling) beside the normal J_n. And since a finger that turns
/// about a point near its centre of mass is held almost as much, no facet of a
/// body with joints has more than 1 / 0.3 of that; the paper's rule would
/// feed energy in.
///
/// Mass splitting: let W = diag(m_j (k h + d)), and
///
///     lambda_b >= largest eigenvalue of Phi_b S_b,
///     Phi_b = J_b A^-1 J_b',   S_b = sum_j W_j g_j g_j',     both 6 x 6,
///
/// with g_j the wrench on body b of a unit push along facet Jt_j = J_n +- mu
/// J_j. Then tree t loads each of its facets with load_t = sum of lambda_b over
/// its bodies (and what joint rows add), and the facets of a contact between
/// trees t and u are divided by max(1, load_t + load_u). By Cauchy and Schwarz
/// no eigenvalue of W Jt A^-1 Jt' exceeds 1 then, and contacts at phi = 0
/// cannot feed energy in. (What overlaps is pushed out, at up to k |phi| / (k h
/// + d).)
class ComFreeGains {
 public:
  static constexpr int kMaxFacets = 10;
  /// The masses m of one contact [kg].
  struct Masses {
    double all{};  ///< Of all facets, where they have not one each.
    bool has_each = false;
    std::array<double, kMaxFacets> each{};
  };

  /// Number of facets of a contact, by condim.
  static int NumFacets(int condim);

  /// For the contacts of `problem`.
  void Reset(const VelocityProblem& problem, const SmoothPrediction& prediction,
             const ComFreeOptions& options, double h);

  /// Adds to `load_of_clique` what contacts load each clique with.
  void AddLoads(std::vector<double>* load_of_clique);
  void SplitMasses(const std::vector<double>& load_of_clique);

  /// Those of point `index` of the problem.
  const Masses& masses(int index) const { return masses_[index]; }

  /// What the springs of contacts that overlap hold,
  ///
  ///     sum over contacts of 1/2 (k/h) (sum of m_j over facets) phi^2 [J]
  double CalcStoredEnergy() const;

 private:
  struct Body {
    double inverse_mass{};      ///< w
    bool has_mobility = false;  ///< Phi is set.
    Matrix6d Phi;               ///< J A^-1 J' at Bo, 6x6.
    Matrix6d S;                 ///< Of mass splitting.
  };
  /// Wrenches at Bo of unit pushes at a contact: along its normal, and along
  /// or about the directions of its pairs of facets.
  struct Pushes {
    Vector6d normal;
    int num_pairs{};  ///< 0 for condim 1.
    std::array<Vector6d, 5> direction;
    std::array<double, 5> mu{};
  };
  static Pushes MakePushes(const Vector3d& p_BoC_W, const ContactPoint& point);

  double CalcInverseMass(const ContactBody& body);
  const Matrix6d& EvalMobility(int body);
  bool HasJoints(int body) const;
  void CalcMasses(const ContactPatch& patch, const ContactPoint& point,
                  Masses* masses);
  void AddLoad(int body, const Vector3d& p_BoC_W, const ContactPoint& point,
               const Masses& masses);

  const VelocityProblem* problem_{};
  const SmoothPrediction* prediction_{};
  ComFreeOptions options_;
  double damping_gain_{}, h_{};
  std::vector<Body> bodies_;
  std::vector<Masses> masses_;
  MatrixXd columns_;
  SmoothPrediction::Mobility mobility_;
};

}  // namespace tactus::contact
