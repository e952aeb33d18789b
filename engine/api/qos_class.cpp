#include <array>
#include <boost/multiprecision/cpp_int.hpp>
#include <charconv>

#include "engine/api/pod.hpp"

namespace podreel::api {

namespace {

using Amount = boost::multiprecision::cpp_int;

struct Suffix {
  std::string_view name;
  std::int64_t factor;
  int power_of_ten;
};

// Binary suffixes are factors of the nano unit's 10^9.
constexpr std::array suffixes{
    Suffix{"n", 1, 0},          Suffix{"u", 1, 3},          Suffix{"m", 1, 6},          Suffix{"", 1, 9},
    Suffix{"k", 1, 12},         Suffix{"M", 1, 15},         Suffix{"G", 1, 18},         Suffix{"T", 1, 21},
    Suffix{"P", 1, 24},         Suffix{"E", 1, 27},         Suffix{"Ki", 1LL << 10, 9}, Suffix{"Mi", 1LL << 20, 9},
    Suffix{"Gi", 1LL << 30, 9}, Suffix{"Ti", 1LL << 40, 9}, Suffix{"Pi", 1LL << 50, 9}, Suffix{"Ei", 1LL << 60, 9},
};

/// The suffix as a factor; "e3" and "E-2" are powers of ten. Out of reach counts as absurdly large or small.
Suffix read_suffix(std::string_view text) {
  for (const Suffix& suffix : suffixes) {
    if (suffix.name == text) return suffix;
  }
  constexpr int limit = 100;
  std::string_view digits = text.substr(1);
  if (digits.starts_with('+')) digits.remove_prefix(1);
  int exponent = 0;
  std::from_chars(digits.data(), digits.data() + digits.size(), exponent);
  return {text, 1, std::clamp(exponent, -limit, limit) + 9};
}

/// The value of a valid quantity in billionths, rounded down.
Amount nano_units(std::string_view text) {
  const bool negative = text.starts_with('-');
  if (negative || text.starts_with('+')) text.remove_prefix(1);
  const std::size_t end = std::min(text.find_first_not_of("0123456789."), text.size());
  const Suffix suffix = read_suffix(text.substr(end));
  Amount mantissa = 0;
  int scale = suffix.power_of_ten;
  bool after_point = false;
  for (const char character : text.substr(0, end)) {
    if (character == '.') {
      after_point = true;
      continue;
    }
    mantissa = mantissa * 10 + (character - '0');
    if (after_point) --scale;
  }
  mantissa *= suffix.factor;
  const Amount power = boost::multiprecision::pow(Amount{10}, static_cast<unsigned>(std::abs(scale)));
  mantissa = scale < 0 ? Amount{mantissa / power} : Amount{mantissa * power};
  return negative ? Amount{-mantissa} : mantissa;
}

/// Sums of the resources that decide about the class.
using Sums = std::map<std::string_view, Amount>;

/// Returns how many of cpu and memory `list` names with a positive amount.
int add(Sums& sums, const ResourceList& list) {
  int named = 0;
  for (const std::string_view resource : {"cpu", "memory"}) {
    const auto found = list.find(resource);
    if (found == list.end()) continue;
    Amount amount = nano_units(found->second);
    if (amount <= 0) continue;
    sums[resource] += amount;
    ++named;
  }
  return named;
}

struct Totals {
  Sums requests;
  Sums limits;
  bool every_container_is_limited = true;

  void add_resources(const ResourceList& request_list, const ResourceList& limit_list) {
    add(requests, request_list);
    if (add(limits, limit_list) < 2) every_container_is_limited = false;
  }
};

}  // namespace

std::string_view qos_class(const PodSpec& spec) {
  Totals totals;
  if (!spec.requests.empty() || !spec.limits.empty()) {
    totals.add_resources(spec.requests, spec.limits);
  } else {
    for (const auto* containers : {&spec.containers, &spec.init_containers}) {
      for (const Container& container : *containers) totals.add_resources(container.requests, container.limits);
    }
  }
  if (totals.requests.empty() && totals.limits.empty()) return "BestEffort";
  return totals.every_container_is_limited && totals.requests == totals.limits ? "Guaranteed" : "Burstable";
}

}  // namespace podreel::api
