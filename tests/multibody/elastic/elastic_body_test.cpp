#include "tactus/multibody/elastic/elastic_body.h"

#include <memory>
#include <utility>

#include "multibody/random_model.h"
#include <catch2/catch.hpp>

#include "tactus/multibody/dynamics.h"
#include "tactus/multibody/kinematics.h"
#include "tactus/multibody/model_builder.h"
#include "tactus/multibody/model_digest.h"

namespace tactus::multibody {
namespace {

ElasticBody MakePad(const std::string& name, double youngs_modulus = 1e5) {
  ElasticBody pad{.name = name,
                  .solid = std::make_shared<ElasticSolid>(
                      MakeBoxMesh({0.1, 0.1, 0.02}, {3, 3, 2}),
                      ElasticMaterial{.youngs_modulus = youngs_modulus})};
  pad.X_BS.linear() =
      Eigen::AngleAxisd(0.4, Vector3d::UnitY()).toRotationMatrix();
  pad.X_BS.translation() << 1, 2, 3;
  return pad;
}

TEST_CASE("ElasticBody: two among bodies -> nodes behind all joints, placed") {
  ModelBuilder builder;
  builder.AddElasticBody(MakePad("a"));
  builder.AddBody("ball", {.mass = 1, .I_Bcm = Matrix3d::Identity()});
  builder.AddElasticBody(MakePad("b"));
  const auto model = std::move(builder).Build();
  const int n = 4 * 4 * 3;
  REQUIRE(model->elastic_bodies().size() == 2);
  for (int k = 0; k < 2; ++k) {
    const ElasticBody& body = model->elastic_bodies()[k];
    CHECK(body.first_body == 2 + k * n);
    CHECK(body.q_start == 7 + 3 * k * n);
    CHECK(body.v_start == 6 + 3 * k * n);
    CHECK(body.size() == 3 * n);
    for (int i = 0; i < n; ++i) {
      CHECK(model->bodies()[body.first_body + i].name ==
            body.name + "/node" + std::to_string(i));
      const Vector3d p =
          model->default_positions().segment<3>(body.q_start + 3 * i);
      CHECK((p - body.X_BS * body.solid->mesh().nodes[i]).norm() < 1e-15);
    }
  }
  // All but the four within; what has no skin touches nothing.
  CHECK(model->geometries().size() == 2 * (n - 4));
}

TEST_CASE("ElasticBody: energy and mass matrix -> of the strain, of nodes") {
  ModelBuilder builder;
  builder.set_gravity(Vector3d::Zero());
  builder.AddElasticBody(MakePad("pad"));
  const auto model = std::move(builder).Build();
  const ElasticSolid& solid = *model->elastic_bodies()[0].solid;
  test::Random random(5);
  VectorXd q =
      model->default_positions() + random.Vector(model->num_positions(), 5e-3);
  const VectorXd v = random.Vector(model->num_velocities());
  PositionKinematics position;
  VelocityKinematics velocity;
  CalcPositionKinematics(*model, q, &position);
  CalcVelocityKinematics(*model, position, v, &velocity);
  CHECK(CalcPotentialEnergy(*model, position, q) ==
        Approx(solid.CalcEnergy(q)));
  double kinetic = 0;
  for (int i = 0; i < solid.num_nodes(); ++i)
    kinetic += solid.masses()[i] * v.segment<3>(3 * i).squaredNorm() / 2;
  CHECK(CalcKineticEnergy(*model, position, velocity, v) == Approx(kinetic));
  CHECK((CalcMassMatrix(*model, position).diagonal() -
         solid.masses().transpose().replicate(3, 1).reshaped())
            .norm() < 1e-15);
}

TEST_CASE("ElasticBody: another stiffness -> another digest") {
  const auto digest = [](double youngs_modulus) {
    ModelBuilder builder;
    builder.AddElasticBody(MakePad("pad", youngs_modulus));
    return CalcModelDigest(*std::move(builder).Build());
  };
  CHECK(digest(1e5) == digest(1e5));
  CHECK(digest(1e5) != digest(2e5));
}

TEST_CASE("ElasticBody: what makes no sense -> refused by name") {
  const auto refused = [](const auto& edit, const std::string& reason) {
    ModelBuilder builder;
    ElasticBody pad = MakePad("pad");
    edit(&pad);
    builder.AddElasticBody(pad);
    CHECK_THROWS_WITH(std::move(builder).Build(),
                      Catch::Contains("'pad'") && Catch::Contains(reason));
  };
  refused([](ElasticBody* pad) { pad->solid = nullptr; }, "no solid");
  refused([](ElasticBody* pad) { pad->skin = -1; }, "skin");
  refused([](ElasticBody* pad) { pad->X_BS.linear() *= 2; }, "pose");
  refused([](ElasticBody* pad) { pad->attachments = {{.node = 99}}; },
          "node 99; there are 48");
  refused([](ElasticBody* pad) { pad->attachments = {{.node = 0, .body = 7}}; },
          "body");
}

}  // namespace
}  // namespace tactus::multibody
