#pragma once

#include <array>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tactus/common/types.h"
#include "tactus/multibody/importers/mjcf/geoms.h"
#include "tactus/multibody/importers/parsing/xml_element.h"

namespace tactus::multibody::mjcf {

/// The class of the elements that composites are made of: one without defaults,
/// since MuJoCo's composites know none.
inline constexpr std::string_view kCompositeClass = "tactus:composite";

/// What all types of <composite> have.
struct Composite {
  enum class Type {
    kParticle,
    kGrid,
    kRope,
    kLoop,
    kCable,
    kCloth,
    kBox,
    kCylinder,
    kEllipsoid
  };

  const XmlElement* source{};
  Type type{};
  std::string prefix{};
  std::array<int, 3> count = {1, 1, 1};
  double spacing{};                    ///< [m]
  Vector3d offset = Vector3d::Zero();  ///< Of its frame, in the body's [m].

  /// The directions in which it has more than one element.
  int CountDimensions() const;
};

/// Where a <composite> stands.
struct CompositePlace {
  const XmlElement& holder;  ///< The body around it, if there is one.
  bool in_frame = false;     ///< Within a <frame> of the holder.
};

/// @throws ModelFileError for types that MJCF has not, counts that are not
/// positive and whole or have a one before others, and numbers that are not
/// finite.
Composite ReadComposite(const XmlElement& element);

/// The <composite>'s part of that tag and kind ("main" where it does not say);
/// null if there is none.
/// @throws ModelFileError if there are two.
const XmlElement* FindPart(const Composite& composite, std::string_view tag,
                           std::string_view kind = "main");

/// What a <composite> stands for.
struct CompositeElements {
  std::vector<XmlElement> children;  ///< In its place.
  /// What goes into <contact>, <tendon> and <equality>.
  std::vector<std::pair<std::string, XmlElement>> references;
};

/// An element with what a part of the composite says of all of its kind (`part`
/// may be null), and a name: the prefix and `name`; none if that is empty.
XmlElement MakeElement(const Composite& composite, std::string tag,
                       const XmlElement* part, std::string_view name);

/// Whether MakeElement() made it.
bool IsOfComposite(const XmlElement& element);

/// The <exclude> of two of the composite's bodies, named without prefix.
XmlElement MakeExclude(const Composite& composite, std::string_view body1,
                       std::string_view body2);

/// The composite's <geom>, as each of its elements has it.
/// @throws ModelFileError if there is none, or one that is neither sphere,
/// capsule nor ellipsoid.
GeomSpec ReadPartGeom(const Composite& composite);

/// A tendon of fixed length between two sites. Names are without prefix.
void AddTie(const Composite& composite, const XmlElement* part,
            const std::string& name, const std::string& site1,
            const std::string& site2, CompositeElements* made);

/// Holds a joint, named without prefix, at its reference.
void AddJointTie(const Composite& composite, const std::string& joint,
                 CompositeElements* made);

/// Numbers as the reader takes them, to the last bit.
std::string ToText(const Vector3d& v);
std::string ToText(const Quaterniond& R);

}  // namespace tactus::multibody::mjcf
