#include <algorithm>
#include <array>
#include <cmath>

#include "tactus/contact/geometry/narrow_phase/axis_shares.h"
#include "tactus/contact/geometry/narrow_phase/collide.h"
#include "tactus/contact/geometry/narrow_phase/face_contact.h"
#include "tactus/contact/geometry/narrow_phase/segments.h"

// Two boxes overlap when their projections do on each of 15 axes n: three face
// normals of each and nine cross products of edges,
//
//     o(n) = h_P . |n_P| + h_Q . |n_Q| - |p_PQ . n| > 0.
//
// The axis with the least overlap o is the way out, but a contact that belongs
// to it alone jumps wherever two axes tie. The force of the pair is shared
// between all axes with o < 2 o_min, in proportion to
//
//     s(n) = (2 - o / o_min)^2,
//
// which turns the normal from one axis to the next without a jump. At rest one
// axis has all. Two corrections keep it so:
//
//  * An axis of two nearly parallel edges is ill defined. Its overlap counts as
//    o (1 + (0.01 / sin)^2), so that it fades as the edges become parallel.
//  * Axes within an angle of about 0.1 describe one contact. An edge axis
//  leaves
//    its share to a face's and the face with more overlap to the one with less:
//    all below 0.05, less the larger the angle, nothing beyond 0.25. What
//    remains is a jump where two faces at an angle < 0.25 tie, at most a
//    twentieth of the force, and only in its direction.
namespace tactus::contact {
namespace {

constexpr double kRange = 2;  // o / o_min at which an axis has no share
constexpr double kParallelEdges = 0.01;  // sine
constexpr double kLeastAxisShare = 1e-9;

struct BoxPair {
  BoxPair(const Box& p, const Box& q, const RigidTransform& X_PQ)
      : h_p(p.half_extents),
        h_q(q.half_extents),
        R(X_PQ.linear()),
        abs_R(R.cwiseAbs()),
        p_PQ(X_PQ.translation()),
        p_QP_Q(R.transpose() * p_PQ) {}

