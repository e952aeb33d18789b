#include "tools/cri/runtime/identifiers.hpp"

#include <fmt/format.h>

#include "engine/sim/random.hpp"

namespace podreel::cri {

std::string long_id(std::string_view inner_id) {
  constexpr std::size_t digits = 64;
  std::string id{inner_id};
  for (std::uint64_t word = sim::hash_name(inner_id); id.size() < digits;) {
    word = sim::mix(word);
    id += fmt::format("{:016x}", word);
  }
  id.resize(digits);
  return id;
}

std::string reserved_name(const SandboxMetadata& sandbox) {
  return fmt::format("{}_{}_{}_{}", sandbox.name, sandbox.namespace_name, sandbox.uid, sandbox.attempt);
}

std::string reserved_name(const SandboxMetadata& sandbox, std::string_view container, std::uint32_t attempt) {
  return fmt::format("{}_{}_{}_{}_{}", container, sandbox.name, sandbox.namespace_name, sandbox.uid, attempt);
}

std::string with_long_id(std::string text, std::string_view inner_id, std::string_view id) {
  const std::string quoted = fmt::format("\"{}\"", inner_id);
  const std::size_t at = text.find(quoted);
  return at == std::string::npos ? text : text.replace(at + 1, inner_id.size(), id);
}

}  // namespace podreel::cri
