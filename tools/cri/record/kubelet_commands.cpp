#include "tools/cri/record/kubelet_commands.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
#include <fmt/format.h>
#include <memory>

#include "scenarios/format/actions/kubelet.hpp"
#include "tools/files/bad_input.hpp"

namespace podreel::cri {

namespace {

std::string query_version(const std::string& command) {
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> pipe{popen((command + " --version 2>&1").c_str(), "r"),
                                                             &pclose};
  constexpr std::size_t maximum = 4096;
  std::string text(maximum, '\0');
  text.resize(pipe ? std::fread(text.data(), 1, maximum, pipe.get()) : 0);
  return text;
}

}  // namespace

std::optional<release::Release> extract_release(std::string_view text) {
  constexpr std::string_view name = "Kubernetes ";
  const std::size_t at = text.find(name);
  if (at == std::string_view::npos) return std::nullopt;
  text.remove_prefix(at + name.size());
  return release::parse_release(text.substr(0, text.find_first_not_of("v.0123456789")));
}

KubeletCommand query_command(const std::string& command) {
  const std::string said = query_version(command);
  if (const auto release = extract_release(said)) return {*release, command};
  throw cli::BadInput{
      fmt::format("--kubelet: '{} --version' must print \"Kubernetes v\" and a release that podreel knows; found: {}",
                  command, said)};
}

const KubeletCommand* command_for(const std::vector<KubeletCommand>& commands, release::Release release) {
  const auto found = std::ranges::find_if(commands, [release](const KubeletCommand& command) {
    return release::any_patch_of(release).contains(command.release);
  });
  return found == commands.end() ? nullptr : &*found;
}

std::vector<release::Release> kubelets_of(const format::Scenario& scenario) {
  std::vector<release::Release> releases{scenario.node.kubelet.version};
  for (const format::Step& step : scenario.timeline) {
    const auto started = actions::started_release(*step.action);
    if (!started) continue;
    const bool is_known = std::ranges::any_of(
        releases, [&started](release::Release known) { return release::any_patch_of(known).contains(*started); });
    if (!is_known) releases.push_back(*started);
  }
  return releases;
}

}  // namespace podreel::cri
