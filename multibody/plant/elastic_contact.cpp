#include "tactus/multibody/plant/elastic_contact.h"

namespace tactus::multibody {
namespace {

// Without a skin it touches nothing.
contact::ElasticSurface MakeSurface(const ElasticBody& body, int first_body) {
  const TetrahedralMesh& mesh = body.solid->mesh();
  contact::ElasticSurface surface;
  surface.first_node = body.first_body - first_body;
  surface.rest = mesh.nodes;
  surface.skin = body.skin;
  surface.touches_itself = body.self_contact && body.skin > 0;
  if (body.skin == 0) return surface;
  surface.nodes = FindSurfaceNodes(mesh);
  surface.faces = FindSurface(mesh);
  if (!body.self_contact) return surface;
  for (const auto& tetrahedron : mesh.tetrahedra) {
    for (int k = 0; k < 4; ++k) {
      for (int l = 0; l < k; ++l)
        surface.edges.emplace_back(tetrahedron[l], tetrahedron[k]);
    }
  }
  return surface;
}

}  // namespace

std::shared_ptr<const ElasticContact> MakeElasticContact(
    const Model& model, const contact::CollisionEngine& engine) {
  if (model.elastic_bodies().empty()) return nullptr;
  const int first_body = model.elastic_bodies().front().first_body;
  std::vector<contact::ElasticSurface> surfaces;
  int num_nodes = 0;
  for (const ElasticBody& body : model.elastic_bodies()) {
    surfaces.push_back(MakeSurface(body, first_body));
    num_nodes += body.solid->num_nodes();
  }
  std::vector<int> geometry_of_node(num_nodes, -1);
  const auto geometries = engine.geometries();
  for (std::size_t i = 0; i < geometries.size(); ++i) {
    const int node = geometries[i].body - first_body;
    if (node >= 0 && node < num_nodes)
      geometry_of_node[node] = static_cast<int>(i);
  }
  contact::ShapesOnFaces shapes(surfaces, engine, geometry_of_node);
  return std::make_shared<const ElasticContact>(ElasticContact{
      std::move(geometry_of_node),
      contact::ElasticSurfaces(std::move(surfaces)), std::move(shapes)});
}

}  // namespace tactus::multibody
