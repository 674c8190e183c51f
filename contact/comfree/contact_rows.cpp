#include "tactus/contact/comfree/contact_rows.h"

#include <algorithm>

#include "tactus/solvers/comfree/arrays.h"

namespace tactus::contact {
namespace {

namespace comfree = solvers::comfree;

template <class Real>
class RowsOf final : public ComFreeContactRows {
 public:
  explicit RowsOf(const ComFreeOptions& options)
      : backend_(
            comfree::MakeBackend<Real>(options.backend, options.num_threads)) {
    gains_.k = static_cast<Real>(options.stiffness);
    gains_.d = static_cast<Real>(options.damping);
  }

  void Bind(const VelocityProblem& problem, const ComFreeGains& gains,
            double h) override {
    gains_.h = static_cast<Real>(h);
    contacts_.Resize(static_cast<int>(problem.points.size()));
    bodies_.Resize(static_cast<int>(problem.bodies.size()));
    has_torques_ = false;
    for (const ContactPatch& patch : problem.patches) {
      for (int i = 0; i < patch.num_points; ++i)
        SetContact(problem, patch, patch.first_point + i, gains);
    }
    backend_->Bind(&contacts_, bodies_.num());
  }

  void Sweep(const std::vector<Vector6d>& V, bool is_first, double momentum,
             std::vector<Vector6d>* F) override {
    gains_.momentum = static_cast<Real>(momentum);
    for (int b = 0; b < bodies_.num(); ++b) bodies_.SetVelocity(b, V[b]);
    backend_->Sweep(gains_,
                    is_first ? comfree::Start::kZero : comfree::Start::kStored,
                    &bodies_);
    for (int b = 0; b < bodies_.num(); ++b) bodies_.GetWrench(b, &(*F)[b]);
  }

  void GetForces(std::vector<Vector3d>* forces_W,
                 std::vector<Vector3d>* torques_W) override {
    backend_->Fetch();
    forces_W->resize(contacts_.num());
    torques_W->resize(has_torques_ ? contacts_.num() : 0);
    for (int i = 0; i < contacts_.num(); ++i) {
      contacts_.GetForce(i, &(*forces_W)[i]);
      if (has_torques_) contacts_.GetTorque(i, &(*torques_W)[i]);
    }
  }

 private:
  void SetContact(const VelocityProblem& problem, const ContactPatch& patch,
                  int index, const ComFreeGains& gains) {
    const ContactPoint& point = problem.points[index];
    // An anchored body has no wrench that anyone asks for.
    const auto moving = [&](int body) {
      return problem.bodies[body].clique < 0 ? -1 : body;
    };
    contacts_.SetBodies(index, moving(patch.body_a), moving(patch.body_b));
    contacts_.SetGeometry(index, point.R_WC,
                          Vector3d(patch.p_AoBo_W + point.p_BoC_W),
                          point.p_BoC_W, point.bias_C);
    contacts_.SetFriction(index, point.condim, point.sliding_friction,
                          point.torsional_friction, point.rolling_friction);
    const ComFreeGains::Masses& masses = gains.masses(index);
    contacts_.SetDistance(index, point.phi0, masses.all);
    if (masses.has_each) contacts_.SetRowMasses(index, masses.each);
    has_torques_ = has_torques_ || point.condim > 3;
  }

  comfree::Gains<Real> gains_;
  comfree::ContactArrays<Real> contacts_;
  comfree::BodyArrays<Real> bodies_;
  std::unique_ptr<comfree::Backend<Real>> backend_;
  bool has_torques_ = false;
};

}  // namespace

std::unique_ptr<ComFreeContactRows> ComFreeContactRows::Make(
    const ComFreeOptions& options) {
  if (options.single_precision) return std::make_unique<RowsOf<float>>(options);
  return std::make_unique<RowsOf<double>>(options);
}

}  // namespace tactus::contact
