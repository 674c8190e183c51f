#include "tactus/apps/bench/peers/neutral_mjcf.h"

#include <algorithm>
#include <cmath>
#include <variant>

#include <spdlog/fmt/fmt.h>
#include <tinyxml2.h>

namespace tactus::apps {
namespace {

using tinyxml2::XMLDocument;
using tinyxml2::XMLElement;

constexpr double kImpedance = 0.95;

std::string Format(const VectorXd& v) {
  std::string text;
  for (double each : v)
    text += fmt::format("{}{}", text.empty() ? "" : " ", each);
  return text;
}

std::string Format(const Quaterniond& q) {
  return fmt::format("{} {} {} {}", q.w(), q.x(), q.y(), q.z());
}

struct ShapeWriter {
  XMLElement* geom;

  void Set(const char* type, const std::string& size) const {
    geom->SetAttribute("type", type);
    geom->SetAttribute("size", size.c_str());
  }
  void operator()(const contact::Sphere& s) const {
    Set("sphere", fmt::format("{}", s.radius));
  }
  void operator()(const contact::Box& b) const {
    Set("box", Format(b.half_extents));
  }
  void operator()(const contact::Capsule& c) const {
    Set("capsule", fmt::format("{} {}", c.radius, c.half_length));
  }
  void operator()(const contact::Cylinder& c) const {
    Set("cylinder", fmt::format("{} {}", c.radius, c.half_length));
  }
  void operator()(const contact::Ellipsoid& e) const {
    Set("ellipsoid", Format(e.radii));
  }
  void operator()(const contact::HalfSpace&) const { Set("plane", "0 0 1"); }
  // MakeNeutralJson() and ReadNeutralScene() let none through.
  void operator()(const contact::ConvexMesh&) const {}
};

int CountDimensions(const NeutralScene::Friction& friction) {
  if (friction.rolling > 0) return 6;
  if (friction.torsional > 0) return 4;
  return friction.mu_dynamic > 0 ? 3 : 1;
}

XMLElement* AddPlaced(XMLElement* parent, const char* tag,
                      const std::string& name, const Vector3d& position,
                      const Quaterniond& orientation) {
  XMLElement* element = parent->InsertNewChildElement(tag);
  element->SetAttribute("name", name.c_str());
  element->SetAttribute("pos", Format(VectorXd(position)).c_str());
  element->SetAttribute("quat", Format(orientation).c_str());
  return element;
}

/// One translation.
class Writer {
 public:
  Writer(const NeutralScene& scene, MujocoContact contact)
      : scene_(scene), matched_(contact == MujocoContact::kMatched) {}

  NeutralMjcf Write() {
    root_ = document_.NewElement("mujoco");
    document_.InsertEndChild(root_);
    root_->SetAttribute("model", scene_.name.c_str());
    SetOptions();
    SetSizes();
    SetDefaults();
    XMLElement* world = root_->InsertNewChildElement("worldbody");
    for (const NeutralScene::Fixed& fixed : scene_.fixed) {
      XMLElement* geom =
          AddPlaced(world, "geom", fixed.name, fixed.X_WG.translation(),
                    Quaterniond(fixed.X_WG.linear()));
      std::visit(ShapeWriter{geom}, fixed.shape);
    }
    for (const NeutralScene::Body& body : scene_.bodies) AddBody(body, world);
    tinyxml2::XMLPrinter printer;
    document_.Print(&printer);
    return {.text = printer.CStr(), .settings = settings_};
  }

 private:
  void SetOptions() {
    XMLElement* option = root_->InsertNewChildElement("option");
    option->SetAttribute("gravity", Format(VectorXd(scene_.gravity)).c_str());
    if (matched_) option->SetAttribute("cone", "elliptic");
  }

  // As many contacts as piles of so many bodies have; spheres touch at most
  // twelve others, and half of those pairs count.
  void SetSizes() {
    const bool spheres = std::ranges::all_of(scene_.bodies, [](const auto& b) {
      return std::holds_alternative<contact::Sphere>(b.shape);
    });
    const long contacts =
        50 + (spheres ? 4 : 16) * static_cast<long>(scene_.bodies.size());
    const int dimensions = CountDimensions(scene_.friction);
    const long rows = dimensions == 1 ? 1 : 2 * (dimensions - 1);
    XMLElement* size = root_->InsertNewChildElement("size");
    size->SetAttribute("nconmax", std::to_string(contacts).c_str());
    size->SetAttribute("njmax", std::to_string(rows * contacts).c_str());
  }

  void SetDefaults() {
    XMLElement* geom =
        root_->InsertNewChildElement("default")->InsertNewChildElement("geom");
    const NeutralScene::Friction& friction = scene_.friction;
    const int dimensions = CountDimensions(friction);
    const std::string coefficients = fmt::format(
        "{} {} {}", friction.mu_dynamic, friction.torsional, friction.rolling);
    geom->SetAttribute("condim", dimensions);
    geom->SetAttribute("friction", coefficients.c_str());
    settings_["contact"] = matched_ ? "matched" : "default";
    settings_["condim"] = dimensions;
    settings_["friction"] = coefficients;
    if (matched_) {
      const std::string solimp = fmt::format("{0} {0} 0.001 0.5 2", kImpedance);
      geom->SetAttribute("solimp", solimp.c_str());
      settings_["solimp"] = solimp;
      settings_["solref"] = nlohmann::ordered_json::object();
    } else {
      settings_["solimp"] = "0.9 0.95 0.001 0.5 2 (MuJoCo's default)";
      settings_["solref"] = "0.02 1 (MuJoCo's default)";
    }
  }

  void AddBody(const NeutralScene::Body& each, XMLElement* world) {
    XMLElement* body =
        AddPlaced(world, "body", each.name, each.position, each.orientation);
    body->InsertNewChildElement("freejoint");
    XMLElement* inertial = body->InsertNewChildElement("inertial");
    inertial->SetAttribute("pos", "0 0 0");
    inertial->SetAttribute("mass", fmt::format("{}", each.mass).c_str());
    inertial->SetAttribute("diaginertia",
                           Format(VectorXd(each.inertia)).c_str());
    XMLElement* geom = body->InsertNewChildElement("geom");
    geom->SetAttribute("name", each.name.c_str());
    std::visit(ShapeWriter{geom}, each.shape);
    if (matched_) {
      const std::string solref = MakeSolref(each.mass);
      geom->SetAttribute("solref", solref.c_str());
      settings_["solref"][fmt::format("{} kg", each.mass)] = solref;
    }
  }

  std::string MakeSolref(double mass) const {
    const double k = scene_.stiffness / mass;
    const double b = scene_.dissipation > 0 ? 2 * std::sqrt(k) : 0;
    return fmt::format("{} {}", -k, -b);
  }

  const NeutralScene& scene_;
  bool matched_;
  XMLDocument document_;
  XMLElement* root_ = nullptr;
  nlohmann::ordered_json settings_ = nlohmann::ordered_json::object();
};

}  // namespace

NeutralMjcf MakeNeutralMjcf(const NeutralScene& scene, MujocoContact contact) {
  return Writer(scene, contact).Write();
}

}  // namespace tactus::apps
