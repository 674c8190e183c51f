#include "tactus/multibody/importers/sdf/merged_poses.h"

#include <string>
#include <utility>

#include "support/temporary_directory.h"
#include <catch2/catch.hpp>

#include "tactus/multibody/importers/sdf/load_sdf.h"
#include "tactus/multibody/kinematics.h"

namespace tactus::multibody {
namespace {

// X_WB of the link `a` of part.sdf, which is placed by `part`, merged into a
// model by an <include> of `rest`.
RigidTransform LoadMerged(const std::string& part, const std::string& rest) {
  const test::TemporaryDirectory directory;
  directory.Write("part.sdf",
                  "<sdf version='1.9'><model name='part'>" + part +
                      "<link name='a'/><frame name='f' attached_to='a'>"
                      "<pose>0 0.123456789 0 0 0 0</pose></frame></model>"
                      "</sdf>");
  const auto main = directory.Write(
      "main.sdf",
      "<sdf version='1.9'><model name='top'><link name='base'/><include "
      "merge='true'><uri>part.sdf</uri>" +
          rest + "</include></model></sdf>");
  ModelBuilder builder;
  LoadSdf(main, {}, &builder);
  const auto model = std::move(builder).Build();
  PositionKinematics position;
  CalcPositionKinematics(*model, model->default_positions(), &position);
  return position.X_WB[model->BodyIndex("a")];
}

const Vector3d kPlace(0.123456789012, -1234.5678901234, 1e-7);
const std::string kDigits = "0.123456789012 -1234.5678901234 1e-7";

double CalcDistance(const RigidTransform& a, const RigidTransform& b) {
  return (a.matrix() - b.matrix()).cwiseAbs().maxCoeff();
}

TEST_CASE("SDF merge: a pose of many digits -> where it says") {
  RigidTransform X_WB = RigidTransform::Identity();
  X_WB.translation() = kPlace;
  X_WB.linear() =
      Eigen::AngleAxisd(0.777777777777, Vector3d::UnitZ()).toRotationMatrix();
  const std::string pose = "<pose>" + kDigits + " 0 0 0.777777777777</pose>";
  CHECK(CalcDistance(LoadMerged("", pose), X_WB) < 1e-15);
  // That of the model, where its include says none.
  CHECK(CalcDistance(LoadMerged(pose, ""), X_WB) < 1e-15);
  CHECK(CalcDistance(LoadMerged("<pose>1 2 3 0 0 0</pose>", pose), X_WB) <
        1e-15);
}

TEST_CASE("SDF merge: turns in degrees and by quaternions -> all digits") {
  RigidTransform X_WB = RigidTransform::Identity();
  X_WB.linear() =
      Eigen::AngleAxisd(123.456789 * EIGEN_PI / 180, Vector3d::UnitX())
          .toRotationMatrix();
  CHECK(CalcDistance(LoadMerged("",
                                "<pose degrees='true'>0 0 0 123.456789 0 "
                                "0</pose>"),
                     X_WB) < 1e-15);
  const Quaterniond turn =
      Quaterniond(0.5123456789, 0.1, -0.7, 0.3).normalized();
  RigidTransform X_WQ(turn);
  CHECK(CalcDistance(
            LoadMerged("",
                       "<pose rotation_format='quat_xyzw'>0 0 0 0.1 -0.7 "
                       "0.3 0.5123456789</pose>"),
            X_WQ) < 1e-14);
}

// The frame f is at the pose: the model is 0.123456789 behind it in y.
TEST_CASE("SDF merge: a model placed by a frame of its own -> to six digits") {
  const RigidTransform X_WB = LoadMerged(
      "", "<placement_frame>f</placement_frame><pose>1 1 0 0 0 0</pose>");
  CHECK((X_WB.translation() - Vector3d(1, 1 - 0.123456789, 0)).norm() < 1e-6);
}

}  // namespace
}  // namespace tactus::multibody
