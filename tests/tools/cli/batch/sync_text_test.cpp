// `podreel sync -o table`.
#include <doctest/doctest.h>
#include <string>

#include "tests/support/command.hpp"

namespace podreel::testing {

namespace {

CommandResult synced(const std::string& line, std::vector<std::string> arguments = {}) {
  arguments.insert(arguments.begin(), {"sync", "-f", "-", "-o", "table", "--kubelet-version", "1.30"});
  return run_podreel(arguments, {.standard_input = line + "\n"});
}

const std::string case_with_fault =
    R"({"id":"web","pod":{"metadata":{"name":"web"},"spec":{"containers":[{"name":"app","image":"a:1"}]}},)"
    R"("status":{"sandboxes":[{"id":"s1","state":"READY"}],"containers":[{"id":"c1","name":"app","state":"exited",)"
    R"("exitCode":1}]},"images":["a:1"],"inject":[{"op":"StartContainer","error":"no\u001bspace","times":1}]})";

}  // namespace

TEST_CASE("a sync is printed with its calls, its results and its events") {
  const CommandResult result = synced(case_with_fault);
  CHECK(result.exit_code == 0);
  CHECK(result.out.starts_with("web:\n  calls:\n"));
  CHECK(has(result.out, "    CreateContainer app, attempt 1, image a:1\n"));
  CHECK(has(result.out, "    StartContainer app, error no\\x1bspace\n"));
  CHECK(has(result.out, "    StartContainer app: RunContainerError: no\\x1bspace\n"));
  CHECK(has(result.out, "  events:\n    Normal Pulled: "));
}

TEST_CASE("with --explain its reasons are printed below") {
  CHECK(has(synced(case_with_fault, {"--explain"}).out, "(exited 1; restartPolicy Always)"));
}

TEST_CASE("of a pod it is said what was assumed") {
  const CommandResult result =
      synced("{apiVersion: v1, kind: Pod, metadata: {name: web}, spec: {containers: [{name: app, image: a}]}}");
  CHECK(
      has(result.out,
          "  assumed:\n    no kubelet runs the pod, because spec.nodeName is empty; this is what a kubelet would do"));
}

}  // namespace podreel::testing
