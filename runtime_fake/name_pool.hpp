// Every name once.
#pragma once

#include <set>

#include "engine/memory/text.hpp"

namespace podreel::runtime_fake {

/// A text kept by `NamePool`; compare by value, never order by address.
using Name = const memory::Text*;

/// Container names, images, reasons and messages repeat over the pods of a node: each is kept once, for ever.
class NamePool {
 public:
  [[nodiscard]] Name of(const memory::Text& text) { return &*names_.insert(text).first; }

 private:
  std::set<memory::Text, std::less<>> names_;
};

}  // namespace podreel::runtime_fake
