// The kubelets that a recording states to have run.
#include "scenarios/reproduce/recording/stated_kubelets.hpp"

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "scenarios/format/actions/kubelet.hpp"

namespace podreel::reproduce {

namespace {

nlohmann::json stated(const char* version) {
  return {{"t", 0}, {"kind", "recording"}, {"what", "kubelet"}, {"version", version}};
}

}  // namespace

TEST_CASE("kubelets are stated by the recorder alone, and each counts once") {
  const nlohmann::json exit{{"t", 1}, {"kind", "environment"}, {"what", "kubelet"}, {"version", "1.30.1"}};
  const nlohmann::json end{{"t", 9}, {"kind", "recording"}, {"what", "end"}};
  CHECK(stated_kubelets({stated("1.35.6"), exit, stated("1.36.2"), stated("1.35.6"), end}) ==
        std::vector<std::string>{"1.35.6", "1.36.2"});
  CHECK(stated_kubelets({end}).empty());
}

TEST_CASE("a stated kubelet that the scenario starts at first or later is no other one, and a patch is") {
  format::Scenario scenario;
  scenario.node.kubelet.version = *release::parse_release("1.35.6");
  format::Step step;
  step.action = actions::start_kubelet(*release::parse_release("1.36.2"));
  scenario.timeline.push_back(std::move(step));
  CHECK(kubelets_not_started({"1.35.6", "v1.36.2"}, scenario).empty());
  CHECK(kubelets_not_started({"1.35.5", "1.36.2", "1.99.0"}, scenario) == std::vector<std::string>{"1.35.5", "1.99.0"});
}

}  // namespace podreel::reproduce
