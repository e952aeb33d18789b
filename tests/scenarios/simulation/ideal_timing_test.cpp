// A node by the book: nothing takes time but what Kubernetes says.
#include <boost/regex.hpp>
#include <doctest/doctest.h>
#include <string>
#include <vector>

#include "engine/release/release.hpp"
#include "tests/support/command.hpp"

namespace podreel::simulation {

namespace {

using testing::CommandResult;
using testing::run_podreel;

/// A crash loop under these options.
CommandResult run(std::vector<std::string> options) {
  options.insert(options.begin(), {"run", "scenarios/crash-loop.yaml", "--timing", "ideal"});
  return run_podreel(options);
}

/// When, what and, of runtime calls, which attempt: a line for each record of the timeline.
std::string reported(const std::string& out) {
  static const boost::regex line{R"(^ +(\d+)\.000s  default/web +(.+?)  +(.+?)(?:  +(.+?))?$)"};
  std::string text;
  for (auto match = boost::sregex_iterator{out.begin(), out.end(), line}; match != boost::sregex_iterator{}; ++match) {
    const std::string more = (*match)[4];
    const bool is_short = more.size() < 40;
    text +=
        (*match)[1] + "s " + (*match)[2] + ": " + (*match)[3] + (is_short && !more.empty() ? ", " + more : "") + "\n";
  }
  return text;
}

}  // namespace

TEST_CASE("an ideal crash loop goes by whole seconds") {
  CHECK(reported(run({"--until", "36s"}).out) ==
        "0s API server: pod created\n"
        "0s runtime: RunPodSandbox, attempt 0\n"
        "0s status: Pending, app: ContainerCreating\n"
        "0s kubelet: Pulled\n"
        "0s runtime: CreateContainer app, attempt 0, hash 809b3ff5\n"
        "0s kubelet: Created, Created container: app\n"
        "0s runtime: StartContainer app, attempt 0\n"
        "0s kubelet: Started, Started container app\n"
        "1s status: Running, app: ready\n"
        "5s app: exits with 1, by itself\n"
        "5s kubelet: Pulled\n"
        "5s runtime: CreateContainer app, attempt 1, hash 809b3ff5\n"
        "5s kubelet: Created, Created container: app\n"
        "5s runtime: StartContainer app, attempt 1\n"
        "5s kubelet: Started, Started container app\n"
        "5s status: Running, app: Error 1\n"
        "6s status: Running, app: ready, 1 restart\n"
        "10s app: exits with 1, by itself\n"
        "10s kubelet: BackOff\n"
        "10s pod worker: sync exit\n"
        "10s runtime: RemoveContainer app, attempt 0\n"
        "10s status: Running, app: Error 1, 1 restart\n"
        "20s kubelet: Pulled\n"
        "20s runtime: CreateContainer app, attempt 2, hash 809b3ff5\n"
        "20s kubelet: Created, Created container: app\n"
        "20s runtime: StartContainer app, attempt 2\n"
        "20s kubelet: Started, Started container app\n"
        "20s status: Running, app: CrashLoopBackOff, 1 restart\n"
        "21s status: Running, app: ready, 2 restarts\n"
        "25s app: exits with 1, by itself\n"
        "25s kubelet: BackOff\n"
        "25s pod worker: sync exit\n"
        "25s runtime: RemoveContainer app, attempt 1\n"
        "25s status: Running, app: Error 1, 2 restarts\n"
        "35s kubelet: BackOff\n"
        "35s pod worker: sync exit\n"
        "35s status: Running, app: CrashLoopBackOff, 2 restarts\n");
}

TEST_CASE("no seed decides anything of an ideal run") {
  const std::string first = run({"--seed", "1"}).out;
  CHECK(first.find("(kubelet 1.30.14, ideal timing)") != std::string::npos);
  for (const char* seed : {"2", "3", "99"}) CHECK(run({"--seed", seed}).out == first);
}

TEST_CASE("an ideal kubelet that is restarted finds its pods again") {
  const CommandResult result = run_podreel({"test", "scenarios/kubelet-restart.yaml", "scenarios/liveness-kill.yaml",
                                            "scenarios/sidecar.yaml", "--timing", "ideal"});
  CHECK(result.out == "3 passed, 0 failed, 0 skipped (3 runs, 19 expectations)\n");
}

TEST_CASE("an ideal kubelet that relists pods on demand sees at once what a sync has started") {
  const CommandResult result =
      run_podreel({"test", "scenarios/library/issues/137362-relisted-on-demand.yaml", "--timing", "ideal"});
  CHECK(result.out == "1 passed, 0 failed, 0 skipped (1 run, 2 expectations)\n");
}

TEST_CASE("a scenario can be ideal by itself, and the command line goes before it") {
  const std::string scenario =
      "apiVersion: podreel.dev/v1alpha1\nkind: Scenario\nmetadata: {name: by-the-book}\n"
      "spec:\n  timing: ideal\n  duration: 5s\n  timeline:\n"
      "    - {at: 0s, createPod: {apiVersion: v1, kind: Pod, metadata: {name: web}, spec: {containers: [{name: app, "
      "image: \"a:1\"}]}}}\n";
  const CommandResult result = run_podreel({"run", "-"}, {.standard_input = scenario});
  const std::string newest = release::to_string(release::newest_release());
  CHECK(result.out.find("after 5s (kubelet " + newest + ", ideal timing):") != std::string::npos);
  CHECK(run_podreel({"run", "-", "--timing", "measured"}, {.standard_input = scenario}).out.find("ideal") ==
        std::string::npos);
  CHECK(run_podreel({"run", "-", "-o", "json"}, {.standard_input = scenario}).out.find("\"timing\": \"ideal\"") !=
        std::string::npos);
}

TEST_CASE("what an ideal run has no place for is refused") {
  const CommandResult unknown = run_podreel({"run", "scenarios/crash-loop.yaml", "--timing", "idael"});
  CHECK(unknown.exit_code == 2);
  CHECK(unknown.err.starts_with("podreel run: --timing: 'idael' is not one of measured, ideal; did you mean 'ideal'?"));
  const CommandResult choices = run({"--record-choices", "choices.jsonl"});
  CHECK(choices.exit_code == 2);
  CHECK(choices.err.starts_with(
      "podreel run: --timing ideal and lists of choices exclude each other: ideal timing makes no random choices"));
}

}  // namespace podreel::simulation
