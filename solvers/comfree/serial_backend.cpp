#include <algorithm>

#include "tactus/common/require.h"
#include "tactus/solvers/comfree/backend.h"
#include "tactus/solvers/comfree/incidence.h"
#include "tactus/solvers/comfree/law.h"

namespace tactus::solvers::comfree {
namespace {

template <class Real>
void AddWrench(const ContactView<Real>& contacts, int i, int side, int body,
               const BodyView<Real>& bodies) {
  if (body < 0) return;
  const Wrench<Real> w = CarryToBody(contacts, i, side);
  const int stride = bodies.stride;
  Store(Load(bodies.wrenches, stride, 0, body) + w.torque, bodies.wrenches,
        stride, 0, body);
  Store(Load(bodies.wrenches, stride, 3, body) + w.force, bodies.wrenches,
        stride, 3, body);
}

// One thread may add each contact's wrench to its bodies as soon as it is
// known. A body's sum then runs over its contacts in the same order as when
// bodies gather, and is the same.
template <class Real>
class SerialBackend final : public Backend<Real> {
 public:
  BackendKind kind() const override { return BackendKind::kSerial; }

  void Bind(ContactArrays<Real>* contacts, int num_bodies) override {
    CheckContacts(*contacts, num_bodies);
    contacts_ = contacts;
    num_bodies_ = num_bodies;
  }

  void Sweep(const Gains<Real>& gains, Start start,
             BodyArrays<Real>* bodies) override {
    Require(contacts_ && bodies->num() == num_bodies_,
            "comfree: the bodies are not those of Bind");
    std::ranges::fill(bodies->wrenches(), Real(0));
    const ContactView<Real> C = contacts_->view();
    const BodyView<Real> B = bodies->view();
    for (int i = 0; i < C.num; ++i) {
      ResolveContact(C, B, gains, start == Start::kZero, i);
      if (contacts_->condim(i) == 0) continue;
      AddWrench(C, i, 0, contacts_->body_a(i), B);
      AddWrench(C, i, 1, contacts_->body_b(i), B);
    }
  }

  void Fetch() override {}

 private:
  ContactArrays<Real>* contacts_ = nullptr;
  int num_bodies_{};
};

}  // namespace

template <class Real>
std::unique_ptr<Backend<Real>> MakeSerialBackend() {
  return std::make_unique<SerialBackend<Real>>();
}

template std::unique_ptr<Backend<float>> MakeSerialBackend();
template std::unique_ptr<Backend<double>> MakeSerialBackend();

}  // namespace tactus::solvers::comfree