  Vector3d h_p, h_q;
  Matrix3d R, abs_R;
  Vector3d p_PQ;
  Vector3d p_QP_Q;  ///< p_PQ expressed in Q.
};

/// Overlaps and shares: faces 0-2 of P, 3-5 of Q, edges 6 + 3 i + j.
struct Axes {
  std::array<double, 15> overlap;
  std::array<double, 15> share;
  std::array<Vector3d, 15> normal;  ///< From P into Q; edges' only if in range.
};

double Orient(double x) {
  return x < 0 ? -1 : 1;
}

/// Whether a face's plane shows that they are `margin` apart.
bool AreFacesApart(const BoxPair& b, double margin) {
  return (b.p_PQ.cwiseAbs() - b.h_p - b.abs_R * b.h_q).maxCoeff() >= margin ||
         (b.p_QP_Q.cwiseAbs() - b.h_q - b.abs_R.transpose() * b.h_p)
                 .maxCoeff() >= margin;
}

/// False when the boxes are apart.
bool CalcFaceOverlaps(const BoxPair& b, Axes* axes) {
  const Vector3d on_p = b.h_p + b.abs_R * b.h_q - b.p_PQ.cwiseAbs();
  if (!(on_p.minCoeff() > 0)) return false;
  const Vector3d on_q =
      b.h_q + b.abs_R.transpose() * b.h_p - b.p_QP_Q.cwiseAbs();
  if (!(on_q.minCoeff() > 0)) return false;
  for (int i = 0; i < 3; ++i) {
    axes->overlap[i] = on_p[i];
    axes->overlap[3 + i] = on_q[i];
    axes->normal[i] = Orient(b.p_PQ[i]) * Vector3d::Unit(i);
    axes->normal[3 + i] = Orient(b.p_QP_Q[i]) * b.R.col(i);
  }
  return true;
}

/// The axes e_i x R e_j whose overlap is in range of the faces'; the others
/// count as infinite. False when the boxes are apart.
bool CalcEdgeOverlaps(const BoxPair& b, Axes* axes) {
  const double limit = kRange * *std::min_element(axes->overlap.begin(),
                                                  axes->overlap.begin() + 6);
  for (int i = 0; i < 3; ++i) {
    const int i1 = (i + 1) % 3, i2 = (i + 2) % 3;
    for (int j = 0; j < 3; ++j) {
      const int j1 = (j + 1) % 3, j2 = (j + 2) % 3;
      const int k = 6 + 3 * i + j;
      axes->overlap[k] = kInfinity;
      // e_i x R e_j = (0, -R(i2, j), R(i1, j)) in the order i, i1, i2.
      const double sine2 = b.R(i1, j) * b.R(i1, j) + b.R(i2, j) * b.R(i2, j);
      if (sine2 < 1e-12) continue;
      const double between = b.p_PQ[i2] * b.R(i1, j) - b.p_PQ[i1] * b.R(i2, j);
      const double reach =
          b.h_p[i1] * b.abs_R(i2, j) + b.h_p[i2] * b.abs_R(i1, j) +
          b.h_q[j1] * b.abs_R(i, j2) + b.h_q[j2] * b.abs_R(i, j1);
      const double overlap_sine = reach - std::abs(between);
      if (!(overlap_sine > 0)) return false;
      if (overlap_sine * overlap_sine >= limit * limit * sine2) continue;
      const double sine = std::sqrt(sine2);
      axes->overlap[k] =
          overlap_sine / sine * (1 + kParallelEdges * kParallelEdges / sine2);
      const double scale = Orient(between) / sine;
      axes->normal[k][i] = 0;
      axes->normal[k][i1] = -b.R(i2, j) * scale;
      axes->normal[k][i2] = b.R(i1, j) * scale;
    }
  }
  return true;
}

void MoveShare(Axes* axes, int from, int to, double part) {
  const double moved = part * axes->share[from];
  axes->share[to] += moved;
  axes->share[from] -= moved;
}

/// An edge axis leaves its share to the faces' axes that are like it and in
/// range, in proportion.
void LeaveToFaces(double least, int edge, Axes* axes) {
  std::array<double, 6> part;
  double total = 0, rest = 1;
  for (int k = 0; k < 6; ++k) {
    const double room = kRange - axes->overlap[k] / least;
    part[k] = std::clamp(2 * room, 0.0, 1.0);
    if (part[k] > 0) {
      part[k] *= 1 - Distinctness(axes->normal[edge], axes->normal[k]);
    }
    total += part[k];
    rest *= 1 - part[k];
  }
  if (total == 0) return;
  const double share = axes->share[edge];
  for (int k = 0; k < 6; ++k) {
    axes->share[k] += share * (1 - rest) * part[k] / total;
  }
  axes->share[edge] = share * rest;
}

void CalcShares(Axes* axes) {
  const double least =
      *std::min_element(axes->overlap.begin(), axes->overlap.end());
  double total = 0;
  for (int k = 0; k < 15; ++k) {
    const double x = std::max(0.0, kRange - axes->overlap[k] / least);
    axes->share[k] = x * x;
    total += axes->share[k];
  }
  for (double& share : axes->share) share /= total;

  for (int k = 6; k < 15; ++k) {
    if (axes->share[k] > 0) LeaveToFaces(least, k, axes);
  }
  for (int i = 0; i < 3; ++i) {
    for (int j = 3; j < 6; ++j) {
      if (axes->share[i] == 0 && axes->share[j] == 0) continue;
      const bool i_is_less = axes->overlap[i] <= axes->overlap[j];
      const int less = i_is_less ? i : j, more = i_is_less ? j : i;
      MoveShare(axes, more, less,
                PartLeftTo(axes->normal[less], axes->overlap[less],
                           axes->normal[more], axes->overlap[more]));
    }
  }
}

/// The face of a box with pose (R, p) in P across its own axis, on one side.
Face MakeFace(const Vector3d& h, const Matrix3d& R, const Vector3d& p, int axis,
              double side, std::array<PolygonCorner, 4>* corners) {
  const int x = (axis + 1) % 3, y = (axis + 2) % 3;
  Face face;
  face.axes << R.col(x), side * R.col(y), side * R.col(axis);
  face.origin = p + h[axis] * face.normal();
  *corners = MakeRectangle({h[x], h[y]});
  face.corners = *corners;
  face.size = h[x] + h[y];
  return face;
}

/// The faces of both boxes that meet along the axis k of a face.
struct FacePair {
  FacePair(const BoxPair& b, const Axes& axes, int k) : reference_is_p(k < 3) {
    // Each box's own, outward direction, in its frame.
    const Vector3d along_p = axes.normal[k];
    const Vector3d along_q = -b.R.transpose() * axes.normal[k];
    int axis_p = k, axis_q = k - 3;
    if (!reference_is_p) along_p.cwiseAbs().maxCoeff(&axis_p);
    if (reference_is_p) along_q.cwiseAbs().maxCoeff(&axis_q);
    face_p = MakeFace(b.h_p, Matrix3d::Identity(), Vector3d::Zero(), axis_p,
                      Orient(along_p[axis_p]), &corners_p);
    face_q = MakeFace(b.h_q, b.R, b.p_PQ, axis_q, Orient(along_q[axis_q]),
                      &corners_q);
  }
  FacePair(const FacePair&) = delete;
  FacePair& operator=(const FacePair&) = delete;

