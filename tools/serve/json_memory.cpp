#include "tools/serve/json_memory.hpp"

#include <string>

namespace podreel::serve {

namespace {

/// Overhead of an allocation.
constexpr std::size_t allocation = 16;
/// Pointers and colour of a node of std::map.
constexpr std::size_t tree_node = 32;

std::size_t memory_of_text(const std::string& text) noexcept {
  static const std::size_t inline_capacity = std::string{}.capacity();
  return text.capacity() > inline_capacity ? text.capacity() + 1 + allocation : 0;
}

}  // namespace

std::size_t memory_of(const nlohmann::json& value) noexcept {
  std::size_t bytes = sizeof value;
  if (value.is_string()) {
    bytes += sizeof(std::string) + allocation + memory_of_text(value.get_ref<const std::string&>());
  } else if (value.is_array()) {
    bytes += sizeof(nlohmann::json::array_t) + 2 * allocation;
    for (const nlohmann::json& item : value) bytes += memory_of(item);
  } else if (value.is_object()) {
    bytes += sizeof(nlohmann::json::object_t) + allocation;
    for (const auto& [name, member] : value.get_ref<const nlohmann::json::object_t&>()) {
      bytes += tree_node + allocation + sizeof name + memory_of_text(name) + memory_of(member);
    }
  }
  return bytes;
}

}  // namespace podreel::serve
