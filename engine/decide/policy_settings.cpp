#include <algorithm>
#include <array>

#include "engine/api/take_word.hpp"
#include "engine/decide/named_policies.hpp"

namespace podreel::decide {

namespace {

constexpr std::array<std::string_view, 4> names{"upstream", "serialized-spec", "dual-hash", "rewrite"};

std::vector<std::string> split(std::string_view list) {
  std::vector<std::string> names_found;
  while (!list.empty()) {
    const std::string_view name = list.substr(0, list.find(','));
    if (!name.empty()) names_found.emplace_back(name);
    list.remove_prefix(std::min(name.size() + 1, list.size()));
  }
  return names_found;
}

}  // namespace

std::string_view to_string(PolicyKind kind) noexcept {
  return names.at(static_cast<std::size_t>(kind));
}

std::optional<PolicyKind> parse_policy_kind(std::string_view name) noexcept {
  const auto found = std::ranges::find(names, name);
  if (found == names.end()) return std::nullopt;
  return static_cast<PolicyKind>(found - names.begin());
}

std::optional<PolicySettings> parse_policy(std::string_view text) {
  PolicySettings settings;
  const std::optional<PolicyKind> kind = parse_policy_kind(api::take_word(text));
  if (!kind) return std::nullopt;
  settings.kind = *kind;
  if (settings.kind == PolicyKind::dual_hash) {
    settings.older = release::parse_release(api::take_word(text));
    if (!settings.older) return std::nullopt;
  }
  for (std::string_view word = api::take_word(text); !word.empty(); word = api::take_word(text)) {
    if (settings.kind != PolicyKind::dual_hash) return std::nullopt;
    if (word == "via") {
      settings.types = release::parse_release(api::take_word(text));
      if (!settings.types) return std::nullopt;
    } else if (word == "ignoring") {
      settings.ignored_fields = split(api::take_word(text));
    } else {
      return std::nullopt;
    }
  }
  return settings;
}

}  // namespace podreel::decide
