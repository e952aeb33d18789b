#include "engine/upgrade/natural_order.hpp"

#include <algorithm>
#include <compare>

namespace podreel::upgrade {

namespace {

bool is_digit(char character) noexcept {
  return character >= '0' && character <= '9';
}

/// Removes the number at the beginning of `text` and returns it without leading zeros.
std::string_view take_number(std::string_view& text) noexcept {
  std::size_t end = 0;
  while (end < text.size() && is_digit(text[end])) ++end;
  std::string_view number = text.substr(0, end);
  text.remove_prefix(end);
  number.remove_prefix(std::min(number.find_first_not_of('0'), number.size()));
  return number;
}

std::strong_ordering compare_parts(std::string_view left, std::string_view right) noexcept {
  while (!left.empty() && !right.empty()) {
    if (is_digit(left.front()) && is_digit(right.front())) {
      const std::string_view of_left = take_number(left);
      const std::string_view of_right = take_number(right);
      if (const auto order = of_left.size() <=> of_right.size(); order != 0) return order;
      if (const auto order = of_left <=> of_right; order != 0) return order;
    } else {
      if (const auto order = left.front() <=> right.front(); order != 0) return order;
      left.remove_prefix(1);
      right.remove_prefix(1);
    }
  }
  return left.size() <=> right.size();
}

}  // namespace

bool is_naturally_before(std::string_view left, std::string_view right) noexcept {
  const std::strong_ordering order = compare_parts(left, right);
  return order != 0 ? order < 0 : left < right;
}

}  // namespace podreel::upgrade
