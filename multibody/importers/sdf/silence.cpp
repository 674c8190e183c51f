#include "tactus/multibody/importers/sdf/silence.h"

#include <sdf/Console.hh>

// Of the library by which libsdformat's reader of URDF, which tries its luck
// with every file that is no SDFormat, writes to the terminal. Its headers are
// in a package of their own; where it is not loaded, both are null.
namespace console_bridge {
[[gnu::weak]] void noOutputHandler();
[[gnu::weak]] void restorePreviousOutputHandler();
}  // namespace console_bridge

namespace tactus::multibody::sdformat {

Silence::Silence() {
  sdf::Console::Instance()->SetQuiet(true);
  if (console_bridge::noOutputHandler) console_bridge::noOutputHandler();
}

Silence::~Silence() {
  if (console_bridge::restorePreviousOutputHandler)
    console_bridge::restorePreviousOutputHandler();
}

}  // namespace tactus::multibody::sdformat
