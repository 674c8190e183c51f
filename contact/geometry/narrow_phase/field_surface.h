#pragma once

#include <array>
#include <utility>
#include <vector>

#include "tactus/contact/geometry/shapes/bounds.h"
#include "tactus/contact/geometry/shapes/height_grid.h"

namespace tactus::contact {

/// What of a height field's surface is near a box: its faces, each all
/// triangles in one plane, and the edges between them. The walls and the base
/// are faces, too. All in the field's frame F.
class FieldSurface {
 public:
  struct Face {
    enum class Kind { kTop, kWall, kBase };
    Kind kind = Kind::kTop;
    Vector3d origin;  ///< A point of its plane.
    Vector3d normal;  ///< Outward unit.
    /// Those of a top face.
    std::vector<std::array<Vector3d, 3>> triangles = {};
    /// Of a wall: its outward side, -1 or 1, along x (0) or y (1).
    int axis = 0, side = 0;

    /// How far p is below the plane.
    double DepthOf(const Vector3d& p) const { return normal.dot(origin - p); }
  };

  /// A convex edge, where the solid is on the inner side of both faces.
  struct Edge {
    int face_a{}, face_b{};
    Vector3d from, to;
    /// Unit, in the planes of the faces, from the edge inwards.
    Vector3d into_a = {}, into_b = {};
    double sine{};  ///< Of the angle between the normals, if that is acute.
    /// By `from` and `to`: unit vectors along the edges that start there. No
    /// direction of the surface is outside their span.
    std::array<std::vector<Vector3d>, 2> ways{};
  };

  /// @param near  along F's axes.
  FieldSurface(const HeightGrid& grid, const Bounds& near);

  const std::vector<Face>& faces() const { return faces_; }
  const std::vector<Edge>& edges() const { return edges_; }

  /// Those faces that may come as near to p as `reach`, ascending.
  void FindFacesNear(const Vector3d& p, double reach,
                     std::vector<int>* faces) const;

  /// The point of a face that is nearest to a point of its plane.
  Vector3d FindNearest(int face, const Vector3d& p_on_plane) const;

 private:
  using Node = std::pair<int, int>;  ///< Row and column.

  void AddTop();
  void AddSides();
  void AddTopEdges();
  void AddRimEdges();
  void AddBoxEdges();
  int FaceOf(int row, int column, int half) const;
  int TakePlane(const std::array<Vector3d, 3>& triangle,
                const std::array<int, 3>& neighbors);
  int RootOf(int face) const;
  void JoinFaces();
  double HeightOnRim(const Face& wall, double along) const;
  void AddEdge(int a, int b, Node from, Node to, const Vector3d& in_a,
               const Vector3d& in_b);
  void AddBoxEdge(int a, int b, const Vector3d& from, const Vector3d& to);
  void PushEdge(Edge edge, const Vector3d& in_a, const Vector3d& in_b);
  Vector3d At(Node node) const { return grid_.Corner(node.first, node.second); }
  std::vector<Vector3d> WaysFrom(Node node) const;
  bool IsNear(const Vector3d& a, const Vector3d& b) const;

  const HeightGrid& grid_;
  Vector3d low_, high_;
  /// Cells first ... end - 1 are looked at.
  int first_row_{}, end_row_{}, first_column_{}, end_column_{};
  std::vector<int> face_of_;    ///< Of these cells' triangles.
  std::vector<int> joined_to_;  ///< By face, while they are found.
  std::array<int, 4> walls_{-1, -1, -1, -1};  ///< -x, x, -y, y.
  int base_ = -1;
  std::vector<Face> faces_;
  std::vector<Edge> edges_;
  std::vector<std::vector<int>> edges_of_face_;  ///< By face_a.
};

}  // namespace tactus::contact
