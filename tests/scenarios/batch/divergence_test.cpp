#include "scenarios/batch/divergence.hpp"

#include <doctest/doctest.h>

#include "tests/support/kubelet_label.hpp"

namespace podreel::batch {

namespace {

DecideCase situation(const std::string& spec, const std::string& containers, const std::string& more = "") {
  std::vector<api::Problem> problems;
  const std::string text = R"({"pod": {"metadata": {"name": "web")" + more + R"(}, "spec": )" + spec +
                           R"(}, "status": {"sandboxes": [{"id": "sb", "state": "READY", "ip": "10.0.0.1"}],
    "containers": [)" + containers +
                           "]}}";
  std::optional<DecideCase> result = read_line(text, "test", 1, problems, decide_case_from);
  REQUIRE(result);
  return *std::move(result);
}

std::vector<std::string_view> divergence(const DecideCase& what, const std::string& first, const std::string& second) {
  const auto kubelet = [](const std::string& label) {
    return Decider{testing::behaviour_of_label(label),
                   std::make_shared<decide::HashPolicy>([](const api::Container&) { return 1u; })};
  };
  std::vector<std::string_view> names;
  for (const release::BehaviourRow* row : diverging_rules(what, kubelet(first), kubelet(second)))
    names.push_back(row->name);
  return names;
}

using Names = std::vector<std::string_view>;

}  // namespace

TEST_CASE("where two releases answer the same, nothing parts them") {
  const DecideCase running =
      situation(R"({"containers": [{"name": "app"}]})", R"({"id": "a", "name": "app", "state": "running"})");
  CHECK(divergence(running, "1.8", "1.36").empty());
}

TEST_CASE("the one rule that turns one answer into the other is named") {
  const DecideCase deleted = situation(R"({"containers": [{"name": "app"}]})",
                                       R"({"id": "a", "name": "app", "state": "exited", "exitCode": 1})",
                                       R"(, "deletionTimestamp": "2023-11-14T22:13:20Z")");
  CHECK(divergence(deleted, "1.17", "1.18") == Names{"deleted_pod_restarts_nothing"});
  CHECK(divergence(deleted, "1.30", "1.8") == Names{"deleted_pod_restarts_nothing"});
}

TEST_CASE("several rules that each change the answer are all named") {
  const DecideCase lost =
      situation(R"({"containers": [{"name": "app"}]})", R"({"id": "a", "name": "app", "state": "unknown"})");
  CHECK(divergence(lost, "1.13", "1.14") == Names{"unknown_containers_killed_first"});
  CHECK(divergence(lost, "1.20", "1.21") == Names{"kill_reasons"});
}

TEST_CASE("rules that change the answer only together are named in turn") {
  const DecideCase lost =
      situation(R"({"containers": [{"name": "app"}]})", R"({"id": "a", "name": "app", "state": "unknown"})");
  CHECK(divergence(lost, "1.13", "1.30") == Names{"unknown_containers_killed_first"});
  const DecideCase all = situation(
      R"({"containers": [{"name": "app", "restartPolicy": "Never", "restartPolicyRules": [{"action":
          "RestartAllContainers", "exitCodes": {"operator": "In", "values": [42]}}]}]})",
      R"({"id": "a", "name": "app", "state": "exited", "exitCode": 42})");
  CHECK(divergence(all, "1.34", "1.36") == Names{"restart_all_containers"});
}

TEST_CASE("the generation before parts by the function itself") {
  const DecideCase ghost =
      situation(R"({"containers": [{"name": "app"}]})", R"({"id": "a", "name": "app", "state": "running"})");
  CHECK(divergence(ghost, "1.7", "1.8") == Names{"modern_pod_actions"});
}

}  // namespace podreel::batch
