#include "tools/cri/runtime/registry.hpp"

#include <algorithm>

namespace podreel::cri {

bool has_labels(const Pairs& labels, const Pairs& wanted) {
  return std::ranges::all_of(wanted, [&labels](const auto& pair) {
    const auto found = labels.find(pair.first);
    return found != labels.end() && found->second == pair.second;
  });
}

}  // namespace podreel::cri
