#include "tactus/solvers/comfree/backend.h"

#ifdef _OPENMP
#include <omp.h>

#include "tactus/common/require.h"
#include "tactus/solvers/comfree/incidence.h"
#include "tactus/solvers/comfree/law.h"
#endif

namespace tactus::solvers::comfree {

#ifndef _OPENMP
std::string WhyOpenMpUnavailable() {
  return "it was built without OpenMP";
}

template <class Real>
std::unique_ptr<Backend<Real>> MakeOpenMpBackend(int) {
  return nullptr;
}
#else
namespace {

// Threads take contacts, then bodies, in equal shares. No two of them write to
// one place, and no sum is split.
template <class Real>
class OpenMpBackend final : public Backend<Real> {
 public:
  explicit OpenMpBackend(int num_threads)
      : num_threads_(num_threads > 0 ? num_threads : omp_get_max_threads()) {}

  BackendKind kind() const override { return BackendKind::kOpenMp; }

  void Bind(ContactArrays<Real>* contacts, int num_bodies) override {
    CheckContacts(*contacts, num_bodies);
    incidence_.Build(*contacts, num_bodies);
    contacts_ = contacts;
    num_bodies_ = num_bodies;
  }

  void Sweep(const Gains<Real>& gains, Start start,
             BodyArrays<Real>* bodies) override {
    Require(contacts_ && bodies->num() == num_bodies_,
            "comfree: the bodies are not those of Bind");
    const ContactView<Real> C = contacts_->view();
    const BodyView<Real> B = bodies->view();
    const IncidenceView incidence = incidence_.view();
    const bool from_zero = start == Start::kZero;
    // Waking threads costs as much as some hundred contacts.
    if (num_threads_ == 1 || C.num < 500) {
      for (int i = 0; i < C.num; ++i) ResolveContact(C, B, gains, from_zero, i);
      for (int b = 0; b < B.num; ++b) GatherBody(C, incidence, b, B);
      return;
    }
#pragma omp parallel num_threads(num_threads_)
    {
#pragma omp for schedule(static)
      for (int i = 0; i < C.num; ++i) ResolveContact(C, B, gains, from_zero, i);
#pragma omp for schedule(static)
      for (int b = 0; b < B.num; ++b) GatherBody(C, incidence, b, B);
    }
  }

  void Fetch() override {}

 private:
  int num_threads_;
  int num_bodies_{};
  ContactArrays<Real>* contacts_ = nullptr;
  Incidence incidence_;
};

}  // namespace

std::string WhyOpenMpUnavailable() {
  return {};
}

template <class Real>
std::unique_ptr<Backend<Real>> MakeOpenMpBackend(int num_threads) {
  return std::make_unique<OpenMpBackend<Real>>(num_threads);
}
#endif

template std::unique_ptr<Backend<float>> MakeOpenMpBackend(int);
template std::unique_ptr<Backend<double>> MakeOpenMpBackend(int);

}  // namespace tactus::solvers::comfree
