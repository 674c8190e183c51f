#pragma once

#include <memory>
#include <string>
#include <vector>

#include "tactus/common/types.h"
#include "tactus/contact/geometry/material.h"
#include "tactus/multibody/elastic/elastic_solid.h"

namespace tactus::multibody {

/// A node held at a point N of a body.
struct NodeAttachment {
  int node{};
  int body{};  ///< Not one of an elastic body's nodes.
  Vector3d p_BN = Vector3d::Zero();
};

/// An elastic solid in a model. Its nodes are bodies with mass and without
/// extent, `name`/node0, `name`/node1, ..., each on a translational joint from
/// the world, so that positions and velocities of nodes are those of joints:
/// x = q[q_start, q_start + 3 n), and likewise v.
///
/// Nodes on the surface touch what is not elastic, as spheres of radius `skin`,
/// and the faces of other elastic bodies, which have skins, too; where
/// `self_contact` is set, also faces of their own that are not near at rest
/// (contact/geometry/elastic_surfaces.h).
struct ElasticBody {
  std::string name;
  std::shared_ptr<const ElasticSolid> solid;
  /// The body that the mesh is placed by in the default state, and where on it.
  /// It holds only what is attached.
  int base = 0;
  RigidTransform X_BS = RigidTransform::Identity();
  double skin = 1e-3;  ///< [m]
  bool self_contact = false;
  contact::Material material{};
  std::vector<NodeAttachment> attachments{};

  // Set by ModelBuilder::Build().
  int first_body{};  ///< The node's, of which there are as many, in order.
  int q_start{}, v_start{};

  int size() const { return 3 * solid->num_nodes(); }
  /// Sets the nodes' share of q to the mesh at rest, with the base at X_WB.
  void Place(const RigidTransform& X_WB, VectorXd* q) const;
};

}  // namespace tactus::multibody
