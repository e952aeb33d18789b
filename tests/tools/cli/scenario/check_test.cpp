// `podreel check`, and `podreel help`.
#include <doctest/doctest.h>

#include "tests/support/command.hpp"

namespace podreel::testing {

TEST_CASE("all that this repository has is well") {
  const CommandResult scenarios = run_podreel({"check", "scenarios/crash-loop.yaml", "scenarios/library/lessons"});
  CHECK(scenarios.exit_code == 0);
  CHECK(has(scenarios.out, "in 30 files: no errors\n"));
  const CommandResult fleet =
      run_podreel({"check", "scenarios/library/fleets/shop.yaml", "scenarios/library/fleets/next-minor.yaml"});
  CHECK(fleet.exit_code == 0);
  CHECK(has(fleet.out, "1 fleet with "));
}

TEST_CASE("plans without a fleet are checked as far as they do not depend on it, and that is said") {
  const CommandResult good = run_podreel({"check", "scenarios/library/fleets/next-minor.yaml"});
  CHECK(good.exit_code == 0);
  CHECK(has(good.err, "steps, clusters and times are not checked: check the plans together with exactly one fleet"));
  CHECK(has(good.out, "0 runs and 2 plans in 1 file: no errors"));
  const CommandResult wrong = run_shell(
      "d=$(mktemp -d); printf 'apiVersion: podreel.dev/v1alpha1\nkind: FleetPlan\nmetadata: {name: p}\n"
      "spec: {bacth: 5%%, node: [{at: 5s, startKubelet: {version: \"1.31\"}}]}\n' > $d/plan.yaml; "
      "podreel check $d/plan.yaml; code=$?; rm -r $d; exit $code");
  CHECK(wrong.exit_code == 2);
  CHECK(has(wrong.err, "did you mean \"batch\"?"));
}

TEST_CASE("what is wrong is reported with its place, and nothing runs") {
  const std::string scenario =
      "apiVersion: podreel.dev/v1alpha1\nkind: Scenario\nmetadata: {name: t}\nspec:\n  timeline:\n"
      "    - {at: 0s, createPod: {apiVersion: v1, kind: Pod, metadata: {name: web}, spec: {containers: [{name: app, "
      "image: a}]}}}\n"
      "  expect:\n    - {event: {reason: Statred}}\n";
  const CommandResult misspelt = run_podreel({"check", "-"}, {.standard_input = scenario});
  CHECK(misspelt.exit_code == 2);
  CHECK(has(misspelt.err, "expect[0].event.reason: unknown event reason; did you mean \"Started\"?"));
  const CommandResult refused =
      run_podreel({"check", "-"}, {.standard_input = scenario + "    - {record: {kind: evnt}}\n"});
  CHECK(refused.exit_code == 2);
  CHECK(refused.out.empty());
  CHECK(has(refused.err, "-:9:23: spec.expect[1].record.kind: found the string \"evnt\"; did you mean \"event\"?"));
}

TEST_CASE("a fleet on standard input is not taken for checked") {
  const CommandResult refused = run_shell("podreel check - < scenarios/library/fleets/shop.yaml");
  CHECK(refused.exit_code == 2);
  CHECK(has(refused.err, "check does not read fleets and plans from standard input"));
}

TEST_CASE("a template that was not rendered is called so") {
  const auto complaint = [](const std::string& text) {
    return run_podreel({"check", "-"}, {.standard_input = text}).err;
  };
  const std::string pod = "apiVersion: v1\nkind: Pod\nspec: {containers: [{name: app, image: a}]}\n";
  CHECK(has(complaint(pod + "metadata:\n  name: {{ .Release.Name }}\n"), "this looks like a template"));
  CHECK(has(complaint("{{- if .Values.pod }}\n" + pod + "{{- end }}\n"), "this looks like a template"));
  CHECK(has(complaint(pod + "metadata: {name: \"{{ .Release.Name }}\"}\n"), "(a template that was not rendered)"));
  CHECK(has(complaint("apiVersion: v1\nkind: Pod\nmetadata: {name: a}\nspec: {containers: [{name: app, image: a, env: "
                      "[{name: A, value: yes}]}]}\n"),
            "value: found true, accepted: a string; quote the word: yes, no, on, off, y and n are booleans, too"));
}

TEST_CASE("help is there as a verb, too") {
  CHECK(run_podreel({"help"}).out == run_podreel({"--help"}).out);
  CHECK(run_podreel({"help", "fleet", "merge"}).out == run_podreel({"fleet", "merge", "--help"}).out);
  const CommandResult unknown = run_podreel({"help", "repotr"});
  CHECK(unknown.exit_code == 2);
  CHECK(has(unknown.err, "unknown verb 'repotr'; did you mean 'report'?"));
}

}  // namespace podreel::testing
