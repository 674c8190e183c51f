#pragma once

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "support/shared.h"
#include <nlohmann/json.hpp>

#include "tactus/multibody/importers/mjcf/load_mjcf.h"
#include "tactus/multibody/model_builder.h"

/// Real files and what MuJoCo 3.14 says of them: ../shared/models/truth, whose
/// CONVENTIONS.md says what its numbers mean.
namespace tactus::multibody::truth {

using nlohmann::json;

inline const std::string kUnnamed = "emsc";

inline VectorXd ToVector(const json& numbers) {
  VectorXd v(numbers.size());
  for (int i = 0; i < v.size(); ++i) v[i] = numbers[static_cast<size_t>(i)];
  return v;
}

inline MatrixXd ToMatrix(const json& rows) {
  MatrixXd m(rows.size(), rows.size());
  for (int i = 0; i < m.rows(); ++i) {
    m.row(i) = ToVector(rows[static_cast<size_t>(i)]);
  }
  return m;
}

/// Of large models only the lower triangle's numbers that are not zero are
/// there.
inline MatrixXd MassMatrixOf(const json& state) {
  if (state.contains("M")) return ToMatrix(state["M"]);
  const int nv = static_cast<int>(state["qvel"].size());
  MatrixXd M = MatrixXd::Zero(nv, nv);
  const json& lower = state["M_lower_nonzeros"];
  for (size_t n = 0; n < lower["v"].size(); ++n) {
    const int i = lower["i"][n], k = lower["j"][n];
    M(i, k) = M(k, i) = lower["v"][n];
  }
  return M;
}

inline Matrix3d ToRotation(const VectorXd& wxyz) {
  return Quaterniond(wxyz[0], wxyz[1], wxyz[2], wxyz[3]).toRotationMatrix();
}

inline double MaxAbs(const MatrixXd& m) {
  return m.size() == 0 ? 0 : m.cwiseAbs().maxCoeff();
}

/// One model of ../shared, loaded, and what MuJoCo says of it.
struct Case {
  json truth;
  std::shared_ptr<const Model> model;
  ImportReport report;
  std::vector<int> joint;  ///< Ours, by MuJoCo's number.

  /// Unnamed joints go by their bodies.
  std::string JointNameOf(const json& theirs) const {
    if (theirs["name"] != kUnnamed) return theirs["name"];
    if (theirs["body"] != kUnnamed) return theirs["body"];
    const json& bodies = truth["bodies"];
    for (size_t b = 0; b < bodies.size(); ++b) {
      const int first = bodies[b]["dofadr"], count = bodies[b]["dofnum"];
      const int dof = theirs["dofadr"];
      if (first <= dof && dof < first + count) return NameOf(b);
    }
    return "";
  }

  /// Unnamed bodies are "body" and MuJoCo's number.
  std::string NameOf(size_t number) const {
    const std::string name = truth["bodies"][number]["name"];
    return name == kUnnamed ? "body" + std::to_string(number) : name;
  }

  int BodyOf(int number) const {
    return model->BodyIndex(NameOf(static_cast<size_t>(number)));
  }
};

inline Case Load(const std::string& name) {
  Case c;
  const std::filesystem::path models = tactus::test::FindModels(name).value();
  std::ifstream stream(models / "truth" / (name + ".json"));
  c.truth = json::parse(stream);
  ModelBuilder builder;
  c.report =
      LoadMjcf(models / c.truth["file"].get<std::string>(), {}, &builder);
  c.model = std::move(builder).Build();
  for (const json& joint : c.truth["joints"]) {
    c.joint.push_back(c.model->JointIndex(c.JointNameOf(joint)));
  }
  return c;
}

/// A state in our coordinates: q, and v = T qvel.
struct State {
  VectorXd q, v;
  MatrixXd T;
};

inline State Convert(const Case& c, const json& state) {
  const VectorXd qpos = ToVector(state["qpos"]), qvel = ToVector(state["qvel"]);
  State s{.q = VectorXd(qpos.size()),
          .v = VectorXd(qvel.size()),
          .T = MatrixXd::Zero(qvel.size(), qvel.size())};
  for (size_t i = 0; i < c.joint.size(); ++i) {
    const json& theirs = c.truth["joints"][i];
    const Joint& ours = c.model->joints()[static_cast<size_t>(c.joint[i])];
    const int qa = theirs["qposadr"], va = theirs["dofadr"];
    s.q.segment(ours.q_start, ours.nq()) = qpos.segment(qa, ours.nq());
    if (ours.type == JointType::kFloating) {
      s.T.block(ours.v_start, va + 3, 3, 3) =
          ToRotation(qpos.segment(qa + 3, 4));
      s.T.block(ours.v_start + 3, va, 3, 3).setIdentity();
    } else if (ours.type == JointType::kBall) {
      s.T.block(ours.v_start, va, 3, 3) = ToRotation(qpos.segment(qa, 4));
    } else {
      s.T(ours.v_start, va) = 1;
    }
  }
  s.v = s.T * qvel;
  return s;
}

/// The largest |bias| over all states: at some all of it vanishes.
inline double BiasScale(const Case& c) {
  double scale = 0;
  for (const json& state : c.truth["states"]) {
    scale = std::max(scale, MaxAbs(ToVector(state["bias"])));
  }
  return scale;
}

}  // namespace tactus::multibody::truth
