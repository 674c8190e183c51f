#pragma once

#include <initializer_list>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "tactus/multibody/importers/parsing/xml_element.h"

namespace tactus::multibody::mjcf {

/// The tree of default classes. What an element does not say itself, its class
/// says; what the class does not say, the class around it, up to "main":
///
///     <default>                       class main
///       <joint damping="1"/>
///       <default class="arm">         class arm, inside main
///         <joint armature="0.1"/>
///
/// The class of an element is its own attribute `class`, else the `childclass`
/// of the nearest body or frame around it that has one, else main.
///
/// Several <default> sections add to main one after the other. As in MuJoCo, a
/// class takes over what main is when its own section ends: later sections do
/// not change it.
class DefaultClasses {
 public:
  /// Keeps pointers into `root`.
  /// @throws ModelFileError for a class without a name and a name used twice.
  explicit DefaultClasses(const XmlElement& root);

  /// The elements that make up `element`, in reading order: the defaults for
  /// `tags` of its classes from main inwards, then `element` itself. Reading
  /// them all into one struct, later over earlier, applies the defaults.
  /// @throws ModelFileError for an unknown class.
  std::vector<const XmlElement*> Layers(
      const XmlElement& element, std::string_view childclass,
      std::initializer_list<std::string_view> tags) const;

  /// @throws ModelFileError, about `user`, unless the class exists.
  void CheckExists(std::string_view name, const XmlElement& user) const;

 private:
  struct Class {
    std::string name;
    int parent = -1;
    std::vector<const XmlElement*> elements{};
    /// So many of main's elements it inherits.
    std::size_t num_from_main = std::numeric_limits<std::size_t>::max();
  };

  void Add(const XmlElement& element, int parent);
  int Find(std::string_view name, const XmlElement& user) const;

  std::vector<Class> classes_;  // classes_[0] is main.
};

}  // namespace tactus::multibody::mjcf
