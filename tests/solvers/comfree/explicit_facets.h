#pragma once

#include <algorithm>

#include "solvers/comfree/random_contacts.h"

namespace tactus::solvers::comfree {

/// The facets of a scene as the paper writes them, one row of a matrix each:
/// s = J V + b, for the stacked velocities V of all bodies.
struct ExplicitFacets {
  MatrixXd J;
  VectorXd b, mass, phi;
  std::vector<int> first;  ///< Of each contact.

  explicit ExplicitFacets(const Scene& scene) {
    int num_rows = 0;
    for (const ContactCase& contact : scene.contacts) {
      first.push_back(num_rows);
      num_rows += NumRows(contact.condim);
    }
    J = MatrixXd::Zero(num_rows, 6 * scene.num_bodies());
    b = mass = phi = VectorXd::Zero(num_rows);
    for (std::size_t i = 0; i < scene.contacts.size(); ++i)
      AddContact(scene.contacts[i], first[i]);
  }

  /// lambda <- (lambda - m / h [(k h + d) s + k phi])+
  VectorXd Sweep(const VectorXd& lambda, const VectorXd& V,
                 const Gains<double>& gains) const {
    const VectorXd s = J * V + b;
    const VectorXd residual = (gains.k * gains.h + gains.d) * s + gains.k * phi;
    return (lambda - (mass / gains.h).cwiseProduct(residual)).cwiseMax(0);
  }

  /// How often momentum was kept, reduced and lost: each facet's of each sweep.
  struct Counts {
    int kept{}, reduced{}, lost{};
  };

  /// y = lambda + momentum c, where c = lambda - before loses as much as the
  /// sweep took back from `start`, and at most all.
  static VectorXd Extrapolate(const VectorXd& start, const VectorXd& before,
                              const VectorXd& lambda, double momentum,
                              Counts* counts) {
    VectorXd y = lambda;
    for (Eigen::Index j = 0; j < y.size(); ++j) {
      const double direction = lambda[j] >= before[j] ? 1 : -1;
      const double change = direction * (lambda[j] - before[j]);
      const double back = std::max(0.0, direction * (start[j] - lambda[j]));
      y[j] += momentum * direction * std::max(0.0, change - back);
      if (change > 0)
        ++(back == 0       ? counts->kept
           : back < change ? counts->reduced
                           : counts->lost);
    }
    return y;
  }

 private:
  void AddContact(const ContactCase& contact, int row) {
    if (contact.condim == 0) return;
    // The velocity of B at C from A, in C: six rows, angular ones first.
    MatrixXd U = MatrixXd::Zero(6, J.cols());
    AddBody(contact.body_b, 1, contact.R_WC, contact.p_BoC_W, &U);
    AddBody(contact.body_a, -1, contact.R_WC, contact.p_AoC_W, &U);
    // What each pair of facets adds to u_n and takes from it.
    struct Direction {
      int row;
      double mu;
    };
    std::vector<Direction> directions;
    if (contact.condim == 1) directions = {{3, 0}};
    if (contact.condim >= 3)
      directions = {{3, contact.mu_t}, {4, contact.mu_t}};
    if (contact.condim >= 4) directions.push_back({2, contact.mu_tor});
    if (contact.condim >= 6) {
      directions.push_back({0, contact.mu_rol});
      directions.push_back({1, contact.mu_rol});
    }
    const int end = row + NumRows(contact.condim);
    for (int j = 0; row + j < end; ++j) {
      const Direction& direction = directions[j / 2];
      const double mu = j % 2 == 0 ? direction.mu : -direction.mu;
      const double bias =
          direction.row >= 3 ? contact.bias_C[direction.row - 3] : 0;
      J.row(row + j) = U.row(5) + mu * U.row(direction.row);
      b[row + j] = contact.bias_C.z() + mu * bias;
      mass[row + j] =
          contact.row_masses.empty() ? contact.mass : contact.row_masses[j];
      phi[row + j] = contact.phi;
    }
  }

  static void AddBody(int body, double sign, const Matrix3d& R_WC,
                      const Vector3d& p, MatrixXd* U) {
    if (body < 0) return;
    const Matrix3d R_CW = R_WC.transpose();
    U->block<3, 3>(0, 6 * body) += sign * R_CW;
    U->block<3, 3>(3, 6 * body) -= sign * R_CW * CrossMatrix(p);
    U->block<3, 3>(3, 6 * body + 3) += sign * R_CW;
  }
};

inline VectorXd StackVelocities(const Scene& scene) {
  VectorXd V(6 * scene.num_bodies());
  for (int b = 0; b < scene.num_bodies(); ++b)
    V.segment<6>(6 * b) = scene.velocities[b];
  return V;
}

}  // namespace tactus::solvers::comfree
