#pragma once

namespace tactus::multibody::sdformat {

/// Keeps libsdformat from writing to the terminal while it lives: its errors
/// are thrown. For the whole process.
class Silence {
 public:
  Silence();
  ~Silence();
  Silence(const Silence&) = delete;
  Silence& operator=(const Silence&) = delete;
};

}  // namespace tactus::multibody::sdformat
