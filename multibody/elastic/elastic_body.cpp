#include "tactus/multibody/elastic/elastic_body.h"

namespace tactus::multibody {

void ElasticBody::Place(const RigidTransform& X_WB, VectorXd* q) const {
  const RigidTransform X_WS = X_WB * X_BS;
  const std::vector<Vector3d>& nodes = solid->mesh().nodes;
  for (std::size_t i = 0; i < nodes.size(); ++i)
    q->segment<3>(q_start + 3 * static_cast<int>(i)) = X_WS * nodes[i];
}

}  // namespace tactus::multibody
