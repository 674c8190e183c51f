#pragma once

#include <stdexcept>
#include <string>

namespace tactus::test {

/// What a reader of files must not do.
class Fault : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

inline void Expect(bool holds, const std::string& what) {
  if (!holds) throw Fault(what);
}

/// Of an error about a file: the file's name is in its message.
inline void ExpectNames(const std::exception& error, const std::string& file) {
  Expect(std::string(error.what()).find(file) != std::string::npos,
         "the message does not name the file: " + std::string(error.what()));
}

}  // namespace tactus::test
