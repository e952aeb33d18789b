// The statuses of pods word for word as a kubelet from outside has written them.
#pragma once

#include <map>
#include <nlohmann/json.hpp>

#include "engine/memory/text.hpp"

namespace podreel::server {

/// A kubelet that reads back another status than it has written writes it again, for ever: so nothing may be lost of
/// what podreel does not know.
class KubeletStatuses {
 public:
  void write(const memory::Text& uid, nlohmann::json status) { written_.insert_or_assign(uid, std::move(status)); }
  void forget(const memory::Text& uid) { written_.erase(uid); }

  /// In place of a status as podreel prints it, but that conditions which others have set since are as in that.
  void restore(const memory::Text& uid, nlohmann::json& printed);

 private:
  std::map<memory::Text, nlohmann::json> written_;
};

}  // namespace podreel::server
