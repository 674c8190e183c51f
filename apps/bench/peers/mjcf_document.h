#pragma once

#include <filesystem>
#include <memory>
#include <string>

namespace tactus::apps {

/// An MJCF model as one document that may lie anywhere: its includes are in
/// place, the folders of its assets absolute, and the numbers of its keyframes
/// one space apart, as MuJoCo 2.2 wants them. For giving variants of a
/// model to several simulators.
class MjcfDocument {
 public:
  /// @throws std::invalid_argument naming a file that cannot be read, is no
  /// MJCF, or includes itself.
  explicit MjcfDocument(const std::filesystem::path& file);
  ~MjcfDocument();

  /// Adds the plane z = 0, which touches everything.
  void AddGround();
  /// Sets an attribute of <compiler> that is not given.
  void SetCompilerDefault(const std::string& attribute,
                          const std::string& value);
  /// Removes an attribute of all elements of a name, or, if `attribute` is
  /// empty, these elements. Returns how many.
  int Remove(const std::string& element, const std::string& attribute);
  /// Removes an attribute where it has this value. Returns how many.
  int RemoveValue(const std::string& element, const std::string& attribute,
                  const std::string& value);

  std::string Print() const;

 private:
  struct Document;
  std::unique_ptr<Document> document_;
};

}  // namespace tactus::apps
