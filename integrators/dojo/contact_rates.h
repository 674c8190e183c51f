#pragma once

#include "tactus/integrators/dojo/contact_gap.h"

namespace tactus::integrators {

/// How a contact changes with any numbers, a column each (ContactGap has it by
/// poses at q3).
struct ContactRates {
  Eigen::RowVectorXd gap;  ///< Of phi.
  Eigen::Matrix3Xd v;      ///< Of the mean velocity of B relative to A at C.
  Eigen::Matrix3Xd turn;   ///< Of R_WC, as a rotation in W.
  Eigen::Matrix3Xd arm_a, arm_b;  ///< Of P from the centres of mass at q2.
  /// Adds of * by: what changes with numbers `of` is by, as these do.
  void AddProduct(const ContactRates& of, const Matrix6Xd& by);
};

/// What moves one body: its angle and centre of mass at q2 and q3, in W.
struct BodyRates {
  Matrix6Xd y2, y3;
};
void CalcContactRates(const ContactFeatures& contact, const ContactGap& gap,
                      const DiscreteDynamics::BodyState& body, bool is_b,
                      const BodyRates& of, double h, ContactRates* rates);

/// What changes the features themselves: their points in body axes, their
/// radii, and their frame's turn in the axes of the normal's body (not of a
/// normal between centres, which follows from these).
struct FeatureRates {
  Eigen::Matrix3Xd c_a, c_b;
  Eigen::RowVectorXd r_a, r_b;
  Eigen::Matrix3Xd turn;
  void SetZero(Eigen::Index columns);
  /// The rates by what those numbers change with.
  FeatureRates operator*(const MatrixXd& by) const;
  FeatureRates& operator+=(const FeatureRates& other);
};
void CalcContactRates(const ContactFeatures& contact, const ContactGap& gap,
                      const DiscreteDynamics::BodyState& a,
                      const DiscreteDynamics::BodyState& b,
                      const FeatureRates& of, ContactRates* rates);

}  // namespace tactus::integrators
