// Resources in numbers, as admission and a resize compare them.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "engine/api/container.hpp"

namespace podreel::api {

/// CPU in thousandths, everything else in units.
[[nodiscard]] std::int64_t amount_of(std::string_view resource, std::string_view quantity);
/// Amount in a list; 0 if it does not name the resource.
[[nodiscard]] std::int64_t amount_in(const ResourceList& list, std::string_view resource);

/// Amounts; 0 if not set.
struct ResourceAmounts {
  /// Thousandths of a CPU.
  std::int64_t cpu_request = 0;
  std::int64_t cpu_limit = 0;
  /// Bytes.
  std::int64_t memory_request = 0;
  std::int64_t memory_limit = 0;

  [[nodiscard]] bool has_same_cpu(const ResourceAmounts& other) const noexcept {
    return cpu_request == other.cpu_request && cpu_limit == other.cpu_limit;
  }
  [[nodiscard]] bool has_same_memory(const ResourceAmounts& other) const noexcept {
    return memory_request == other.memory_request && memory_limit == other.memory_limit;
  }
  friend bool operator==(const ResourceAmounts&, const ResourceAmounts&) = default;
};

[[nodiscard]] ResourceAmounts amounts_of(const ResourceList& requests, const ResourceList& limits);
[[nodiscard]] ResourceAmounts amounts_of(const Container& container);

/// Compares all resources by value.
[[nodiscard]] bool same_quantities(const ResourceList& left, const ResourceList& right);

/// As Kubernetes writes them: "2" for 2000 thousandths, "250m"; "64Mi", "1000".
[[nodiscard]] std::string cpu_text(std::int64_t thousandths);
[[nodiscard]] std::string memory_text(std::int64_t bytes);

}  // namespace podreel::api
