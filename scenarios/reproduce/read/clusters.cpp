#include "scenarios/reproduce/read/clusters.hpp"

#include <algorithm>
#include <boost/regex.hpp>

#include "scenarios/reproduce/read/commands.hpp"

namespace podreel::reproduce {

namespace {

/// Returns the context that the line selects; empty without one.
std::string context_in(std::string_view line) {
  constexpr std::size_t max_length = 1'000;
  const bool may_select =
      line.find("context") != std::string_view::npos || line.find("kubectx ") != std::string_view::npos;
  if (line.size() > max_length || !may_select) return {};
  static const boost::regex chosen{
      R"~((?:\bconfig use-context |^\s*(?:[$#>%] ?)?kubectx |^Switched to context )"?([\w.@:/-]+))~"};
  static const boost::regex option{R"~( --context[= ]"?([\w.@:/-]+))~"};
  const std::string searched{line};
  boost::smatch found;
  if (boost::regex_search(searched, found, chosen)) return found[1];
  return is_command(line) && boost::regex_search(searched, found, option) ? found[1].str() : std::string{};
}

/// Returns the part of the cluster, and adds it if it is new.
ClusterText& part_of(const std::string& cluster, std::vector<ClusterText>& parts) {
  const auto found = std::ranges::find(parts, cluster, &ClusterText::cluster);
  return found != parts.end() ? *found : parts.emplace_back(ClusterText{.cluster = cluster, .text = {}});
}

}  // namespace

std::vector<ClusterText> split_clusters(std::string_view text) {
  constexpr std::size_t max_clusters = 20;
  std::vector<ClusterText> parts;
  for (std::string_view rest = text; !rest.empty() && parts.size() <= max_clusters;) {
    const std::string_view line = rest.substr(0, rest.find('\n'));
    if (const std::string cluster = context_in(line); !cluster.empty()) static_cast<void>(part_of(cluster, parts));
    rest.remove_prefix(std::min(line.size() + 1, rest.size()));
  }
  if (parts.size() < 2 || parts.size() > max_clusters) return {{.cluster = {}, .text = std::string{text}}};
  std::size_t current = 0;
  while (!text.empty()) {
    const std::string_view line = text.substr(0, text.find('\n'));
    if (const std::string cluster = context_in(line); !cluster.empty())
      current = static_cast<std::size_t>(&part_of(cluster, parts) - parts.data());
    for (std::size_t index = 0; index < parts.size(); ++index) {
      if (index == current) parts[index].text += line;
      parts[index].text += '\n';
    }
    text.remove_prefix(std::min(line.size() + 1, text.size()));
  }
  return parts;
}

}  // namespace podreel::reproduce
