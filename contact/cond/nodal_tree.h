#pragma once

#include <vector>

#include "tactus/common/types.h"

namespace tactus::contact {

/// A kinematic tree and the virtual nodes tied to it.
struct NodalTree {
  using RowMajor =
      Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  int v_start{}, nv{};
  int first{};               ///< Into w.
  std::vector<double> rows;  ///< J, row by row.
  std::vector<double> beta;
  /// A node of an elastic body: the first three rows are the rotation of its
  /// velocity into w, their beta how its mass and its body hold it [kg].
  bool is_elastic = false;
  bool is_touched = false;  ///< Whether a contact acts on the node itself.

  int size() const { return static_cast<int>(beta.size()); }
  Eigen::Map<const RowMajor> J() const { return {rows.data(), size(), nv}; }
  /// R of a node of an elastic body.
  Eigen::Map<const Eigen::Matrix<double, 3, 3, Eigen::RowMajor>> Frame() const {
    return Eigen::Map<const Eigen::Matrix<double, 3, 3, Eigen::RowMajor>>(
        rows.data());
  }
};

}  // namespace tactus::contact
