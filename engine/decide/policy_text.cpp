#include "engine/decide/policy_text.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "engine/api/document.hpp"
#include "engine/api/enum_names.hpp"
#include "engine/api/printable.hpp"
#include "engine/api/take_word.hpp"
#include "engine/decide/custom_policies.hpp"
#include "engine/identity/older_formula.hpp"

namespace podreel::decide {

namespace {

constexpr auto names = api::enum_names<PolicyKind>("upstream", "serialized-spec", "dual-hash", "rewrite", "custom");

}  // namespace

std::string_view to_string(PolicyKind kind) noexcept {
  return names[kind];
}

std::optional<PolicyKind> parse_policy_kind(std::string_view name) noexcept {
  const std::optional<PolicyKind> kind = names.find(name);
  return kind == PolicyKind::custom ? std::nullopt : kind;
}

std::optional<PolicySettings> parse_policy(std::string_view text) {
  PolicySettings settings;
  if (const CustomPolicy* custom = find_custom_policy(text)) {
    settings.kind = PolicyKind::custom;
    settings.custom = custom;
    return settings;
  }
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
      std::vector<std::string>& fields = settings.ignored_fields.emplace();
      for (const std::string_view field : api::split(api::take_word(text), ',')) {
        if (!field.empty()) fields.emplace_back(field);
      }
    } else {
      return std::nullopt;
    }
  }
  return settings;
}

PolicySettings replaced_policy(const PolicySettings& own, PolicySettings replacement) {
  const bool is_same = own.kind == PolicyKind::custom && own.custom == replacement.custom;
  if (replacement.kind == PolicyKind::custom && !is_same) replacement.replaced = to_string(own);
  return replacement;
}

std::string unknown_container_field(std::string_view name) {
  const std::vector<std::string>& known = identity::container_field_names();
  if (std::ranges::binary_search(known, name)) return {};
  const std::string meant = api::did_you_mean(name, {known.begin(), known.end()}, '"');
  return fmt::format(
      "containers have no field \"{}\"{}", api::printable_line(name),
      meant.empty() ? "; accepted: Go names of fields of the container and its types, as StartupProbe" : meant);
}

std::string unknown_ignored_field(const PolicySettings& settings) {
  for (const std::string& name : settings.ignored_fields.value_or(std::vector<std::string>{})) {
    if (std::string message = unknown_container_field(name); !message.empty()) return message;
  }
  return {};
}

std::string to_string(const PolicySettings& settings) {
  if (settings.kind == PolicyKind::custom) return settings.custom->name;
  std::string text{to_string(settings.kind)};
  if (settings.older) text += " " + release::to_string(*settings.older);
  if (settings.types) text += " via " + release::to_string(*settings.types);
  if (settings.ignored_fields) text += fmt::format(" ignoring {}", fmt::join(*settings.ignored_fields, ","));
  return text;
}

}  // namespace podreel::decide
