#include "tactus/multibody/importers/urdf/schema.h"

#include <algorithm>

namespace tactus::multibody::urdf {
namespace {

constexpr auto kCosmetic = ElementRule::Treatment::kCosmetic;
constexpr auto kApproximated = ElementRule::Treatment::kApproximated;
constexpr auto kDropped = ElementRule::Treatment::kDropped;

constexpr std::string_view kLooks = "looks are left out";
constexpr std::string_view kForControllers = "meant for controllers, left out";
constexpr std::string_view kBulletSoftness =
    "Bullet's softness of contacts is left out";
constexpr std::string_view kShape = "shape of a <geometry>";

constexpr ElementRule Read(std::string_view place, std::string_view tag,
                           std::string_view attributes = {}) {
  return {.place = place, .tag = tag, .attributes = attributes};
}

// Its parent has one of them.
constexpr ElementRule Once(std::string_view place, std::string_view tag,
                           std::string_view attributes = {}) {
  return {.place = place, .tag = tag, .attributes = attributes, .role = tag};
}

constexpr ElementRule Shape(std::string_view tag, std::string_view attributes) {
  return {.place = "geometry",
          .tag = tag,
          .attributes = attributes,
          .role = kShape};
}

constexpr ElementRule Leave(std::string_view place, std::string_view tag,
                            ElementRule::Treatment treatment,
                            std::string_view message) {
  return {
      .place = place, .tag = tag, .treatment = treatment, .message = message};
}

constexpr ElementRule kRules[] = {
    // MuJoCo has dont_collapse, ROS once had types of links.
    Read("robot", "link", "name type drake_ignore"),
    Read("robot", "joint", "name type drake_ignore dont_collapse"),
    Read("robot", "transmission", "name type drake_ignore"),
    Read("robot", "collision_filter_group", "name ignore"),
    Read("robot", "gazebo", "*"),
    Read("robot", "mujoco", "*"),
    Read("robot", "material", "name"),
    Leave("robot", "frame", kCosmetic, "frames carry no physics"),
    Leave("robot", "sensor", kCosmetic, "sensors are left out"),
    Leave("robot", "ros2_control", kCosmetic, kForControllers),
    Read("robot", "loop_joint", "name type"),
    Leave("robot", "linear_bushing_rpy", kDropped,
          "bushings are added in C++, not read from files"),
    Leave("robot", "ball_constraint", kDropped,
          "constraints between links are not read"),
    Leave("robot", "tendon_constraint", kDropped,
          "constraints between joints are not read, but for <mimic>"),

    Once("link", "inertial"),
    Read("link", "collision", "name group"),
    Read("link", "visual", "name group"),
    Leave("link", "material", kCosmetic, kLooks),
    Leave("link", "sensor", kCosmetic, "sensors are left out"),
    Leave("link", "self_collision_checking", kCosmetic,
          "meant for planners, left out"),
    // Bullet's.
    Once("link", "contact"),

    Once("contact", "lateral_friction", "value"),
    Once("contact", "rolling_friction", "value"),
    Once("contact", "spinning_friction", "value"),
    Leave("contact", "contact_cfm", kDropped, kBulletSoftness),
    Leave("contact", "contact_erp", kDropped, kBulletSoftness),
    Leave("contact", "stiffness", kDropped, kBulletSoftness),
    Leave("contact", "damping", kDropped, kBulletSoftness),
    Leave("contact", "inertia_scaling", kDropped,
          "Bullet's factor of inertia is left out"),
    Leave("contact", "restitution", kDropped,
          "compliant contact has no coefficient of restitution; --restitution "
          "gives one to cond, pgs and apgd"),
    Leave("contact", "friction_anchor", kDropped,
          "Bullet's friction anchors are left out"),

    Once("inertial", "origin", "xyz rpy"),
    Once("inertial", "mass", "value"),
    Once("inertial", "inertia", "ixx ixy ixz iyy iyz izz"),

    Once("visual", "origin", "xyz rpy"),
    Once("visual", "geometry"),
    Once("visual", "material", "name"),
    Read("material", "color", "rgba"),
    Leave("material", "texture", kCosmetic, "textures are left out"),

    Once("collision", "origin", "xyz rpy"),
    Once("collision", "geometry"),
    Once("collision", "proximity_properties"),
    Leave("collision", "material", kCosmetic, kLooks),
    Leave("collision", "verbose", kCosmetic, "left out"),
    Leave("collision", "sdf", kApproximated,
          "signed distance fields are not used: the convex hull collides"),

    Shape("box", "size"),
    Shape("sphere", "radius"),
    Shape("cylinder", "radius length"),
    Shape("capsule", "radius length"),
    Shape("ellipsoid", "a b c"),
    Shape("mesh", "filename scale"),
    Read("geometry", "declare_convex"),
    Read("mesh", "declare_convex"),

    Once("proximity_properties", "mu_static", "value"),
    Once("proximity_properties", "mu_dynamic", "value"),
    Once("proximity_properties", "hunt_crossley_dissipation", "value"),
    Once("proximity_properties", "point_contact_stiffness", "value"),
    Once("proximity_properties", "hydroelastic_modulus", "value"),
    Once("proximity_properties", "mesh_resolution_hint", "value"),
    Once("proximity_properties", "hydroelastic_slab_thickness", "value"),

    Once("joint", "origin", "xyz rpy"),
    Once("joint", "parent", "link"),
    Once("joint", "child", "link"),
    Once("joint", "axis", "xyz"),
    Once("joint", "limit", "lower upper effort velocity acceleration jerk"),
    Once("joint", "dynamics", "*"),
    Once("joint", "joint_properties", "*"),
    Once("joint", "mimic", "joint multiplier offset"),
    Leave("joint", "calibration", kCosmetic, kForControllers),
    Leave("joint", "safety_controller", kCosmetic, kForControllers),
    Leave("joint", "controller_gains", kCosmetic, kForControllers),

    {.place = "transmission",
     .tag = "joint",
     .attributes = "name",
     .inside = "joint of a transmission"},
    Read("transmission", "actuator", "name"),
    Once("actuator", "gear_ratio", "value"),
    Once("actuator", "rotor_inertia", "value"),

    Read("collision_filter_group", "member", "link"),
    Read("collision_filter_group", "member_group", "name"),
    Read("collision_filter_group", "ignored_collision_filter_group",
         "name collision_filter_group"),

    Once("loop_joint", "link1", "link xyz rpy"),
    Once("loop_joint", "link2", "link xyz rpy"),
    Once("loop_joint", "axis", "xyz"),
    Once("loop_joint", "dynamics", "*"),
    Once("loop_joint", "limit", "*"),
};

constexpr std::string_view kOpenEnded[] = {"transmission",
                                           "joint of a transmission",
                                           "actuator",
                                           "loop_joint",
                                           "collision_filter_group",
                                           "mesh",
                                           "visual",
                                           "material",
                                           "proximity_properties"};

constexpr ExtensionRule kGazeboPhysics[] = {{"mu1"},
                                            {"mu2"},
                                            {"kp"},
                                            {"static", "false"},
                                            {"stopCfm"},
                                            {"stopErp"},
                                            {"fudgeFactor"},
                                            {"initial_joint_position", "0"},
                                            {"kd"},
                                            {"minDepth"},
                                            {"maxVel"},
                                            {"fdir1"},
                                            {"maxContacts"},
                                            {"selfCollide", "true"},
                                            {"self_collide", "true"},
                                            {"gravity", "true"},
                                            {"turnGravityOff", "false"},
                                            {"kinematic", "false"},
                                            {"dampingFactor", "0"},
                                            {"springStiffness", "0"},
                                            {"springReference", "0"},
                                            {"joint"}};

// Attributes of MuJoCo's elements.
constexpr ExtensionRule kMujocoPhysics[] = {
    {"compiler/inertiafromgeom", "false"},
    {"compiler/balanceinertia", "false"},
    {"compiler/boundmass", "0"},
    {"compiler/boundinertia", "0"},
    {"compiler/settotalmass", "-1"},
    {"option/gravity", "0 0 -9.81"},
    {"option/wind", "0 0 0"},
    {"option/density", "0"},
    {"option/viscosity", "0"},
    {"option/collision", "all"},
    {"flag/gravity", "enable"},
    {"flag/contact", "enable"},
    {"flag/constraint", "enable"},
    {"flag/equality", "enable"},
    {"flag/frictionloss", "enable"},
    {"flag/limit", "enable"},
    {"flag/passive", "enable"},
    {"flag/spring", "enable"},
    {"flag/damper", "enable"},
    {"flag/clampctrl", "enable"},
    {"flag/actuation", "enable"},
    {"flag/override", "disable"},
    {"flag/filterparent", "enable"}};

std::string_view WithoutPrefix(std::string_view tag) {
  constexpr std::string_view kDrakePrefix = "drake:";
  if (tag.starts_with(kDrakePrefix)) tag.remove_prefix(kDrakePrefix.size());
  return tag;
}

}  // namespace

const ElementRule* FindRule(std::string_view place, std::string_view tag) {
  const auto rule = std::ranges::find_if(kRules, [&](const ElementRule& r) {
    return r.place == WithoutPrefix(place) && r.tag == WithoutPrefix(tag);
  });
  return rule == std::end(kRules) ? nullptr : rule;
}

bool IsOpenEnded(std::string_view place) {
  return std::ranges::find(kOpenEnded, WithoutPrefix(place)) !=
         std::end(kOpenEnded);
}

std::span<const ExtensionRule> GazeboPhysics() {
  return kGazeboPhysics;
}

std::span<const ExtensionRule> MujocoPhysics() {
  return kMujocoPhysics;
}

}  // namespace tactus::multibody::urdf
