#include "tools/cli/reproduce/compared_kinds.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <string_view>

#include "tools/files/bad_input.hpp"
#include "tools/text/shown_text.hpp"

namespace podreel::cli {

namespace {

struct KindName {
  std::string_view name;
  bool reproduce::Compared::*is_compared;
};
constexpr std::array kind_names{
    KindName{"call", &reproduce::Compared::calls},      KindName{"event", &reproduce::Compared::events},
    KindName{"status", &reproduce::Compared::statuses}, KindName{"eventWrite", &reproduce::Compared::event_writes},
    KindName{"exit", &reproduce::Compared::exits},      KindName{"exec", &reproduce::Compared::execs},
    KindName{"loop", &reproduce::Compared::loops},      KindName{"sync", &reproduce::Compared::syncs}};

std::string accepted_kinds() {
  std::string text;
  for (const KindName& kind : kind_names) text += fmt::format("{}{}", text.empty() ? "" : ", ", kind.name);
  return text;
}

/// Sets all kinds to `is_compared`.
reproduce::Compared with_each(bool is_compared) {
  reproduce::Compared compared;
  for (const KindName& kind : kind_names) compared.*kind.is_compared = is_compared;
  return compared;
}

}  // namespace

reproduce::Compared kinds_of(const std::string& text) {
  if (text.empty()) return {};
  reproduce::Compared compared = with_each(false);
  for (std::string_view rest = text; !rest.empty();) {
    const std::string_view name = rest.substr(0, rest.find(','));
    rest.remove_prefix(std::min(name.size() + 1, rest.size()));
    const auto* kind = std::ranges::find(kind_names, name, &KindName::name);
    if (kind == kind_names.end()) {
      throw BadInput{
          fmt::format("--kinds: found \"{}\"; accepted: {}, separated by commas", shown(name), accepted_kinds())};
    }
    compared.*kind->is_compared = true;
  }
  return compared;
}

reproduce::Compared every_kind() {
  return with_each(true);
}

}  // namespace podreel::cli
