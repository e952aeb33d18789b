// Delta debugging: minimizes a list (ddmin of Zeller and Hildebrandt, 2002).
#pragma once

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <utility>
#include <vector>

namespace podreel::simulation {

/// Returns a part of `items`, in order, for which `fails` still holds and from which no item can be left out, as far as
/// at most `max_questions` calls can determine. `fails(items)` must be true and is not checked.
template <class Item, class Fails>
[[nodiscard]] std::vector<Item> reduced(std::vector<Item> items, const Fails& fails, std::size_t max_questions) {
  std::size_t parts = 2;
  std::size_t asked = 0;
  while (items.size() > 1 && parts <= items.size()) {
    bool is_smaller = false;
    for (std::size_t part = 0; part < parts && !is_smaller; ++part) {
      if (asked++ == max_questions) return items;
      const auto begin = items.begin() + static_cast<std::ptrdiff_t>(part * items.size() / parts);
      const auto end = items.begin() + static_cast<std::ptrdiff_t>((part + 1) * items.size() / parts);
      std::vector<Item> others{items.begin(), begin};
      others.insert(others.end(), end, items.end());
      if (!fails(std::as_const(others))) continue;
      items = std::move(others);
      is_smaller = true;
    }
    if (is_smaller) {
      parts = std::max<std::size_t>(parts - 1, 2);
    } else if (parts == items.size()) {
      break;
    } else {
      parts = std::min(parts * 2, items.size());
    }
  }
  return items;
}

}  // namespace podreel::simulation
