// What `podreel test --junit` writes is what CI systems can read: junit.xsd says what that is.
#include <doctest/doctest.h>
#include <string>

#include "tests/support/command.hpp"

namespace podreel::testing {

namespace {

/// A scenario of one pod with an expectation.
std::string judged_scenario(const std::string& expectation) {
  return "apiVersion: podreel.dev/v1alpha1\n"
         "kind: Scenario\n"
         "metadata: {name: judged}\n"
         "spec:\n"
         "  duration: 10s\n"
         "  timeline:\n"
         "    - {at: 0s, createPod: {apiVersion: v1, kind: Pod, metadata: {name: web}, spec: {containers: [{name: app, "
         "image: \"a:1\"}]}}}\n"
         "  expect:\n"
         "    - " +
         expectation + "\n";
}

/// The document goes to standard output, and everything else away.
CommandResult test_with_junit(const std::string& arguments, const std::string& input = {}) {
  return run_shell(
      "podreel test --junit /dev/fd/3 " + arguments + " 3>&1 > /dev/null 2>&1 | cat; exit ${PIPESTATUS[0]}",
      {.standard_input = input});
}

/// What xmllint has against the document; empty if nothing, or if it is not installed.
std::string complaints_about(const std::string& document) {
  const CommandResult result =
      run_shell("command -v xmllint > /dev/null || exit 0; xmllint --noout --schema tests/tools/cli/test/junit.xsd -",
                {.standard_input = document});
  return result.exit_code == 0 ? "" : result.err;
}

}  // namespace

TEST_CASE("what passes is a bare test case") {
  const CommandResult result = test_with_junit("scenarios/library/upgrades");
  CHECK(result.exit_code == 0);
  CHECK(has(result.out, "failures=\"0\" errors=\"0\" skipped=\"0\""));
  CHECK(complaints_about(result.out) == "");
}

TEST_CASE("what fails is reported with what was seen, whatever characters it contains") {
  const CommandResult result =
      test_with_junit("-", judged_scenario("{event: {reason: \"<Gone> & \\\"quoted\\\" \\u0007\"}, count: 1}"));
  CHECK(result.exit_code == 1);
  CHECK(has(result.out, "failures=\"1\" errors=\"0\""));
  CHECK(has(result.out, "&lt;Gone&gt; &amp; "));
  CHECK(complaints_about(result.out) == "");
}

TEST_CASE("what --fail-fast leaves out is skipped") {
  const std::string failing = judged_scenario("{event: {reason: Gone}, count: 1}");
  const std::string two_runs = failing + "  matrix: {kubelet: [\"1.29\", \"1.30\"]}\n";
  const CommandResult result = test_with_junit("--fail-fast -", two_runs);
  CHECK(result.exit_code == 1);
  CHECK(has(result.out, "tests=\"2\" failures=\"1\" errors=\"0\" skipped=\"1\" time=\""));
  CHECK(complaints_about(result.out) == "");
}

TEST_CASE("a file that is refused is an error of its own") {
  const CommandResult result = test_with_junit("-", judged_scenario("{event: {reson: Gone}}"));
  CHECK(result.exit_code == 2);
  CHECK(has(result.out, "tests=\"1\" failures=\"0\" errors=\"1\""));
  CHECK(has(result.out, "reson"));
  CHECK(complaints_about(result.out) == "");
}

TEST_CASE("the schema refuses what is not promised") {
  if (run_shell("command -v xmllint").exit_code != 0) {
    MESSAGE("xmllint is not here: the documents are written, but not validated");
    return;
  }
  CHECK(complaints_about("<testsuites name=\"podreel\"/>") != "");
}

}  // namespace podreel::testing
