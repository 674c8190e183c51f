#include "tactus/contact/geometry/narrow_phase/collide.h"
#include "tactus/contact/geometry/narrow_phase/surface_point.h"

namespace tactus::contact {

template <class Solid>
void Collide(const Solid& solid, const Sphere& sphere, const RigidTransform& X,
             ManifoldWriter* writer) {
  const Vector3d center = X.translation();
  const SurfacePoint nearest = NearestSurfacePoint(solid, center);
  const double depth = sphere.radius - nearest.distance;
  if (!(depth > -writer->margin())) return;
  writer->Add(nearest.p, center - sphere.radius * nearest.normal,
              nearest.normal, depth);
}

template void Collide(const Sphere&, const Sphere&, const RigidTransform&,
                      ManifoldWriter*);
template void Collide(const Box&, const Sphere&, const RigidTransform&,
                      ManifoldWriter*);
template void Collide(const Capsule&, const Sphere&, const RigidTransform&,
                      ManifoldWriter*);
template void Collide(const Cylinder&, const Sphere&, const RigidTransform&,
                      ManifoldWriter*);
template void Collide(const Ellipsoid&, const Sphere&, const RigidTransform&,
                      ManifoldWriter*);
template void Collide(const HalfSpace&, const Sphere&, const RigidTransform&,
                      ManifoldWriter*);
template void Collide(const ConvexMesh&, const Sphere&, const RigidTransform&,
                      ManifoldWriter*);

}  // namespace tactus::contact
