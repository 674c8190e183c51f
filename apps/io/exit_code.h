#pragma once

namespace tactus::apps {

/// What the tactus program tells its caller.
enum ExitCode : int {
  kDone = 0,
  kUserError = 2,           ///< Input that cannot be used; nothing was written.
  kIntegrationFailed = 3,   ///< What was computed until then is written.
  kAccuracyNotReached = 4,  ///< Likewise.
  kAssertionFailed = 5,     ///< Of a scenario; all is written.
  kInterrupted = 130,       ///< Likewise.
};

}  // namespace tactus::apps
