#include "tactus/multibody/importers/mjcf/body_inertia.h"

#include <algorithm>
#include <optional>
#include <stdexcept>

#include <Eigen/Eigenvalues>
#include <spdlog/fmt/fmt.h>

#include "tactus/multibody/importers/mjcf/orientation.h"
#include "tactus/multibody/importers/parsing/attributes.h"
#include "tactus/multibody/nearest_physical_inertia.h"

namespace tactus::multibody::mjcf {
namespace {

using InertiaFromGeom = CompilerSettings::InertiaFromGeom;
using Eigen::SelfAdjointEigenSolver;

// diaginertia about the principal axes that the orientation gives, or all six
// numbers of fullinertia: Ixx Iyy Izz Ixy Ixz Iyz.
SpatialInertia ReadInertial(const XmlElement& element,
                            const CompilerSettings& compiler) {
  SpatialInertia inertia;
  Required(element, "mass");
  Required(element, "pos");
  Read(element, "mass", &inertia.mass);
  Read(element, "pos", &inertia.p_BoBcm);
  const auto R_BI = FindOrientation(element, compiler);
  Vector3d diagonal;
  Vector6d full;
  if (Read(element, "fullinertia", &full)) {
    Check(!R_BI && element.Find("diaginertia") == nullptr, element,
          "'fullinertia' allows no orientation and no 'diaginertia'");
    inertia.I_Bcm << full[0], full[3], full[4],  //
        full[3], full[1], full[5],               //
        full[4], full[5], full[2];
  } else if (Read(element, "diaginertia", &diagonal)) {
    const Matrix3d R =
        R_BI.value_or(Quaterniond::Identity()).toRotationMatrix();
    inertia.I_Bcm = R * diagonal.asDiagonal() * R.transpose();
    inertia.R_BP = R;
  } else {
    Fail(element, "needs 'diaginertia' or 'fullinertia'");
  }
  return inertia;
}

// Nothing for a body that has no geom of the groups that count.
std::optional<SpatialInertia> SumGeoms(int body, const BodyTree& tree,
                                       const CompilerSettings& compiler,
                                       MeshAssets* meshes) {
  std::optional<SpatialInertia> sum;
  auto geom = std::ranges::lower_bound(tree.geoms, body, {}, &GeomSpec::body);
  for (; geom != tree.geoms.end() && geom->body == body; ++geom) {
    if (geom->group < compiler.first_inertia_group ||
        geom->group > compiler.last_inertia_group) {
      continue;
    }
    sum = sum.value_or(SpatialInertia{}) + MakeInertia(*geom, meshes);
  }
  return sum;
}

// R diag(max(moments, bound)) R'.
void BoundBelow(const CompilerSettings& compiler, SpatialInertia* inertia) {
  inertia->mass = std::max(inertia->mass, compiler.min_mass);
  if (compiler.min_inertia <= 0) return;
  const SelfAdjointEigenSolver<Matrix3d> solver(inertia->I_Bcm);
  if (solver.eigenvalues().minCoeff() >= compiler.min_inertia) return;
  const Matrix3d R = solver.eigenvectors();
  inertia->I_Bcm =
      R * solver.eigenvalues().cwiseMax(compiler.min_inertia).asDiagonal() *
      R.transpose();
}

void Balance(SpatialInertia* inertia) {
  const SelfAdjointEigenSolver<Matrix3d> solver(inertia->I_Bcm,
                                                Eigen::EigenvaluesOnly);
  const Vector3d& moments = solver.eigenvalues();
  if (moments[0] + moments[1] >= moments[2]) return;
  inertia->I_Bcm = moments.mean() * Matrix3d::Identity();
}

std::string ListMoments(const SpatialInertia& inertia) {
  const SelfAdjointEigenSolver<Matrix3d> solver(inertia.I_Bcm,
                                                Eigen::EigenvaluesOnly);
  const Vector3d& moments = solver.eigenvalues();
  return fmt::format("{:.6g} {:.6g} {:.6g}", moments[0], moments[1],
                     moments[2]);
}

// Refuses an unphysical inertia, or replaces it where `report` is given.
void MakePhysical(const BodySpec& body, const XmlElement& source,
                  ImportReport* report, SpatialInertia* inertia) {
  try {
    RequirePhysical(*inertia, "body '" + body.name + "'");
  } catch (const std::invalid_argument& error) {
    const std::string what = error.what();
    if (report == nullptr) {
      Fail(source,
           what + "; without --no-fix-inertia the nearest one is taken");
    }
    try {
      const std::string before = ListMoments(*inertia);
      *inertia = FindNearestPhysicalInertia(*inertia, body.name);
      report->Add(Notice::Severity::kApproximated, source,
                  what + "; the principal moments " + before +
                      " were replaced by the nearest physical ones, " +
                      ListMoments(*inertia));
    } catch (const std::invalid_argument& hopeless) {
      Fail(source, hopeless.what());
    }
  }
}

SpatialInertia MakeBodyInertia(int b, const BodyTree& tree,
                               const CompilerSettings& compiler,
                               MeshAssets* meshes, ImportReport* fixes) {
  const BodySpec& body = tree.bodies[static_cast<std::size_t>(b)];
  const bool geoms_count =
      compiler.inertia_from_geom == InertiaFromGeom::kAlways ||
      (compiler.inertia_from_geom == InertiaFromGeom::kWithoutInertial &&
       body.inertial == nullptr);
  std::optional<SpatialInertia> of_geoms;
  if (geoms_count) of_geoms = SumGeoms(b, tree, compiler, meshes);
  SpatialInertia inertia;
  if (of_geoms) {
    inertia = *of_geoms;
  } else if (body.inertial != nullptr) {
    inertia = ReadInertial(*body.inertial, compiler).ReExpressedIn(body.X_BI);
    Check(inertia.mass >= 0, *body.inertial, "the mass is negative");
  }
  BoundBelow(compiler, &inertia);
  if (compiler.balance_inertia) Balance(&inertia);

  const bool literal = !of_geoms && body.inertial != nullptr;
  MakePhysical(body, literal ? *body.inertial : *body.source, fixes, &inertia);
  return inertia;
}

void SetTotalMass(double total_mass, BodyTree* tree) {
  double mass = 0;
  for (const BodySpec& body : tree->bodies) mass += body.inertia.mass;
  if (total_mass <= 0 || mass <= 0) return;
  for (BodySpec& body : tree->bodies) {
    body.inertia.mass *= total_mass / mass;
    body.inertia.I_Bcm *= total_mass / mass;
  }
}

// A kilogram of the size of a fist.
SpatialInertia MakeStandIn() {
  constexpr double kRadius = 0.05;  // [m]
  SpatialInertia inertia{.mass = 1};
  inertia.I_Bcm = 0.4 * kRadius * kRadius * Matrix3d::Identity();
  return inertia;
}

// A joint must move some mass, its body's or that of bodies further out. Where
// that is left out, another stands in.
void CheckSomethingMoves(BodyTree* tree_with_parts, ImportReport* report) {
  BodyTree& tree = *tree_with_parts;
  std::vector<double> carried(tree.bodies.size());
  for (int b = static_cast<int>(tree.bodies.size()) - 1; b > 0; --b) {
    BodySpec& body = tree.bodies[static_cast<std::size_t>(b)];
    carried[b] += body.inertia.mass;
    if (carried[b] == 0 && body.has_lost_parts && !tree.JointsOf(b).empty()) {
      report->Add(Notice::Severity::kDropped, *body.source,
                  "what it weighs is left out: it moves as a ball of 1 kg and "
                  "5 cm that touches nothing");
      body.inertia = MakeStandIn();
      carried[b] = body.inertia.mass;
    }
    carried[body.parent] += carried[b];
    for (const JointSpec& joint : tree.JointsOf(b)) {
      Check(carried[b] > 0 || joint.armature > 0, *joint.source,
            "body '" + body.name +
                "' moves, but it and what hangs on it have no mass");
    }
  }
}

}  // namespace

void AssignInertias(const CompilerSettings& compiler, bool fix,
                    MeshAssets* meshes, BodyTree* tree, ImportReport* report) {
  ImportReport* fixes = fix ? report : nullptr;
  for (int b = 1; b < std::ssize(tree->bodies); ++b) {
    tree->bodies[b].inertia =
        MakeBodyInertia(b, *tree, *tree->bodies[b].compiler, meshes, fixes);
  }
  SetTotalMass(compiler.total_mass, tree);
  CheckSomethingMoves(tree, report);
}

}  // namespace tactus::multibody::mjcf
