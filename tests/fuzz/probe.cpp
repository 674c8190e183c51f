#include "fuzz/probe.h"

#include <utility>

#include "fuzz/fault.h"

#include "tactus/apps/commands/dynamics_json.h"

namespace tactus::test {

// What is quadratic in a model's size is left to small ones.
constexpr int kMostVelocities = 100;

void Probe(multibody::ModelBuilder builder) {
  const auto model = std::move(builder).Build();
  const int nv = model->num_velocities();
  Expect(model->default_positions().allFinite(),
         "a default position is not finite");
  if (nv > kMostVelocities) return;
  const auto json =
      apps::MakeDynamicsJson(*model, apps::MakeDefaultState(*model));
  Expect(static_cast<int>(json["mass_matrix"].size()) == nv,
         "the mass matrix has another size than the model");
  Expect(!json.dump(2, ' ', false,
                    nlohmann::ordered_json::error_handler_t::replace)
              .empty(),
         "the model has no dynamics");
}

void ExpectUntouched(const multibody::ModelBuilder& builder) {
  Expect(builder.num_bodies() == 1, "bodies are left in the builder");
}

}  // namespace tactus::test
