// `podreel reproduce`.
#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "tests/support/command.hpp"

namespace podreel::testing {

namespace {

constexpr const char* paste =
    "NAME    READY   STATUS                       RESTARTS   AGE\n"
    "web-0   0/1     CreateContainerConfigError   0          62s\n"
    "  Warning  Failed  2s (x5 over 62s)  kubelet  Error: secret \"keys\" not found\n";

}  // namespace

TEST_CASE("an incident becomes a scenario that holds") {
  const CommandResult told = run_podreel({"reproduce", "-f", "-"}, {.standard_input = paste});
  CHECK(told.exit_code == 0);
  CHECK(has(told.out, "default/web-0: the Secret keys is missing\n"));
  CHECK(has(told.out, "2 of 2 observations told"));
  const CommandResult tested =
      run_shell("podreel reproduce -f - -o yaml | podreel test -f -", {.standard_input = paste});
  CHECK(tested.exit_code == 0);
  const CommandResult document = run_podreel({"reproduce", "-", "-o", "json"}, {.standard_input = paste});
  CHECK(nlohmann::json::parse(document.out)["told"] == 2);
}

TEST_CASE("what cannot be told makes exit code 1, and says what is there in its place") {
  const std::string text = std::string{paste} + "  Normal  Evicted  3s  kubelet  The node was low on resource\n";
  const CommandResult told = run_podreel({"reproduce", "-"}, {.standard_input = text});
  CHECK(told.exit_code == 1);
  CHECK(has(told.out, "not told  Normal Evicted 3s: The node was low on resource"));
}

TEST_CASE("input that says nothing of a pod is refused with what is accepted") {
  const CommandResult foreign = run_podreel({"reproduce", "-"}, {.standard_input = "Nom: web\n\xff\xfe\n"});
  CHECK(foreign.exit_code == 2);
  CHECK(has(foreign.err, "found nothing of a pod in 2 lines; accepted: the output of kubectl describe pod"));
  const CommandResult missing =
      run_podreel({"reproduce", "-"}, {.standard_input = "Error from server (NotFound): pods \"web\" not found\n"});
  CHECK(missing.exit_code == 2);
  const CommandResult cut = run_podreel({"reproduce", "-"}, {.standard_input = "{\"kind\": \"List\", \"items\": [\n"});
  CHECK(cut.exit_code == 2);
  CHECK(has(cut.err, "the object cannot be read"));
}

TEST_CASE("a pod that the input does not have is refused, with a suggestion") {
  const CommandResult refused = run_podreel({"reproduce", "-", "--pod", "web-1"}, {.standard_input = paste});
  CHECK(refused.exit_code == 2);
  CHECK(has(refused.err, "did you mean \"web-0\"?"));
  CHECK(run_podreel({"reproduce", "-", "--budget", "much"}, {.standard_input = paste}).exit_code == 2);
}

}  // namespace podreel::testing
