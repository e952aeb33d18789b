#include "tools/cli/command/verb.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <fmt/format.h>
#include <optional>
#include <utility>

#include "engine/api/document.hpp"
#include "engine/release/patch_releases.hpp"
#include "engine/release/release.hpp"
#include "engine/release/vendor_build.hpp"
#include "tools/text/shown_text.hpp"

namespace podreel::cli {

std::string with_releases(std::string_view text) {
  std::string result{text};
  for (const auto& [word, release] :
       {std::pair{std::string_view{"{oldest}"}, release::oldest_release()}, {"{newest}", release::newest_release()}}) {
    for (std::size_t at = result.find(word); at != std::string::npos; at = result.find(word)) {
      result.replace(at, word.size(), release::minor_string(release));
    }
  }
  return result;
}

CLI::App& new_verb(CLI::App& app, const VerbText& text) {
  CLI::App* verb =
      app.add_subcommand(std::string{text.name}, with_releases(fmt::format("{}\n{}", text.summary, text.description)));
  verb->footer(with_releases(text.examples));
  return *verb;
}

std::string command_name(const CLI::App& app) {
  const CLI::App* parent = app.get_parent();
  return parent == nullptr ? app.get_name() : fmt::format("{} {}", command_name(*parent), app.get_name());
}

std::vector<std::string> verb_names(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::App* verb : app.get_subcommands({})) names.push_back(verb->get_name());
  return names;
}

void set_action(CLI::App& verb, Context& context, Action action) {
  // CLI11 calls a verb's callback after that of the chosen verb below it.
  verb.final_callback([&context, &verb, action = std::move(action)] {
    if (verb.get_subcommands().empty()) context.action = action;
  });
}

CLI::Option* choices(CLI::Option* option, const std::vector<std::string_view>& accepted) {
  const auto check = [accepted](const std::string& value) -> std::string {
    if (std::ranges::find(accepted, value) != accepted.end()) return {};
    return fmt::format("'{}' is not one of {}{}", shown(value), fmt::join(accepted, ", "),
                       api::did_you_mean(value, accepted, '\''));
  };
  option->check(CLI::Validator{check, ""});
  return option->type_name(fmt::format("{}", fmt::join(accepted, "|")));
}

CLI::Option* releases(CLI::Option* option) {
  const auto check = [](const std::string& value) -> std::string {
    if (release::parse_release(value)) return {};
    return fmt::format("'{}' is not a release that podreel knows ({}, such as 1.30 or 1.30.7){}", shown(value),
                       with_releases("{oldest} … {newest}"), release::refusal_clause(value));
  };
  const auto upstream_of_vendors = [](std::string& value) -> std::string {
    const std::optional<release::Release> build = release::release_of_build(value);
    if (build && release::is_vendors(value)) value = release::to_string(*build);
    return {};
  };
  option->transform(CLI::Validator{upstream_of_vendors, ""});
  option->check(CLI::Validator{check, ""});
  return option->type_name("RELEASE");
}

}  // namespace podreel::cli
