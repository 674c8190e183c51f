#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "tactus/integrators/dojo/contact_features.h"
#include "tactus/multibody/parameters.h"

/// Differences of what a query of one pair of geometries finds, by its points.
namespace tactus::integrators::dojo {

/// The features of a point: c_A, c_B, r_A, r_B, and the normal in the axes of
/// its body, zero between centres [m].
using FeatureNumbers = Eigen::Matrix<double, 11, 1>;
using NumbersByPoint = std::vector<FeatureNumbers>;
using FeatureColumns = Eigen::Matrix<double, 11, Eigen::Dynamic>;

FeatureNumbers NumbersOf(const PosedPair& pair,
                         const contact::ManifoldPoint& point);

/// The query of one pair, which must outlive it.
class PairQuery {
 public:
  /// @param margin  between surfaces that are found [m].
  PairQuery(const PosedPair& pair, double margin)
      : pair_(pair), margin_(margin) {}

  /// What it finds; until the next query.
  const std::vector<contact::ManifoldPoint>& Find() {
    return Find(pair_.a, pair_.b, pair_.X_WA);
  }
  /// With A moved by s T, angular, then linear at its centre of mass, in W.
  NumbersByPoint FindMoved(const Vector6d& T, double s);
  /// With a number of A's or of B's shape larger by s.
  NumbersByPoint FindWith(const multibody::Parameter& parameter, bool is_b,
                          double s);

 private:
  const std::vector<contact::ManifoldPoint>& Find(const contact::Geometry& a,
                                                  const contact::Geometry& b,
                                                  const RigidTransform& X_WA);
  NumbersByPoint NumbersAt(const contact::Geometry& a,
                           const contact::Geometry& b,
                           const RigidTransform& X_WA);

  const PosedPair& pair_;
  double margin_;
  std::vector<contact::ManifoldPoint> points_;
};

/// f'(0) by points' numbers f(s), a column each. With f(0) at hand,
///
///     near = (f(e) - f(-e)) / 2 e,    bend = (f(e) + f(-e) - 2 f(0)) / 2 e,
///
/// near will do where the slopes of both sides, near +- bend, are the same.
/// Else f is sharply curved, has a kink or a jump, and f(2 e) and f(-2 e) give
/// a difference of fourth order and tell which:
///
///     far = (f(2 e) - f(-2 e)) / 4 e,    f'(0) = (4 near - far) / 3.
///
/// A kink or a jump may be near by, and is not met over a thirtieth of e.
class FeatureDifferences {
 public:
  /// @param size  of the bodies, which differences are measured by [m].
  FeatureDifferences(const NumbersByPoint& at_0, double size)
      : at_0_(at_0),
        size_(size),
        slopes_(at_0.size()),
        is_smooth_(at_0.size()) {}

  /// A column of f, whose values are as many as f(0)'s or tell of a jump.
  void Add(double e, const std::function<NumbersByPoint(double)>& f);
  /// A column of what no query sees.
  void AddNone();

  /// The columns of a point; zero where points jump or f has a kink.
  const FeatureColumns& slopes(std::size_t point) const {
    return slopes_[point];
  }
  /// Whether they are those of f, by column.
  const std::vector<bool>& is_smooth(std::size_t point) const {
    return is_smooth_[point];
  }

 private:
  bool AreAll(const NumbersByPoint& at) const {
    return at.size() == at_0_.size();
  }
  bool FindSlopes(double e, const std::function<NumbersByPoint(double)>& f,
                  std::vector<std::optional<FeatureNumbers>>* slopes) const;
  double Within(const FeatureNumbers& slope) const;
  bool IsBent(const NumbersByPoint& after, const NumbersByPoint& before,
              double e) const;
  void AddColumn(std::size_t i, const std::optional<FeatureNumbers>& slope);

  NumbersByPoint at_0_;
  double size_;
  std::vector<FeatureColumns> slopes_;
  std::vector<std::vector<bool>> is_smooth_;
};

}  // namespace tactus::integrators::dojo
