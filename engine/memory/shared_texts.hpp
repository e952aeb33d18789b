// One copy of each text.
#pragma once

#include <set>

#include "engine/memory/text.hpp"

namespace podreel::memory {

/// Keeps every text that it has seen. For one thread.
class SharedTexts {
 public:
  /// Makes `text` share its characters with an equal text that was seen before, if any.
  void share(Text& text) {
    if (!text.empty()) text = *texts_.insert(text).first;
  }

 private:
  std::set<Text> texts_;
};

}  // namespace podreel::memory
