#include "tools/cli/upgrade/upgrade_options.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "scenarios/format/settings/gate_check.hpp"
#include "tools/cli/arguments/gate_list.hpp"
#include "tools/cli/arguments/policy_option.hpp"
#include "tools/files/bad_input.hpp"
#include "tools/text/shown_text.hpp"

namespace podreel::cli {

namespace {

std::optional<release::Release> release_or_none(const std::string& text) {
  return text.empty() ? std::nullopt : release::parse_release(text);
}

void check_end(const std::string& option, const std::string& named, const std::string& of_path, const char* verb) {
  if (named.empty() || release::parse_release(named) == release::parse_release(of_path)) return;
  throw BadInput{fmt::format("{} {} contradicts --path, which {} with {}", option, named, verb, of_path)};
}

/// Returns the releases of --path, which --from and --to may repeat.
std::vector<release::Release> releases_of_path(const UpgradeOptions& options) {
  if (options.path.size() < 2) throw BadInput{"--path needs at least two releases"};
  check_end("--from", options.from, options.path.front(), "begins");
  check_end("--to", options.to, options.path.back(), "ends");
  std::vector<release::Release> releases;
  for (const std::string& name : options.path) releases.push_back(release::parse_release(name).value());
  return releases;
}

std::vector<release::Release> requested_releases(const UpgradeOptions& options) {
  if (!options.path.empty()) return releases_of_path(options);
  if (options.to.empty()) {
    throw BadInput{
        "name the releases: --to, with --from if the input has no nodes with their kubelets; or --path, or "
        "--matrix"};
  }
  std::vector<release::Release> releases;
  if (!options.from.empty()) releases.push_back(release::parse_release(options.from).value());
  releases.push_back(release::parse_release(options.to).value());
  return releases;
}

release::FeatureGates server_gates(const std::string& text, const std::string& option, release::Release server) {
  release::FeatureGates gates;
  try {
    gates = gates_in(text);
  } catch (const BadInput&) {
    throw BadInput{
        fmt::format("{}: found \"{}\"; accepted: Gate=true or Gate=false, separated by commas", option, shown(text))};
  }
  const format::GateCheck check = format::check_gates(gates, server);
  if (check.problems.empty()) return gates;
  throw BadInput{fmt::format("{}: {}: {}", option, check.problems.front().gate, check.problems.front().message)};
}

}  // namespace

std::vector<upgrade::Path> paths_of(const UpgradeOptions& options) {
  upgrade::Path path;
  path.releases = requested_releases(options);
  path.api_server_before = release_or_none(options.api_server_from);
  path.api_server_after = release_or_none(options.api_server_to);
  path.api_server_gates_before = server_gates(options.api_server_gates_from, "--apiserver-gates-from",
                                              path.api_server_before.value_or(path.releases.back()));
  path.api_server_gates_after = server_gates(options.api_server_gates_to, "--apiserver-gates-to",
                                             path.api_server_after.value_or(path.releases.back()));
  std::vector<upgrade::Path> paths;
  for (const std::string& policy : options.policies) {
    path.policy = upgrade_policy_of("--policy", policy);
    path.policy_text = policy;
    paths.push_back(path);
  }
  return paths;
}

std::vector<release::Release> matrix_releases(const UpgradeOptions& options) {
  if (!options.path.empty()) return releases_of_path(options);
  std::vector<release::Release> releases = release::simulated_releases();
  const auto minor_of = [](const std::string& text) { return minor_string(release::parse_release(text).value()); };
  const auto place_of = [&](const std::string& text) {
    return std::ranges::find(releases, minor_of(text), &release::minor_string);
  };
  const auto begin = options.from.empty() ? releases.begin() : place_of(options.from);
  const auto last = options.to.empty() ? releases.end() - 1 : place_of(options.to);
  if (begin == releases.end() || last == releases.end() || begin >= last) {
    throw BadInput{fmt::format("--matrix needs a --from that is older than --to; found {} to {}",
                               options.from.empty() ? minor_string(releases.front()) : options.from,
                               options.to.empty() ? minor_string(releases.back()) : options.to)};
  }
  return {begin, last + 1};
}

upgrade::PodIntake::Question question_of(const UpgradeOptions& options) {
  using Question = upgrade::PodIntake::Question;
  if (options.matrix || !options.path.empty()) return Question::of_a_path;
  return options.from.empty() ? Question::of_nodes : Question::of_nodes_and_a_release;
}

}  // namespace podreel::cli
