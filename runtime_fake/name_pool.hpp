// Every name once.
#pragma once

#include <set>
#include <string>
#include <string_view>

namespace podreel::runtime_fake {

/// A string kept by `NamePool`; compare by value, never order by address.
using Name = const std::string*;

/// Container names, images, reasons and messages repeat over the pods of a node: each is kept once, for ever.
class NamePool {
 public:
  [[nodiscard]] Name of(std::string_view text) {
    const auto found = names_.find(text);
    return found != names_.end() ? &*found : &*names_.emplace(text).first;
  }

 private:
  std::set<std::string, std::less<>> names_;
};

}  // namespace podreel::runtime_fake
