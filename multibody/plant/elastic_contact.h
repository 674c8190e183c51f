#pragma once

#include <memory>
#include <vector>

#include "tactus/contact/geometry/collision_engine.h"
#include "tactus/contact/geometry/elastic_surfaces.h"
#include "tactus/contact/geometry/shapes_on_faces.h"
#include "tactus/multibody/model.h"

namespace tactus::multibody {

/// What a model's elastic bodies touch with faces and edges. Nodes are numbered
/// behind those of the first body's; with rigid shapes they touch as balls, in
/// the collision engine.
struct ElasticContact {
  std::vector<int> geometry_of_node;  ///< Its ball, or -1: it touches nothing.
  contact::ElasticSurfaces nodes;     ///< Each other's nodes.
  contact::ShapesOnFaces shapes;      ///< Rigid shapes.
};

/// Null for a model without elastic bodies.
std::shared_ptr<const ElasticContact> MakeElasticContact(
    const Model& model, const contact::CollisionEngine& engine);

}  // namespace tactus::multibody
