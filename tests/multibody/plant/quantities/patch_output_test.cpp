#include "tactus/multibody/plant/quantities/patch_output.h"

#include <memory>
#include <vector>

#include <catch2/catch.hpp>

#include "tactus/multibody/model_builder.h"
#include "tactus/multibody/spatial_inertia.h"
#include "tactus/systems/diagram_builder.h"

namespace tactus::multibody {
namespace {

using contact::Compliance;

constexpr double kHalf = 0.05, kModulus = 1e5;  // [m], [Pa]

// A soft cube that is `depth` deep in rigid ground.
struct Subject {
  Subject() {
    contact::Material rigid, soft;
    rigid.compliance.kind = Compliance::Kind::kRigid;
    soft.compliance = {.kind = Compliance::Kind::kCompliant,
                       .modulus = kModulus};
    soft.dissipation = 0;
    ModelBuilder model;
    const int cube = model.AddBody(
        "cube", SpatialInertia{.mass = 1, .I_Bcm = Matrix3d::Identity()});
    model.AddGeometry({.name = "ground",
                       .body = 0,
                       .shape = contact::HalfSpace{},
                       .material = rigid});
    model.AddGeometry({.name = "cube",
                       .body = cube,
                       .shape = contact::Box{Vector3d::Constant(kHalf)},
                       .material = soft});
    systems::DiagramBuilder builder;
    plant = &builder.AddSystem<MultibodyPlant>(std::move(model).Build());
    output = &builder.AddSystem<PatchOutput>("patches", *plant);
    builder.Connect(plant->step_record_output(), output->get_input_port());
    diagram = std::move(builder).Build();
    context = diagram->CreateDefaultContext();
  }

  const std::vector<PatchContact>& At(double depth) {
    VectorXd q = plant->positions(context);
    q.head<3>() << 0, 0, kHalf - depth;
    plant->SetPositions(&context, q);
    return output->get_output_port().Eval<std::vector<PatchContact>>(context);
  }

  const MultibodyPlant* plant{};
  const PatchOutput* output{};
  std::unique_ptr<systems::Diagram> diagram;
  systems::Context context;
};

TEST_CASE("PatchOutput: a cube deeper and deeper in the ground -> its patch") {
  Subject s;
  for (const double depth : {1e-4, 1e-3, 2e-3}) {
    const auto& patches = s.At(depth);
    REQUIRE(patches.size() == 1);
    const PatchContact& patch = patches[0];
    CHECK(patch.body_a == 0);
    CHECK(patch.body_b == s.plant->model().BodyIndex("cube"));
    CHECK(patch.area == Approx(4 * kHalf * kHalf).epsilon(1e-9));
    CHECK(patch.max_pressure == Approx(kModulus * depth / kHalf).epsilon(1e-9));
    CHECK(patch.force_B_W.z() ==
          Approx(patch.mean_pressure * patch.area).epsilon(1e-9));
    REQUIRE(patch.surfaces.size() == 1);
    CHECK(patch.surfaces[0].polygons.size() == 5);
  }
}

TEST_CASE("PatchOutput: a cube above the ground -> no patch") {
  Subject s;
  REQUIRE(s.At(1e-3).size() == 1);
  CHECK(s.At(-1e-3).empty());
}

}  // namespace
}  // namespace tactus::multibody
