#include "tactus/multibody/importers/mjcf/geoms.h"

#include <cmath>

#include "tactus/multibody/importers/mjcf/mesh_fits.h"
#include "tactus/multibody/importers/mjcf/orientation.h"
#include "tactus/multibody/importers/mjcf/shell_inertia.h"
#include "tactus/multibody/importers/parsing/attributes.h"
#include "tactus/multibody/inertia_box.h"

namespace tactus::multibody::mjcf {
namespace {

using GeomType = GeomSpec::Type;

void ReadColor(const XmlElement& layer, GeomSpec* geom) {
  Eigen::Vector4d rgba = geom->rgba.value_or(Eigen::Vector4d(0.5, 0.5, 0.5, 1));
  if (ReadSome(layer, "rgba", std::span(rgba.data(), 4)) > 0) geom->rgba = rgba;
}

// fluidcoef: some or all of five numbers.
void ReadFlow(const XmlElement& layer, GeomSpec* geom) {
  ReadWord<bool>(layer, "fluidshape", {{"none", false}, {"ellipsoid", true}},
                 &geom->is_fluid_ellipsoid);
  FlowCoefficients& flow = geom->flow;
  std::array<double, 5> numbers = {flow.blunt_drag, flow.slender_drag,
                                   flow.angular_drag, flow.kutta_lift,
                                   flow.magnus_lift};
  ReadSome(layer, "fluidcoef", numbers);
  flow = {.blunt_drag = numbers[0],
          .slender_drag = numbers[1],
          .angular_drag = numbers[2],
          .kutta_lift = numbers[3],
          .magnus_lift = numbers[4]};
}

// A layer's contribution. The ends of `fromto` are kept until all is read.
void ReadLayer(const XmlElement& layer, GeomSpec* geom,
               std::optional<Vector6d>* from_to) {
  ReadWord<GeomType>(layer, "type",
                     {{"plane", GeomType::kPlane},
                      {"sphere", GeomType::kSphere},
                      {"capsule", GeomType::kCapsule},
                      {"cylinder", GeomType::kCylinder},
                      {"box", GeomType::kBox},
                      {"ellipsoid", GeomType::kEllipsoid},
                      {"mesh", GeomType::kMesh},
                      {"hfield", GeomType::kHeightField},
                      {"sdf", GeomType::kSdf}},
                     &geom->type);
  ReadSome(layer, "size", std::span(geom->size.data(), 3));
  Read(layer, "fromto", from_to);
  Read(layer, "mesh", &geom->mesh);
  if (Read(layer, "fitscale", &geom->fit_scale) && !(geom->fit_scale > 0))
    FailAttribute(layer, "fitscale", "must be positive");
  Read(layer, "hfield", &geom->height_field);
  Read(layer, "mass", &geom->mass);
  Read(layer, "density", &geom->density);
  Read(layer, "shellinertia", &geom->is_shell);
  Read(layer, "group", &geom->group);
  Read(layer, "material", &geom->material);
  ReadColor(layer, geom);
  ReadFlow(layer, geom);
  Read(layer, "contype", &geom->contype);
  Read(layer, "conaffinity", &geom->conaffinity);
  Read(layer, "condim", &geom->condim);
  Read(layer, "priority", &geom->priority);
  Read(layer, "margin", &geom->margin);
  ReadSome(layer, "friction", geom->friction);
  Read(layer, "solmix", &geom->solmix);
  ReadSome(layer, "solref", geom->solref);
  ReadSome(layer, "solimp", geom->solimp);
}

bool IsPrimitive(GeomType type) {
  return type == GeomType::kSphere || type == GeomType::kCapsule ||
         type == GeomType::kCylinder || type == GeomType::kBox ||
         type == GeomType::kEllipsoid;
}

bool IsRound(GeomType type) {
  return type == GeomType::kCapsule || type == GeomType::kCylinder;
}

// The shape's axis runs from the second point to the first, and size[0] is what
// it measures across.
void ApplyFromTo(const Vector6d& from_to, GeomSpec* geom) {
  const XmlElement& element = *geom->source;
  if (geom->type == GeomType::kSphere || !IsPrimitive(geom->type)) {
    FailAttribute(element, "fromto",
                  "is for capsules, cylinders, boxes and ellipsoids");
  }
  const Vector3d from = from_to.head<3>(), to = from_to.tail<3>();
  const double length = (from - to).norm();
  if (length < 1e-10) FailAttribute(element, "fromto", "has no length");
  geom->X_BG.translation() = (from + to) / 2;
  geom->X_BG.linear() = TurnZAxisTo(from - to).toRotationMatrix();
  if (IsRound(geom->type)) {
    geom->size[1] = length / 2;
  } else {
    geom->size[1] = geom->size[0];
    geom->size[2] = length / 2;
  }
}

// How many numbers of `size` the type needs.
int NumSizes(GeomType type) {
  switch (type) {
    case GeomType::kSphere:
      return 1;
    case GeomType::kCapsule:
    case GeomType::kCylinder:
      return 2;
    case GeomType::kBox:
    case GeomType::kEllipsoid:
      return 3;
    default:
      return 0;
  }
}

void CheckValues(const GeomSpec& geom) {
  const XmlElement& element = *geom.source;
  for (int i = 0; i < NumSizes(geom.type); ++i) {
    if (geom.size[i] > 0) continue;
    FailAttribute(element, "size",
                  "needs a positive number for each of the " +
                      std::to_string(NumSizes(geom.type)) +
                      " lengths of this shape");
  }
  if (geom.is_shell &&
      (geom.type == GeomType::kMesh || geom.type == GeomType::kSdf)) {
    FailAttribute(element, "shellinertia",
                  "is not for meshes: their <mesh> has inertia=\"shell\"");
  }
  if (geom.mass && *geom.mass < 0)
    FailAttribute(element, "mass", "is negative");
  if (geom.density < 0) FailAttribute(element, "density", "is negative");
  const FlowCoefficients& flow = geom.flow;
  for (const double c : {flow.blunt_drag, flow.slender_drag, flow.angular_drag,
                         flow.kutta_lift, flow.magnus_lift}) {
    if (c < 0) FailAttribute(element, "fluidcoef", "is negative");
  }
  if (geom.is_fluid_ellipsoid && !IsPrimitive(geom.type) &&
      geom.type != GeomType::kMesh)
    FailAttribute(element, "fluidshape", "is for primitive shapes and meshes");
  for (const double mu : geom.friction) {
    if (mu < 0) FailAttribute(element, "friction", "is negative");
  }
  if (geom.condim != 1 && geom.condim != 3 && geom.condim != 4 &&
      geom.condim != 6) {
    FailAttribute(element, "condim", "is none of 1, 3, 4, 6");
  }
}

SpatialInertia MakeUnitDensityInertia(const GeomSpec& geom,
                                      MeshAssets* meshes) {
  switch (geom.type) {
    case GeomType::kPlane:
      return {};
    case GeomType::kHeightField:
      if (geom.is_shell) return MakeShellInertia(contact::Box{geom.size});
      return MakeSolidInertia(contact::Box{geom.size}, 1,
                              RigidTransform::Identity());
    case GeomType::kMesh:
    case GeomType::kSdf:
      return meshes->FindInertia(geom.mesh, *geom.source);
    default:
      if (geom.is_shell) return MakeShellInertia(MakeShape(geom, meshes));
      return MakeSolidInertia(MakeShape(geom, meshes), 1,
                              RigidTransform::Identity());
  }
}

}  // namespace

GeomSpec ReadGeom(const std::vector<const XmlElement*>& layers,
                  const RigidTransform& X_BF, const CompilerSettings& compiler,
                  MeshAssets* meshes) {
  const XmlElement& element = *layers.back();
  GeomSpec geom{.source = &element};
  std::optional<Vector6d> from_to;
  for (const XmlElement* layer : layers) {
    ReadLayer(*layer, &geom, &from_to);
  }
  ReadPose(layers, compiler, &geom.X_BG);
  Read(element, "name", &geom.name);
  const bool needs_mesh =
      geom.type == GeomType::kMesh || geom.type == GeomType::kSdf;
  if (needs_mesh && geom.mesh.empty()) Fail(element, "names no mesh");
  if (from_to) {
    ApplyFromTo(*from_to, &geom);
  } else if (!geom.mesh.empty() && IsPrimitive(geom.type)) {
    FitToMesh(compiler, meshes, &geom);
  }
  CheckValues(geom);
  geom.X_BG = X_BF * geom.X_BG;
  return geom;
}

contact::Shape MakeShape(const GeomSpec& geom, MeshAssets* meshes) {
  const Vector3d& size = geom.size;
  switch (geom.type) {
    case GeomType::kPlane:
      return contact::HalfSpace{};
    case GeomType::kSphere:
      return contact::Sphere{size[0]};
    case GeomType::kCapsule:
      return contact::Capsule{size[0], size[1]};
    case GeomType::kCylinder:
      return contact::Cylinder{size[0], size[1]};
    case GeomType::kBox:
      return contact::Box{size};
    case GeomType::kEllipsoid:
      return contact::Ellipsoid{size};
    case GeomType::kMesh:
      return contact::ConvexMesh{meshes->FindHull(geom.mesh, *geom.source)};
    default:
      Fail(*geom.source,
           "height fields and signed distance fields do not "
           "collide here");
  }
}

FluidEllipsoid MakeFluidEllipsoid(const GeomSpec& geom, MeshAssets* meshes) {
  FluidEllipsoid part{.body = geom.body,
                      .X_BE = geom.X_BG,
                      .radii = geom.size,
                      .coefficients = geom.flow};
  switch (geom.type) {
    case GeomType::kSphere:
      part.radii.setConstant(geom.size[0]);
      break;
    case GeomType::kCapsule:
      part.radii << geom.size[0], geom.size[0], geom.size[1] + geom.size[0];
      break;
    case GeomType::kCylinder:
      part.radii << geom.size[0], geom.size[0], geom.size[1];
      break;
    case GeomType::kMesh: {
      const InertiaBox box =
          CalcInertiaBox(meshes->FindInertia(geom.mesh, *geom.source));
      part.X_BE = geom.X_BG * box.X_BE;
      part.radii = box.half_extents;
      break;
    }
    default:
      break;
  }
  return part;
}

SpatialInertia MakeInertia(const GeomSpec& geom, MeshAssets* meshes) {
  const bool massless = geom.mass ? *geom.mass == 0 : geom.density == 0;
  if (massless) return {};
  SpatialInertia inertia = MakeUnitDensityInertia(geom, meshes);
  if (inertia.mass == 0) return {};
  const double density = geom.mass ? *geom.mass / inertia.mass : geom.density;
  inertia.mass *= density;
  inertia.I_Bcm *= density;
  return inertia.ReExpressedIn(geom.X_BG);
}

}  // namespace tactus::multibody::mjcf
