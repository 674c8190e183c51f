#pragma once

#include <algorithm>
#include <functional>
#include <string>
#include <utility>

#include "integrators/step_once.h"
#include "multibody/random_model.h"
#include <catch2/catch.hpp>

#include "tactus/integrators/dojo/dojo_step.h"
#include "tactus/multibody/model_builder.h"
#include "tactus/multibody/parameters.h"
#include "tactus/multibody/retraction.h"

/// Derivatives of Dojo's steps against central differences of whole steps.
namespace tactus::integrators::test {

using ModelPtr = std::shared_ptr<const multibody::Model>;

/// A step and all that it depends on.
struct Case {
  ModelPtr model;
  VectorXd q, v;
  multibody::PlantInputs inputs;
  DojoOptions options;
  double h = 0.01;
  std::vector<multibody::Parameter> parameters;
};

inline DojoOptions Tight(double kappa,
                         FrictionCone cone = FrictionCone::kExact) {
  return {.kappa = kappa,
          .cone = cone,
          .tolerance = 1e-12,
          .complementarity = 1e-8,
          .max_iterations = 60};
}

/// Six bodies on random joints, in two trees.
inline void AddRandomTrees(multibody::test::Random* random,
                           multibody::ModelBuilder* builder) {
  const multibody::test::RandomModelOptions options{.per_tree = 3};
  for (int b = 1; b <= 6; ++b) {
    builder->AddBody("body" + std::to_string(b), random->Inertia());
    builder->AddJoint(multibody::test::MakeRandomJoint(b, options, random));
  }
}

/// A step from a random state, with some parameters of each body.
inline Case MakeRandomCase(ModelPtr model, multibody::test::Random* random) {
  using Kind = multibody::Parameter::Kind;
  Case c;
  c.options = Tight(1e-4);
  c.h = 0.02;
  c.model = std::move(model);
  c.q = multibody::test::MakeRandomPositions(*c.model, random);
  c.v = random->Vector(c.model->num_velocities(), 2);
  for (int body = 1; body < c.model->num_bodies(); ++body) {
    c.parameters.push_back({Kind::kMass, body, 0});
    c.parameters.push_back({Kind::kInertia, body, random->Index(6)});
    c.parameters.push_back({Kind::kCenterOfMass, body, random->Index(3)});
    c.parameters.push_back({Kind::kJointPosition, body - 1, random->Index(3)});
  }
  return c;
}

// The state at the end, as q1 minus `reference` and v1.
inline VectorXd StepOnce(const Case& c, const ModelPtr& model,
                         const VectorXd& q, const VectorXd& v,
                         const multibody::PlantInputs& inputs,
                         const VectorXd* reference = nullptr) {
  Stepping stepping(model);
  stepping.q = q;
  stepping.v = v;
  stepping.inputs = inputs;
  DojoStep dojo(c.options);
  stepping.Step(&dojo, c.h);
  REQUIRE_FALSE(stepping.result().report.failure);
  if (reference == nullptr) return stepping.q;
  VectorXd difference, state(2 * v.size());
  multibody::CalcPositionDifference(*model, *reference, stepping.q,
                                    &difference);
  state << difference, stepping.v;
  return state;
}

// Central differences of fourth order of the whole step, collision query
// included, against the
// derivatives: the largest difference, as a share of the largest entry.
class Differences {
 public:
  explicit Differences(const Case& c) : case_(c) {
    Stepping stepping(c.model);
    stepping.q = c.q;
    stepping.v = c.v;
    stepping.inputs = c.inputs;
    DojoStep dojo(c.options);
    systems::Value memory = dojo.MakeMemory();
    StepResult result;
    dojo.StepAndLinearize(stepping.Prepare(&dojo, c.h), c.parameters, &memory,
                          &result);
    REQUIRE_FALSE(result.report.failure);
    q1_ = result.q;
    num_contacts_ = static_cast<int>(stepping.problem().points.size());
    dojo.CalcDerivatives(&found_);
    CheckGradient(&dojo);
  }

  int num_contacts() const { return num_contacts_; }

