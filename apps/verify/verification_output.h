#pragma once

#include <string>

#include <nlohmann/json.hpp>

#include "tactus/apps/verify/reference.h"
#include "tactus/apps/verify/verification.h"

namespace tactus::apps {

/// What a verification is shown with.
struct VerificationSubject {
  std::string scenario;
  double duration{};  ///< [s]
  /// Null: there is none.
  const Reference* reference = nullptr;
};

/// The levels, then a row per quantity; of many, those that hold least.
std::string MakeVerificationText(const VerificationSubject& subject,
                                 const Verification& verification);

/// One line about the quantity that holds least, without an end of line; empty
/// when all hold.
std::string MakeComplaint(const VerificationSubject& subject,
                          const Verification& verification);

/// All of it, in SI units; what does not apply is null.
nlohmann::ordered_json MakeVerificationJson(const VerificationSubject& subject,
                                            const Verification& verification);

}  // namespace tactus::apps
