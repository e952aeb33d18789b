// A patched kubelet, held against upstream's: it ignores changes of a container's image tag (an identity policy of its
// own) and never restarts containers of a pod labelled "frozen" (a decision of its own).
//
//   custom_policy < cases.jsonl
//
// prints, for each case, what the patched kubelet answers, and whether upstream's 1.30 answers the same.
#include <iostream>
#include <string>
#include <string_view>

#include "engine/decide/pod_actions.hpp"
#include "engine/release/behaviour.hpp"
#include "scenarios/batch/decide_cases.hpp"

namespace {

using podreel::batch::Decider;
using podreel::decide::Observed;
using podreel::decide::Panic;
using podreel::decide::PodActions;
using podreel::decide::Reasons;

std::uint64_t hash_of(std::string_view text) {
  std::uint64_t hash = 1469598103934665603u;
  for (const char character : text) hash = (hash ^ static_cast<unsigned char>(character)) * 1099511628211u;
  return hash;
}

/// The image without its tag.
std::uint64_t hash_without_tag(const podreel::api::Container& container) {
  const std::string& image = container.image;
  const std::size_t slash = image.rfind('/');
  const std::size_t tag = image.find(':', slash == std::string::npos ? 0 : slash);
  return hash_of(container.name + "@" + image.substr(0, tag));
}

/// Upstream's decision, with its starts taken back for a frozen pod.
boost::system::result<PodActions, Panic> decide_frozen(const Observed& observed, Reasons* reasons) {
  boost::system::result<PodActions, Panic> actions = compute_pod_actions(observed, reasons);
  if (actions.has_error() || !observed.pod.metadata.labels.contains("frozen")) return actions;
  actions->containers_to_start.clear();
  actions->init_containers_to_start.clear();
  return actions;
}

}  // namespace

int main() {
  const podreel::release::Behaviour behaviour = podreel::release::behaviour_of({30, 0});
  const Decider upstream{behaviour, hash_without_tag, {}};
  const Decider patched{behaviour, hash_without_tag, decide_frozen};
  std::vector<podreel::api::Problem> problems;
  int line = 0;
  for (std::string text; std::getline(std::cin, text);) {
    const auto situation = podreel::batch::read_decide_case(text, "stdin", ++line, problems);
    if (!situation) continue;
    nlohmann::ordered_json answer{{"id", situation->id}};
    answer["actions"] = podreel::batch::to_json(decide_case(*situation, patched));
    answer["asUpstream"] = answer["actions"] == podreel::batch::to_json(decide_case(*situation, upstream));
    std::cout << answer.dump() << '\n';
  }
  for (const auto& problem : problems)
    std::cerr << problem.mark.line << ": " << problem.path << ' ' << problem.message << '\n';
  return problems.empty() ? 0 : 2;
}
