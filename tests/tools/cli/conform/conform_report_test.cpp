// The tables, documents and pages of `podreel conform` and `podreel confirm`.
#include "tools/cli/conform/conform_report.hpp"

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>
#include <sstream>

#include "tests/support/command.hpp"
#include "tools/cli/conform/confirm_report.hpp"

namespace podreel::cli {

namespace {

using namespace std::chrono_literals;
using testing::has;

ConformResult equal(const std::string& name) {
  ConformResult result{.name = name, .mechanisms = {"pod start"}};
  result.outcome.pair = {name + ".jsonl", name + ".yaml"};
  result.outcome.compared = 12;
  return result;
}

ConformResult different(const std::string& name) {
  ConformResult result = equal(name);
  result.mechanisms.emplace_back("sidecars");
  result.outcome.found.nearest.difference = reproduce::Difference{
      .at = 1.5, .text = {}, .place = {"web", "status", 1}, .recorded = "Running", .simulated = "Pending", .agreed = 3};
  result.outcome.divergence.emplace();
  result.outcome.divergence->steps.push_back({"init-containers-first", "the first init container starts first"});
  return result;
}

ConformResult refused_result(const std::string& name) {
  return {.name = name, .refused = {"shutdownNode: podreel does not shut down this machine", "volumes: none"}};
}

ConformResult failed(const std::string& name) {
  return {.name = name, .failure = "the kubelet failed: it exited\nlast line"};
}

Conformance conformance_of(std::vector<ConformResult> results) {
  return {release::parse_release("1.36.2").value(), std::move(results)};
}

template <class Print>
std::string printed(const Conformance& conformance, Print print) {
  std::ostringstream out;
  print(out, conformance);
  return out.str();
}

/// The text with one space for several: how wide columns are depends on other rows.
std::string squeezed(const std::string& text) {
  std::string result;
  for (const char letter : text) {
    if (letter != ' ' || !result.ends_with(' ')) result += letter;
  }
  return result;
}

const Conformance& mixed() {
  static const Conformance all =
      conformance_of({equal("a"), different("faults/b"), different("c"), refused_result("d"), failed("e")});
  return all;
}

}  // namespace

TEST_CASE("equal recordings are counted by mechanism") {
  const std::string text = printed(conformance_of({equal("a")}), print_conformance);
  CHECK(has(squeezed(text), "pod start 1 1 0 -\n"));
  CHECK(has(squeezed(text), "static pods 0 0 0 -\n"));
  CHECK(has(text, "\nkubelet 1.36.2: 1 of 1 recording equal\n"));
  CHECK(conformance_of({equal("a"), refused_result("d")}).is_equal());
}

TEST_CASE("differences name their first scenario, time and cause; what has no recording is listed apart") {
  const std::string text = printed(mixed(), print_conformance);
  CHECK(has(squeezed(text), "pod start 3 1 2 faults/b: 1.500s, different status; rule init-containers-first\n"));
  CHECK(has(text, "\nfaults/b\nno match in 0 runs"));
  CHECK(has(text, "\nfailed:\n  e\n    the kubelet failed: it exited\n    last line\n"));
  CHECK(has(
      text,
      "\ncannot be recorded:\n  d\n    shutdownNode: podreel does not shut down this machine\n    volumes: none\n"));
  CHECK(has(text, "kubelet 1.36.2: 1 of 3 recordings equal; 1 scenario failed; 1 scenario cannot be recorded\n"));
  CHECK_FALSE(mixed().is_equal());
  CHECK_FALSE(conformance_of({equal("a"), failed("e")}).is_equal());
}

TEST_CASE("the document has the mechanisms and every scenario") {
  const nlohmann::ordered_json document = conformance_document(mixed());
  CHECK(document["kubelet"] == "1.36.2");
  CHECK(document["equal"] == false);
  CHECK(document["mechanisms"][0]["firstDifference"]["name"] == "faults/b");
  CHECK(document["scenarios"][0]["reproduced"] == true);
  CHECK(document["scenarios"][3]["refused"].size() == 2);
  CHECK(document["scenarios"][4]["failure"] == "the kubelet failed: it exited\nlast line");
}

TEST_CASE("JUnit has a case for every scenario, and skips those that cannot be recorded") {
  const std::string xml = printed(mixed(), print_conformance_junit);
  CHECK(has(xml, "<testsuites name=\"podreel\" tests=\"5\" failures=\"2\" errors=\"1\" skipped=\"1\""));
  CHECK(has(xml, "<testsuite name=\"faults\" tests=\"1\""));
  CHECK(has(xml, "<skipped message=\"shutdownNode: podreel does not shut down this machine"));
}

TEST_CASE("the page has the totals, the mechanisms, each difference, and all scenarios") {
  const std::string page = printed(mixed(), print_conformance_page);
  CHECK(has(page, "<h1>Conformance of kubelet 1.36.2</h1>"));
  CHECK(has(page, "<p>kubelet 1.36.2: 1 of 3 recordings equal"));
  CHECK(has(page, "<h2>Difference: faults/b</h2>"));
  CHECK(has(page, "<td>cannot be recorded: shutdownNode"));
  CHECK(has(page, "<td>pod start, sidecars</td>"));
}

TEST_CASE("a finding has the best outcome of its attempts") {
  FindingResult result{.name = "lost", .file = "lost.yaml"};
  CHECK_FALSE(result.is_judged());
  result.attempts.push_back({.scenario = "1.yaml", .recording = "1.jsonl", .failure = "the kubelet failed: x\ny"});
  CHECK_FALSE(result.is_judged());
  result.attempts.push_back({.delay = -20ms, .verdict = {FindingOutcome::not_reached, "no run"}});
  CHECK(result.outcome() == FindingOutcome::not_reached);
  result.attempts.push_back({.delay = 35ms, .verdict = {FindingOutcome::confirmed, "broken"}});
  CHECK(result.is_confirmed());
  std::ostringstream out;
  print_findings(out, release::parse_release("1.36.2").value(), {result, {.name = "no", .refused = {"volumes"}}});
  CHECK(has(squeezed(out.str()), "lost 1 0s failed the kubelet failed: x\n"));
  CHECK(has(squeezed(out.str()), "lost 2 -20ms not reached no run\n"));
  CHECK(has(squeezed(out.str()), "lost 3 +35ms confirmed broken\n"));
  CHECK(has(out.str(), "\ncannot be recorded:\n  no\n    volumes\n"));
  CHECK(has(out.str(), "kubelet 1.36.2: 1 of 2 findings confirmed, 0 not confirmed, 0 not reached\n"));
}

}  // namespace podreel::cli
