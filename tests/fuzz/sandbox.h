#pragma once

#include <filesystem>
#include <set>
#include <string>
#include <string_view>

#include "support/temporary_directory.h"

namespace tactus::test {

/// The folder in which what is imported believes to lie, so that files it names
/// are looked for there. It holds
///
///   box.obj box.stl            meshes
///   part.xml                   MJCF, to be included and attached
///   field.bin                  a height field
///   arm.xml arm.urdf arm.sdf   models for scenarios
///   tool.xml                   a body that floats
class Sandbox {
 public:
  /// Of this process.
  static Sandbox& Instance();

  const std::filesystem::path& path() const { return folder_.path(); }
  std::filesystem::path Write(const std::string& name,
                              std::string_view bytes) const {
    return folder_.Write(name, bytes);
  }

  /// True for a text that might name a file of the machine: one with "..", or
  /// with an entry of a folder above this one as part of a path. Such inputs
  /// are passed over.
  bool IsLeftBy(std::string_view text) const;
  /// The same of all names, attributes and texts of XML, where characters may
  /// be written as entities. False for what is not well-formed.
  bool IsLeftByXml(std::string_view xml) const;

 private:
  Sandbox();

  TemporaryDirectory folder_;
  std::set<std::string> above_;  ///< "etc/", and files with their whole names.
};

}  // namespace tactus::test
