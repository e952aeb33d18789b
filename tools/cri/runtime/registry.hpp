// Sandboxes and containers of clients, by id and name.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tools/cri/runtime/objects.hpp"

namespace podreel::cri {

/// Records by id, which clients may abbreviate if it is unique, as in containerd.
template <class Record>
class Records {
 public:
  using Pointer = std::shared_ptr<Record>;

  void add(Pointer record) { records_.emplace(record->id, std::move(record)); }
  void remove(const std::string& id) { records_.erase(id); }

  /// Returns the record; null if none or more than one matches.
  [[nodiscard]] Pointer find(std::string_view id) const {
    if (id.empty()) return nullptr;
    const auto found = records_.lower_bound(id);
    if (found == records_.end() || !found->first.starts_with(id)) return nullptr;
    const auto next = std::next(found);
    const bool is_clear = found->first.size() == id.size() || next == records_.end() || !next->first.starts_with(id);
    return is_clear ? found->second : nullptr;
  }
  /// Sorted by id.
  [[nodiscard]] const std::map<std::string, Pointer, std::less<>>& all() const noexcept { return records_; }

 private:
  std::map<std::string, Pointer, std::less<>> records_;
};

/// Reserved names, of existing objects and of calls that create objects.
class Names {
 public:
  /// Reserves a name. Returns the id of the object that has it already, or an empty id for a call; no value on success.
  [[nodiscard]] std::optional<std::string> reserve(const std::string& name) {
    const auto [place, is_new] = holders_.try_emplace(name);
    return is_new ? std::nullopt : std::optional{place->second};
  }
  void give(const std::string& name, const std::string& id) { holders_[name] = id; }
  void release(const std::string& name) { holders_.erase(name); }
  /// Removes the reservation of a failed call.
  void release_unused(const std::string& name) {
    const auto found = holders_.find(name);
    if (found != holders_.end() && found->second.empty()) holders_.erase(found);
  }

 private:
  std::map<std::string, std::string> holders_;
};

[[nodiscard]] bool has_labels(const Pairs& labels, const Pairs& wanted);

}  // namespace podreel::cri
