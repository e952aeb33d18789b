#include "engine/api/resource_amounts.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <fmt/format.h>

#include "engine/api/amount.hpp"

namespace podreel::api {

std::int64_t amount_of(std::string_view resource, std::string_view quantity) {
  return resource == "cpu" ? milli_value(quantity) : whole_value(quantity);
}

std::int64_t amount_in(const ResourceList& list, std::string_view resource) {
  const auto found = list.find(resource);
  return found == list.end() ? 0 : amount_of(resource, found->second);
}

ResourceAmounts amounts_of(const ResourceList& requests, const ResourceList& limits) {
  return {amount_in(requests, "cpu"), amount_in(limits, "cpu"), amount_in(requests, "memory"),
          amount_in(limits, "memory")};
}

ResourceAmounts amounts_of(const Container& container) {
  return amounts_of(container.requests, container.limits);
}

bool same_quantities(const ResourceList& left, const ResourceList& right) {
  return left == right ||
         std::equal(left.begin(), left.end(), right.begin(), right.end(), [](const auto& one, const auto& other) {
           return one.first == other.first && nano_units(one.second) == nano_units(other.second);
         });
}

std::string cpu_text(std::int64_t thousandths) {
  constexpr std::int64_t whole = 1000;
  return thousandths % whole == 0 ? std::to_string(thousandths / whole) : fmt::format("{}m", thousandths);
}

std::string memory_text(std::int64_t bytes) {
  constexpr std::array suffixes{"", "Ki", "Mi", "Gi", "Ti", "Pi", "Ei"};
  constexpr std::int64_t step = 1024;
  std::size_t suffix = 0;
  // 64 bits end at 8Ei.
  while (bytes != 0 && bytes % step == 0) {
    bytes /= step;
    ++suffix;
  }
  return fmt::format("{}{}", bytes, suffixes[suffix]);
}

}  // namespace podreel::api
