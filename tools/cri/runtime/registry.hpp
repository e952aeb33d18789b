// The sandboxes and containers that clients have made, by what clients call them.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tools/cri/runtime/objects.hpp"

namespace podreel::cri {

/// Records by id, which clients may abbreviate as long as it is clear what they mean, as containerd lets them.
template <class Record>
class Records {
 public:
  using Pointer = std::shared_ptr<Record>;

  void add(Pointer record) { records_.emplace(record->id, std::move(record)); }
  void remove(const std::string& id) { records_.erase(id); }

  /// Null if nothing, or more than one thing, is called so.
  [[nodiscard]] Pointer find(std::string_view id) const {
    if (id.empty()) return nullptr;
    const auto found = records_.lower_bound(id);
    if (found == records_.end() || !found->first.starts_with(id)) return nullptr;
    const auto next = std::next(found);
    const bool is_clear = found->first.size() == id.size() || next == records_.end() || !next->first.starts_with(id);
    return is_clear ? found->second : nullptr;
  }
  /// In the order of ids.
  [[nodiscard]] const std::map<std::string, Pointer, std::less<>>& all() const noexcept { return records_; }

 private:
  std::map<std::string, Pointer, std::less<>> records_;
};

/// Names that are taken: by what bears them, or by a call that is about to make it.
class Names {
 public:
  /// Whoever has it already; empty: a call. No value: it is reserved now.
  [[nodiscard]] std::optional<std::string> reserve(const std::string& name) {
    const auto [place, is_new] = holders_.try_emplace(name);
    return is_new ? std::nullopt : std::optional{place->second};
  }
  void give(const std::string& name, const std::string& id) { holders_[name] = id; }
  void release(const std::string& name) { holders_.erase(name); }
  /// Takes a reservation back that has come to nothing.
  void release_unused(const std::string& name) {
    const auto found = holders_.find(name);
    if (found != holders_.end() && found->second.empty()) holders_.erase(found);
  }

 private:
  std::map<std::string, std::string> holders_;
};

[[nodiscard]] bool has_labels(const Pairs& labels, const Pairs& wanted);

}  // namespace podreel::cri