  double ByPosition(double e = 1e-6) {
    return Compare(found_.q.by_q, found_.v.by_q, e, [&](int k, double s) {
      VectorXd q, step = VectorXd::Zero(case_.v.size());
      step[k] = s;
      multibody::RetractPositions(*case_.model, case_.q, step, &q);
      return StepOnce(case_, case_.model, q, case_.v, case_.inputs, &q1_);
    });
  }
  double ByVelocity(double e = 1e-6) {
    return Compare(found_.q.by_v, found_.v.by_v, e, [&](int k, double s) {
      VectorXd v = case_.v;
      v[k] += s;
      return StepOnce(case_, case_.model, case_.q, v, case_.inputs, &q1_);
    });
  }
  double ByForce(double e = 1e-4) {
    return Compare(
        found_.q.by_force, found_.v.by_force, e, [&](int k, double s) {
          multibody::PlantInputs inputs = case_.inputs;
          if (inputs.generalized_force.size() == 0)
            inputs.generalized_force.setZero(case_.v.size());
          inputs.generalized_force[k] += s;
          return StepOnce(case_, case_.model, case_.q, case_.v, inputs, &q1_);
        });
  }
  double ByControl(double e = 1e-4) {
    return Compare(
        found_.q.by_control, found_.v.by_control, e, [&](int k, double s) {
          multibody::PlantInputs inputs = case_.inputs;
          inputs.actuation[k] += s;
          return StepOnce(case_, case_.model, case_.q, case_.v, inputs, &q1_);
        });
  }
  /// Each parameter by its own largest entry.
  double ByParameter(int k, double e = 1e-6) {
    const multibody::Parameter& parameter = case_.parameters[k];
    return Compare(
        found_.q.by_parameter.col(k), found_.v.by_parameter.col(k), e,
        [&](int, double s) {
          const VectorXd value =
              VectorXd::Constant(1, GetParameter(*case_.model, parameter) + s);
          const ModelPtr model =
              WithParameters(*case_.model, std::span(&parameter, 1), value);
          return StepOnce(case_, model, case_.q, case_.v, case_.inputs, &q1_);
        });
  }

 private:
  double Compare(const MatrixXd& q, const MatrixXd& v, double e,
                 const std::function<VectorXd(int, double)>& step) {
    MatrixXd found(2 * q.rows(), q.cols()), expected = found;
    found << q, v;
    for (int k = 0; k < q.cols(); ++k)
      expected.col(k) = (8 * (step(k, e) - step(k, -e)) -
                         (step(k, 2 * e) - step(k, -2 * e))) /
                        (12 * e);
    // Over 1e-6, round-off makes differences of some 1e-8.
    constexpr double kLeast = 3e-2;
    const double largest = expected.lpNorm<Eigen::Infinity>();
    UNSCOPED_INFO("found\n" << found << "\nexpected\n" << expected);
    return (found - expected).lpNorm<Eigen::Infinity>() /
           std::max(largest, kLeast);
  }

  // Backward products agree with the forward matrices.
  void CheckGradient(DojoStep* dojo) {
    multibody::test::Random random(3);
    const auto n = static_cast<int>(case_.v.size());
    const VectorXd q_bar = random.Vector(n), v_bar = random.Vector(n);
    StepGradient gradient;
    dojo->CalcGradient(q_bar, v_bar, &gradient);
    const auto check = [&](const MatrixXd& q, const MatrixXd& v,
                           const VectorXd& found) {
      const VectorXd expected = q.transpose() * q_bar + v.transpose() * v_bar;
      CHECK((found - expected).norm() <= 1e-12 * (1 + expected.norm()));
    };
    check(found_.q.by_q, found_.v.by_q, gradient.by_q);
    check(found_.q.by_v, found_.v.by_v, gradient.by_v);
    check(found_.q.by_force, found_.v.by_force, gradient.by_force);
    check(found_.q.by_control, found_.v.by_control, gradient.by_control);
    check(found_.q.by_parameter, found_.v.by_parameter, gradient.by_parameter);
  }

  const Case& case_;
  VectorXd q1_;
  StepDerivatives found_;
  int num_contacts_{};
};

/// By each parameter: `e` is for lengths [m], which gaps feel at once; others
/// take larger steps, above what solutions are off by.
inline void CheckParameters(const Case& c, double tolerance, double e,
                            Differences* differences) {
  using Kind = multibody::Parameter::Kind;
  for (int k = 0; k < static_cast<int>(c.parameters.size()); ++k) {
    INFO(Describe(*c.model, c.parameters[k]));
    const Kind kind = c.parameters[k].kind;
    const bool is_mass = kind == Kind::kMass || kind == Kind::kFriction;
    const double factor = is_mass ? 10 : kind == Kind::kInertia ? 5 : 1;
    CHECK(differences->ByParameter(k, factor * e) < tolerance);
  }
}

/// By all that it depends on, but controls. It has contacts, or has none.
inline void CheckAll(const Case& c, double tolerance, double e,
                     bool touches = true) {
  Differences differences(c);
  CHECK((differences.num_contacts() > 0) == touches);
  CHECK(differences.ByPosition(e) < tolerance);
  CHECK(differences.ByVelocity(10 * e) < tolerance);
  CHECK(differences.ByForce(100 * e) < tolerance);
  CheckParameters(c, tolerance, 2 * e, &differences);
}

}  // namespace tactus::integrators::test
