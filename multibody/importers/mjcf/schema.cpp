#include "tactus/multibody/importers/mjcf/schema.h"

#include "tactus/multibody/importers/mjcf/rods.h"

namespace tactus::multibody::mjcf {
namespace {

constexpr auto kCosmetic = ElementRule::Treatment::kCosmetic;
constexpr auto kDropped = ElementRule::Treatment::kDropped;
constexpr auto kElsewhere = ElementRule::Treatment::kElsewhere;
constexpr auto kApproximated = Notice::Severity::kApproximated;

constexpr std::string_view kRigidLimit = "joint limits are near-rigid";
constexpr std::string_view kRigidTie = "ties hold near-rigidly";
constexpr std::string_view kHardFriction = "dry friction is not softened";
constexpr std::string_view kContactAtZero = "contact begins at zero distance";
constexpr std::string_view kFileFrame =
    "bodies keep the frame that the file gives them";

constexpr AttributeRule kCompilerPhysics[] = {
    {"alignfree", "false", kFileFrame, kApproximated}};

constexpr AttributeRule kFlagPhysics[] = {
    {"filterparent", "enable", "bodies that a joint connects never touch"},
    {"override", "disable", "contacts keep their own parameters"}};

constexpr AttributeRule kJointPhysics[] = {
    {"actuatorgravcomp", "false",
     "gravity is taken off bodies, whatever force the actuator has left",
     kApproximated},
    {"margin", "0", kRigidLimit, kApproximated},
    {"solreflimit", "", kRigidLimit, kApproximated},
    {"solimplimit", "", kRigidLimit, kApproximated},
    {"solreffriction", "", kHardFriction, kApproximated},
    {"solimpfriction", "", kHardFriction, kApproximated}};

constexpr AttributeRule kFreeJointPhysics[] = {
    {"align", "false auto", kFileFrame, kApproximated}};

constexpr AttributeRule kGeomPhysics[] = {
    {"condim", "1 3",
     "torsional and rolling friction act under ComFree, COND, PGS and APGD",
     kApproximated},
    {"margin", "0",
     "acts under ComFree only, elsewhere contact begins at zero distance",
     kApproximated},
    {"gap", "0", kContactAtZero, kApproximated},
    {"solmix", "1", "the stiffnesses of two geoms act in series",
     kApproximated}};

// As kGeomPhysics, and what only <flexcomp>s have.
constexpr AttributeRule kFlexContactPhysics[] = {
    kGeomPhysics[0],
    kGeomPhysics[1],
    kGeomPhysics[2],
    kGeomPhysics[3],
    {"internal", "false", "what is inside touches nothing", kApproximated},
    {"passive", "false", "contact is solved for, with that of all others",
     kApproximated}};

constexpr AttributeRule kPairPhysics[] = {
    {"condim", "1 3",
     "torsional and rolling friction act under ComFree, COND, PGS and APGD",
     kApproximated},
    {"solreffriction", "0", "friction is not softened", kApproximated}};

constexpr std::string_view kMocap =
    "mocap bodies stand where the file places them";
constexpr AttributeRule kKeyPhysics[] = {{"mpos", "", kMocap, kApproximated},
                                         {"mquat", "", kMocap, kApproximated}};

constexpr AttributeRule kTendonPhysics[] = {
    {"margin", "0", kRigidLimit, kApproximated},
    {"solreflimit", "", kRigidLimit, kApproximated},
    {"solimplimit", "", kRigidLimit, kApproximated},
    {"solreffriction", "", kHardFriction, kApproximated},
    {"solimpfriction", "", kHardFriction, kApproximated}};

constexpr AttributeRule kEqualityPhysics[] = {
    {"solref", "", kRigidTie, kApproximated},
    {"solimp", "", kRigidTie, kApproximated},
    {"torquescale", "", kRigidTie, kApproximated}};

constexpr AttributeRule kPluginPhysics[] = {
    {"plugin", kCablePlugin, "plugins are left out"}};

// Of a composite and its parts.
constexpr AttributeRule kCompositePhysics[] = {
    {"margin", "0", kRigidLimit, kApproximated},
    {"solreflimit", "", kRigidLimit, kApproximated},
    {"solimplimit", "", kRigidLimit, kApproximated}};

constexpr std::string_view kTendonAttributes =
    "name class group limited range actuatorfrclimited actuatorfrcrange "
    "frictionloss springlength width material rgba stiffness damping armature "
    "user";

constexpr ElementRule kRules[] = {
    {.place = "", .tag = "mujoco", .attributes = "model", .inside = "mujoco"},

    {.place = "mujoco",
     .tag = "compiler",
     .attributes =
         "angle autolimits meshdir assetdir texturedir eulerseq "
         "inertiafromgeom "
         "inertiagrouprange settotalmass boundmass boundinertia balanceinertia "
         "coordinate strippath discardvisual usethread fusestatic convexhull "
         "exactmeshinertia saveinertial fitaabb",
     .physics = kCompilerPhysics,
     .inside = "compiler"},
    {.place = "compiler", .tag = "lengthrange", .treatment = kCosmetic},

    // How MuJoCo steps and solves is not how Tactus does.
    {.place = "mujoco",
     .tag = "option",
     .attributes =
         "gravity timestep apirate impratio integrator cone jacobian solver "
         "iterations tolerance ls_iterations ls_tolerance noslip_iterations "
         "noslip_tolerance ccd_iterations ccd_tolerance mpr_iterations "
         "mpr_tolerance sdf_iterations sdf_initpoints sleep_tolerance magnetic "
         "o_margin o_solref o_solimp o_friction collision density viscosity "
         "wind actuatorgroupdisable",
     .inside = "option"},
    {.place = "option",
     .tag = "flag",
     .attributes =
         "gravity refsafe energy fwdinv invdiscrete sensor sensornoise "
         "multiccd "
         "island warmstart eulerdamp sleep midphase nativeccd autoreset "
         "frictionloss equality constraint limit contact passive spring "
         "damper clampctrl actuation",
     .physics = kFlagPhysics},

    {.place = "mujoco", .tag = "size", .treatment = kCosmetic},
    {.place = "mujoco", .tag = "statistic", .treatment = kCosmetic},
    {.place = "mujoco", .tag = "visual", .treatment = kCosmetic},
    {.place = "mujoco", .tag = "custom", .treatment = kCosmetic},
    {.place = "mujoco", .tag = "sensor", .treatment = kCosmetic},
    {.place = "mujoco", .tag = "extension", .inside = "extension"},
    // Instances of it are read where they are used.
    {.place = "extension",
     .tag = "plugin",
     .physics = kPluginPhysics,
     .inside = "extension/plugin"},
    {.place = "extension/plugin", .tag = "instance", .treatment = kElsewhere},
    {.place = "mujoco",
     .tag = "deformable",
     .treatment = kDropped,
     .message = "deformable bodies are left out"},
    {.place = "mujoco",
     .tag = "default",
     .attributes = "class",
     .inside = "default"},

    {.place = "mujoco", .tag = "asset", .inside = "asset"},
    {.place = "asset",
     .tag = "mesh",
     .attributes = "name class file content_type vertex normal texcoord face "
                   "refpos refquat scale smoothnormal maxhullvert material "
                   "inertia builtin params",
     .inside = "mesh"},
    {.place = "mesh", .tag = "plugin", .treatment = kElsewhere},
    {.place = "asset", .tag = "texture", .treatment = kCosmetic},
    {.place = "asset",
     .tag = "material",
     .attributes = "name class rgba texture texrepeat texuniform emission "
                   "specular shininess reflectance metallic roughness"},
    {.place = "material", .tag = "layer", .treatment = kCosmetic},
    {.place = "asset", .tag = "skin", .treatment = kCosmetic},
    {.place = "asset",
     .tag = "hfield",
     .attributes = "name content_type file nrow ncol size elevation"},
    {.place = "asset", .tag = "model", .attributes = "name file content_type"},

    {.place = "mujoco", .tag = "worldbody", .inside = "body"},
    {.place = "body",
     .tag = "body",
     .attributes =
         "name childclass pos quat axisangle euler xyaxes zaxis mocap "
         "user sleep gravcomp",
     .inside = "body"},
    {.place = "body",
     .tag = "frame",
     .attributes = "name childclass pos quat axisangle euler xyaxes zaxis",
     .inside = "body"},
    {.place = "body",
     .tag = "replicate",
     .attributes = "childclass count offset euler sep",
     .inside = "body"},
    {.place = "body",
     .tag = "inertial",
     .attributes = "pos quat axisangle euler xyaxes zaxis mass diaginertia "
                   "fullinertia"},
    {.place = "body",
     .tag = "joint",
     .attributes = "name class type pos axis limited range actuatorfrclimited "
                   "actuatorfrcrange armature damping frictionloss stiffness "
                   "springref springdamper ref group user",
     .physics = kJointPhysics},
    {.place = "body",
     .tag = "freejoint",
     .attributes = "name group",
     .physics = kFreeJointPhysics},
    {.place = "body",
     .tag = "geom",
     .attributes =
         "name class type pos quat axisangle euler xyaxes zaxis size "
         "fromto mesh hfield mass density group contype conaffinity "
         "priority friction solref solimp fitscale fluidshape fluidcoef "
         "shellinertia material rgba user",
     .physics = kGeomPhysics,
     .inside = "geom"},
    {.place = "geom", .tag = "plugin", .treatment = kElsewhere},
    {.place = "body",
     .tag = "site",
     .attributes =
         "name class pos quat axisangle euler xyaxes zaxis fromto type "
         "size group material rgba user"},
    {.place = "body", .tag = "camera", .treatment = kCosmetic},
    {.place = "body", .tag = "light", .treatment = kCosmetic},
    {.place = "body",
     .tag = "composite",
     .attributes = "prefix type count spacing offset flatinertia vertex "
                   "initial curve size quat solrefsmooth solimpsmooth",
     .inside = "composite"},
    {.place = "composite",
     .tag = "joint",
     .attributes = "kind type axis limited range armature damping frictionloss "
                   "stiffness group solreffix solimpfix",
     .physics = kCompositePhysics},
    {.place = "composite",
     .tag = "tendon",
     .attributes = "kind limited range frictionloss stiffness damping group "
                   "width material rgba solreffix solimpfix",
     .physics = kCompositePhysics},
    {.place = "composite",
     .tag = "geom",
     .attributes = "type size mass density group contype conaffinity priority "
                   "friction solref solimp material rgba",
     .physics = kGeomPhysics},
    {.place = "composite",
     .tag = "site",
     .attributes = "group size material rgba"},
    {.place = "composite", .tag = "pin", .attributes = "coord"},
    {.place = "composite", .tag = "skin", .treatment = kCosmetic},
    {.place = "composite", .tag = "plugin", .treatment = kElsewhere},
    {.place = "body",
     .tag = "flexcomp",
     .attributes =
         "name type group dim dof count cellcount spacing radius rigid mass "
         "inertiabox scale file point element texcoord material rgba flatskin "
         "pos quat axisangle xyaxes zaxis euler origin",
     .inside = "flexcomp"},
    {.place = "flexcomp",
     .tag = "edge",
     .attributes = "equality solref solimp stiffness damping"},
    {.place = "flexcomp",
     .tag = "elasticity",
     .attributes = "young poisson damping thickness elastic2d"},
    {.place = "flexcomp",
     .tag = "contact",
     .attributes = "contype conaffinity priority friction solref solimp "
                   "selfcollide activelayers vertcollide",
     .physics = kFlexContactPhysics},
    {.place = "flexcomp",
     .tag = "pin",
     .attributes = "id range grid gridrange"},
    {.place = "flexcomp", .tag = "plugin", .treatment = kElsewhere},
    {.place = "body", .tag = "attach", .attributes = "model body prefix"},
    {.place = "body",
     .tag = "plugin",
     .treatment = kDropped,
     .message = "plugins are left out"},

    {.place = "mujoco", .tag = "contact", .inside = "contact"},
    {.place = "contact", .tag = "exclude", .attributes = "name body1 body2"},
    {.place = "contact",
     .tag = "pair",
     .attributes = "name class geom1 geom2 friction solref solimp margin "
                   "gap",
     .physics = kPairPhysics},

    {.place = "mujoco", .tag = "equality", .inside = "equality"},
    {.place = "equality",
     .tag = "joint",
     .attributes = "name class active joint1 joint2 polycoef",
     .physics = kEqualityPhysics},
    {.place = "equality",
     .tag = "connect",
     .attributes = "name class active body1 body2 anchor site1 site2",
     .physics = kEqualityPhysics},
    {.place = "equality",
     .tag = "weld",
     .attributes = "name class active body1 body2 anchor relpose site1 site2",
     .physics = kEqualityPhysics},
    {.place = "equality",
     .tag = "tendon",
     .attributes = "name class active tendon1 tendon2 polycoef",
     .physics = kEqualityPhysics},
    {.place = "mujoco", .tag = "tendon", .inside = "tendon"},
    {.place = "tendon",
     .tag = "fixed",
     .attributes = kTendonAttributes,
     .physics = kTendonPhysics,
     .inside = "fixed"},
    {.place = "fixed", .tag = "joint", .attributes = "joint coef"},
    {.place = "tendon",
     .tag = "spatial",
     .attributes = kTendonAttributes,
     .physics = kTendonPhysics,
     .inside = "spatial"},
    {.place = "spatial", .tag = "site", .attributes = "site"},
    {.place = "spatial", .tag = "geom", .attributes = "geom sidesite"},
    {.place = "spatial", .tag = "pulley", .attributes = "divisor"},

    {.place = "mujoco", .tag = "actuator", .inside = "actuator"},
    {.place = "actuator",
     .tag = "general",
     .attributes = "dyntype gaintype biastype dynprm gainprm biasprm"},
    {.place = "actuator", .tag = "motor"},
    {.place = "actuator",
     .tag = "position",
     .attributes = "kp kv dampratio timeconst inheritrange"},
    {.place = "actuator", .tag = "velocity", .attributes = "kv"},
    {.place = "actuator", .tag = "damper", .attributes = "kv"},
    {.place = "actuator", .tag = "adhesion", .attributes = "gain"},
    {.place = "actuator",
     .tag = "intvelocity",
     .attributes = "kp kv dampratio inheritrange"},
    {.place = "actuator",
     .tag = "cylinder",
     .attributes = "timeconst area diameter bias"},
    {.place = "actuator",
     .tag = "muscle",
     .attributes = "timeconst tausmooth range force scale lmin lmax vmax fpmax "
                   "fvmax"},

    {.place = "mujoco", .tag = "keyframe", .inside = "keyframe"},
    {.place = "keyframe",
     .tag = "key",
     .attributes = "name time qpos qvel act ctrl",
     .physics = kKeyPhysics},
};

// All kinds of an element are treated alike at these places.
constexpr ElementRule kEquality = {
    .treatment = kDropped,
    .message =
        "of equality constraints only connect, weld, joint and tendon act"};
constexpr ElementRule kEqualityDefault = {.attributes = "active",
                                          .physics = kEqualityPhysics};
constexpr ElementRule kTendon = {.treatment = kDropped,
                                 .message =
                                     "tendons other than fixed and spatial "
                                     "ones are left out"};
constexpr ElementRule kTendonDefault = {.attributes = kTendonAttributes,
                                        .physics = kTendonPhysics};
constexpr ElementRule kOtherActuator = {.treatment = kElsewhere};

}  // namespace

const ElementRule* FindRule(std::string_view place, std::string_view tag) {
  for (const ElementRule& rule : kRules) {
    if (rule.place == place && rule.tag == tag) return &rule;
  }
  if (place == "equality") return &kEquality;
  if (place == "tendon") return &kTendon;
  if (place == "actuator") return &kOtherActuator;
  return nullptr;
}

const ElementRule* FindDefaultRule(std::string_view tag) {
  if (tag == "equality") return &kEqualityDefault;
  if (tag == "tendon") return &kTendonDefault;
  for (const std::string_view place :
       {"body", "asset", "contact", "actuator"}) {
    const ElementRule* rule = FindRule(place, tag);
    if (rule != nullptr && rule->tag == tag &&
        rule->treatment == ElementRule::Treatment::kRead) {
      return rule;
    }
  }
  return nullptr;
}

}  // namespace tactus::multibody::mjcf