  const Face& reference() const { return reference_is_p ? face_p : face_q; }
  const Face& incident() const { return reference_is_p ? face_q : face_p; }

  bool reference_is_p;
  Face face_p, face_q;
  std::array<PolygonCorner, 4> corners_p, corners_q;
};

/// Among several axes, a face that the other box's face is about to leave loses
/// its share to the rest.
void DropFacesLeft(const BoxPair& b, Axes* axes) {
  double total = 0;
  for (int k = 0; k < 15; ++k) {
    double& share = axes->share[k];
    if (k < 6 && share > kLeastAxisShare) {
      const FacePair faces(b, *axes, k);
      share *= FaceContact(faces.reference(), faces.incident()).CalcBreadth();
    }
    total += share;
  }
  for (double& share : axes->share) share /= std::max(total, kLeastAxisShare);
}

void WriteFace(const BoxPair& b, const Axes& axes, int k,
               ManifoldWriter* writer) {
  const FacePair faces(b, axes, k);
  FaceContact(faces.reference(), faces.incident())
      .Write(axes.share[k], {faces.reference(), faces.reference_is_p, writer});
}

/// The edge of a box along its own `axis` that is farthest along `direction`
/// (both in the box's frame): its centre.
Vector3d FarthestEdge(const Vector3d& h, int axis, const Vector3d& direction) {
  Vector3d center;
  for (int i = 0; i < 3; ++i) center[i] = Orient(direction[i]) * h[i];
  center[axis] = 0;
  return center;
}

void WriteEdge(const BoxPair& b, const Axes& axes, int k,
               ManifoldWriter* writer) {
  const int i = (k - 6) / 3, j = (k - 6) % 3;
  const Vector3d& normal = axes.normal[k];
  const Segment edge_p{FarthestEdge(b.h_p, i, normal), Vector3d::Unit(i),
                       b.h_p[i]};
  const Segment edge_q{
      b.p_PQ + b.R * FarthestEdge(b.h_q, j, -b.R.transpose() * normal),
      b.R.col(j), b.h_q[j]};
  const SegmentPair nearest = NearestPoints(edge_p, edge_q);
  const Vector3d on_p = edge_p.At(nearest.s), on_q = edge_q.At(nearest.t);
  // Where an edge ends, the nearest points are not across both.
  const double depth = (on_p - on_q).dot(normal);
  const Vector3d middle = 0.5 * (on_p + on_q);
  if (!(depth > 0)) return;
  writer->Add(middle + 0.5 * depth * normal, middle - 0.5 * depth * normal,
              normal, depth, axes.share[k]);
}

/// One point for boxes that overlap beside all their faces: midway between
/// their farthest corners along the axis of least overlap.
void WriteCorners(const BoxPair& b, const Axes& axes, ManifoldWriter* writer) {
  const auto least = std::min_element(axes.overlap.begin(), axes.overlap.end());
  const Vector3d& n = axes.normal[least - axes.overlap.begin()];
  const auto farthest = [](const Vector3d& h, const Vector3d& direction) {
    return Vector3d(h.cwiseProduct(direction.unaryExpr(&Orient)));
  };
  const Vector3d on_p = farthest(b.h_p, n);
  const Vector3d on_q = b.p_PQ + b.R * farthest(b.h_q, -b.R.transpose() * n);
  const double depth = n.dot(on_p - on_q);
  const Vector3d middle = 0.5 * (on_p + on_q);
  writer->Add(middle + 0.5 * depth * n, middle - 0.5 * depth * n, n, depth);
}

}  // namespace

void Collide(const Box& p, const Box& q, const RigidTransform& X_PQ,
             ManifoldWriter* writer) {
  const BoxPair boxes(p, q, X_PQ);
  Axes axes;
  if (!CalcFaceOverlaps(boxes, &axes) || !CalcEdgeOverlaps(boxes, &axes)) {
    // The 15 axes are not the nearest points' when corners are nearest.
    const double margin = writer->margin();
    if (margin == 0 || AreFacesApart(boxes, margin)) return;
    writer->SetApart();
    return CollideApart(p, q, X_PQ, writer);
  }
  CalcShares(&axes);
  const auto bears = [](double share) {
    return share > kLeastAxisShare;
  };
  if (std::count_if(axes.share.begin(), axes.share.end(), bears) > 1) {
    DropFacesLeft(boxes, &axes);
  }
  for (int k = 0; k < 15; ++k) {
    if (!bears(axes.share[k])) continue;
    k < 6 ? WriteFace(boxes, axes, k, writer)
          : WriteEdge(boxes, axes, k, writer);
  }
  if (writer->num_overlapping() == 0) WriteCorners(boxes, axes, writer);
}

}  // namespace tactus::contact
