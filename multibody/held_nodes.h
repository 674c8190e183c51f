#pragma once

#include <memory>
#include <string>

#include "tactus/multibody/model.h"

namespace tactus::multibody {

/// The model with the points that bodies besides its base hold nodes of the
/// elastic body `name` by (NodeAttachment::p_BN) moved to where positions q put
/// these nodes: an elastic strap between two bodies starts unstretched wherever
/// they start. The model itself where no other body holds a node, or all are
/// there already.
/// @throws std::invalid_argument if there is no such elastic body.
std::shared_ptr<const Model> HoldNodesWhereTheyAre(
    const std::string& name, std::shared_ptr<const Model> model,
    const VectorRef& q);

}  // namespace tactus::multibody
