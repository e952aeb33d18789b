// Verbatim pod statuses of an external kubelet.
#pragma once

#include <map>
#include <nlohmann/json.hpp>

#include "engine/memory/text.hpp"

namespace podreel::serve {

/// Keeps all fields of statuses, including those that podreel does not know: a kubelet that reads back a different
/// status writes it again, forever.
class KubeletStatuses {
 public:
  void write(const memory::Text& uid, nlohmann::json status) { written_.insert_or_assign(uid, std::move(status)); }
  void forget(const memory::Text& uid) { written_.erase(uid); }

  /// Replaces a printed status by the verbatim one, except for conditions that others have set since.
  void restore(const memory::Text& uid, nlohmann::json& printed);

 private:
  std::map<memory::Text, nlohmann::json> written_;
};

}  // namespace podreel::serve
