#pragma once

#include <array>
#include <vector>

#include "tactus/contact/comfree/options.h"
#include "tactus/contact/comfree/smooth_prediction.h"
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
/// normal spin, rolling) beside the normal J_n.
///
/// Mass splitting: facets j on bodies b in trees with n_b facets in all, each
/// with facet Jacobian Jt_j = J_n +- mu J_j, get
///
///     m_j (k h + d) <= 1 / sum_b n_b Jt_jb A^-1 Jt_jb'.
///
/// Then, by Cauchy and Schwarz in each tree, the largest eigenvalue of
/// W Jt A^-1 Jt', W = diag(m_j (k h + d)), is at most 1 and a sweep cannot feed
/// energy in.
class ComFreeGains {
 public:
  static constexpr int kMaxFacets = 10;
  using FacetMasses = std::array<double, kMaxFacets>;

  /// Number of facets of a contact, by condim.
  static int NumFacets(int condim);

  /// For the contacts of `problem`; w of its bodies.
  void Reset(const VelocityProblem& problem, const SmoothPrediction& prediction,
             const ComFreeOptions& options, double h);

  /// Facets that act on each clique, added to `rows_of_clique`.
  void CountRows(std::vector<int>* rows_of_clique) const;

  /// True when all facets of point `i` of `patch` have one mass, mass();
  /// otherwise each has its own, facet_masses(). With mass splitting always
  /// the latter.
  bool Calc(const ContactPatch& patch, int i,
            const std::vector<int>& rows_of_clique);
  double mass() const { return mass_; }
  const FacetMasses& facet_masses() const { return facet_masses_; }

 private:
  struct Body {
    double inverse_mass{};      ///< w
    bool has_mobility = false;  ///< Phi is set.
    Matrix6d Phi;               ///< J A^-1 J' at Bo, 6x6.
  };
  /// Jt A^-1 Jt', J_n A^-1 J_n' + J_j A^-1 J_j' of a facet, by body.
  struct FacetInertia {
    double facet{}, parts{};
  };

  double CalcInverseMass(const ContactBody& body);
  const Matrix6d& EvalMobility(int body);
  FacetInertia CalcFacet(int body, const Vector3d& p_BoC_W,
                         const ContactPoint& point, int facet);

  const VelocityProblem* problem_{};
  const SmoothPrediction* prediction_{};
  ComFreeOptions options_;
  double damping_gain_{};
  std::vector<Body> bodies_;
  MatrixXd columns_, mobility_;
  double mass_{};
  FacetMasses facet_masses_{};
};

}  // namespace tactus::contact
