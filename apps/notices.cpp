#include "tactus/apps/notices.h"

namespace tactus::apps {

void PrintNotices(std::span<const multibody::Notice> notices, bool cosmetic,
                  std::ostream& out) {
  for (const multibody::Notice& notice : notices) {
    if (cosmetic || notice.severity != multibody::Notice::Severity::kCosmetic) {
      out << to_string(notice) << '\n';
    }
  }
}

void WarnOfThreads(int asked, int used, std::ostream& out) {
  if (asked <= used) return;
  out << "tactus: warning: one thread is used; more serve cenic, icf, and "
         "comfree with --backend openmp\n";
}

}  // namespace tactus::apps
