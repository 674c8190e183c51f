#include "tactus/multibody/importers/mjcf/tendon_paths.h"

#include <algorithm>
#include <string>

#include "tactus/multibody/constraint_rows.h"
#include "tactus/multibody/importers/parsing/attributes.h"
#include "tactus/multibody/model_builder.h"

namespace tactus::multibody::mjcf {
namespace {

using Stop = Tendon::Stop;

Stop ReadPoint(const XmlElement& element, const BodyTree& tree) {
  const SiteSpec& site =
      tree.sites[tree.FindSite(Required(element, "site"), element)];
  return {.kind = Stop::Kind::kPoint, .body = site.body, .X_BS = site.X_BS};
}

Stop ReadShape(const XmlElement& element, const BodyTree& tree) {
  const std::string& name = Required(element, "geom");
  const auto geom = std::ranges::find(tree.geoms, name, &GeomSpec::name);
  Check(geom != tree.geoms.end(), element, "there is no geom '" + name + "'");
  const bool is_sphere = geom->type == GeomSpec::Type::kSphere;
  Check(is_sphere || geom->type == GeomSpec::Type::kCylinder, element,
        "geom '" + name + "' is neither a sphere nor a cylinder");
  Stop stop{.kind = is_sphere ? Stop::Kind::kSphere : Stop::Kind::kCylinder,
            .body = geom->body,
            .X_BS = geom->X_BG,
            .radius = geom->size[0]};
  if (const std::string* side = element.Find("sidesite")) {
    const SiteSpec& site = tree.sites[tree.FindSite(*side, element)];
    stop.side_body = site.body;
    stop.p_BSide = site.X_BS.translation();
  }
  return stop;
}

Stop ReadPulley(const XmlElement& element) {
  Stop stop{.kind = Stop::Kind::kPulley};
  Required(element, "divisor");
  Read(element, "divisor", &stop.divisor);
  if (!(stop.divisor > 0))
    FailAttribute(element, "divisor", "must be positive");
  return stop;
}

bool IsPoint(const Stop& stop) {
  return stop.kind == Stop::Kind::kPoint;
}
bool IsPulley(const Stop& stop) {
  return stop.kind == Stop::Kind::kPulley;
}

// Sites begin and end each branch, and stand around each geom. A pulley may
// begin the first branch.
void CheckBranches(const std::vector<Stop>& path, const XmlElement& element) {
  auto begin = path.begin();
  if (!path.empty() && IsPulley(*begin)) ++begin;
  while (true) {
    const auto end = std::find_if(begin, path.end(), IsPulley);
    Check(std::count_if(begin, end, IsPoint) >= 2 && IsPoint(*begin) &&
              IsPoint(*(end - 1)),
          element,
          "each branch of its path needs two sites, and begins and ends with "
          "one");
    for (auto it = begin; it + 1 < end; ++it) {
      Check(IsPoint(*it) || IsPoint(*(it + 1)), element,
            "a geom of its path must stand between two sites");
    }
    if (end == path.end()) return;
    begin = end + 1;
  }
}

VectorXd MakePositions(const Model& model, const BodyTree& tree,
                       const BuilderIndices& indices, LengthsAt at) {
  VectorXd q = model.default_positions();
  for (std::size_t j = 0; j < tree.joints.size(); ++j) {
    const JointSpec& spec = tree.joints[j];
    if (spec.nv() != 1) continue;
    const int joint = model.JointIndex(indices.joint_name[j]);
    q[model.joints()[joint].q_start] =
        at == LengthsAt::kReferences ? spec.reference : spec.spring_reference;
  }
  return q;
}

}  // namespace

std::vector<Stop> ReadTendonPath(const XmlElement& element,
                                 const BodyTree& tree) {
  std::vector<Stop> path;
  for (const XmlElement& child : element.children) {
    if (child.tag == "site") {
      path.push_back(ReadPoint(child, tree));
    } else if (child.tag == "geom") {
      path.push_back(ReadShape(child, tree));
    } else if (child.tag == "pulley") {
      path.push_back(ReadPulley(child));
    } else {
      Fail(child, "a spatial tendon is made of sites, geoms and pulleys");
    }
  }
  Check(!path.empty(), element, "has no path");
  CheckBranches(path, element);
  return path;
}

Tendon MakeTendon(const TendonSpec& spec, const BuilderIndices& indices) {
  Tendon tendon{.name = spec.name,
                .path = spec.path,
                .lower = spec.range.lower,
                .upper = spec.range.upper,
                .rest_lower = spec.rest[0],
                .rest_upper = spec.rest[1],
                .stiffness = spec.stiffness,
                .damping = spec.damping,
                .dry_friction = spec.dry_friction};
  for (const TendonSpec::Term& term : spec.terms) {
    tendon.terms.push_back(
        {.joint = indices.joint[term.joint], .coefficient = term.coefficient});
  }
  for (Stop& stop : tendon.path) {
    stop.body = indices.body[stop.body];
    if (stop.side_body >= 0) stop.side_body = indices.body[stop.side_body];
  }
  return tendon;
}

std::vector<double> CalcTendonLengths(const BodyTree& tree,
                                      const std::vector<TendonSpec>& tendons,
                                      LengthsAt at) {
  ModelBuilder alone;
  const BuilderIndices indices = AddBodies(tree, &alone);
  for (const TendonSpec& spec : tendons)
    alone.AddTendon(MakeTendon(spec, indices));
  const auto model = std::move(alone).Build();
  const VectorXd q = MakePositions(*model, tree, indices, at);
  std::vector<double> lengths;
  for (const Tendon& tendon : model->tendons())
    lengths.push_back(CalcTendonLength(*model, tendon, q));
  return lengths;
}

void SetRestLengths(const BodyTree& tree, std::vector<TendonSpec>* tendons) {
  if (std::ranges::none_of(*tendons, &TendonSpec::rests_at_references)) return;
  const std::vector<double> lengths =
      CalcTendonLengths(tree, *tendons, LengthsAt::kSpringReferences);
  for (std::size_t i = 0; i < tendons->size(); ++i) {
    if ((*tendons)[i].rests_at_references)
      (*tendons)[i].rest = {lengths[i], lengths[i]};
  }
}

}  // namespace tactus::multibody::mjcf
