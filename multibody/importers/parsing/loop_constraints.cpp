#include "tactus/multibody/importers/parsing/loop_constraints.h"

namespace tactus::multibody {
namespace {

// Half the distance of the balls [m].
constexpr double kHalfHinge = 0.05;

Constraint AddBall(const Constraint& frames, const Vector3d& offset,
                   const char* suffix) {
  Constraint ball = frames;
  ball.type = ConstraintType::kBall;
  ball.name += suffix;
  ball.X_AP.translation() = frames.X_AP * offset;
  ball.X_BQ.translation() = frames.X_BQ * offset;
  return ball;
}

}  // namespace

std::vector<Constraint> MakeHinge(const Constraint& frames,
                                  const Vector3d& axis) {
  const Vector3d offset = kHalfHinge * axis.stableNormalized();
  return {AddBall(frames, offset, "/1"), AddBall(frames, -offset, "/2")};
}

}  // namespace tactus::multibody
