// `podreel test` with what the command line changes of scenarios.
#include <doctest/doctest.h>

#include "tests/support/command.hpp"
#include "tests/support/swapped_kubelet.hpp"

namespace podreel::testing {

namespace {

CommandResult test(std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), "test");
  return run_podreel(arguments, {.standard_input = swapped_kubelet});
}

}  // namespace

TEST_CASE("of many seeds those are named that fail, and the choices that decide it") {
  const CommandResult result = test({"-", "--seeds", "1-10"});
  CHECK(result.exit_code == 1);
  CHECK(has(result.out, "FAIL swapped: 9 of 10 seeds fail: 1, 2, 3, 4, 5, 6, 7, 9, 10\n"));
  CHECK(has(result.out,
            "\n  seed 8 also fails with 1 choice of seed 1 (--seed 8 --choices FILE):\n"
            "    {\"site\":\"probe-start-jitter\","));
  CHECK(has(result.out, "\n  replay: podreel run - --seed 1\n"));
  CHECK(has(result.out, "\n0 passed, 1 failed, 0 skipped (10 runs, 10 expectations)\n"));
}

TEST_CASE("seeds are shared among threads without a difference") {
  CHECK(test({"-", "--seeds", "1-20", "-j", "1"}).out == test({"-", "--seeds", "1-20", "-j", "4"}).out);
}

TEST_CASE("a seed that was not run any more is not said to hold") {
  const CommandResult result = test({"-", "--seeds", "1,2", "--fail-fast"});
  CHECK(result.exit_code == 1);
  CHECK(has(result.out, "FAIL swapped: 1 of 1 seed fails: 1\n"));
  CHECK_FALSE(has(result.out, "fails, too"));
}

TEST_CASE("seeds with which all holds pass") {
  const CommandResult result = test({"-", "--seeds", "8,13"});
  CHECK(result.exit_code == 0);
  CHECK(result.out == "1 passed, 0 failed, 0 skipped (2 runs, 2 expectations)\n");
  CHECK(test({"-", "--seeds", "8", "--seed", "8"}).exit_code == 2);
}

TEST_CASE("each of several kubelets is a run of its own") {
  const CommandResult result = test({"scenarios/crash-loop.yaml", "--kubelet-version", "1.28,1.30..1.31", "--all"});
  CHECK(result.exit_code == 0);
  CHECK(has(result.out, "crash-loop [kubelet=1.28."));
  CHECK(has(result.out, "crash-loop [kubelet=1.31."));
  CHECK(has(result.out, "3 passed"));
}

TEST_CASE("a policy, gates and an end go to every run") {
  CHECK(test({"-", "--policy", "serialized-spec"}).exit_code == 0);
  CHECK(test({"-", "--until", "55s"}).exit_code == 0);
  const CommandResult gate = test({"-", "--feature-gates", "NoSuchGate=true"});
  CHECK(gate.exit_code == 2);
  CHECK(has(gate.err, "NoSuchGate: unrecognized feature gate"));
  const CommandResult failed = test({"-", "--policy", "upstream", "--until", "2m"});
  CHECK(has(failed.out, "replay: podreel run - --policy upstream --until 2m\n"));
}

TEST_CASE("labels say which scenarios are wanted") {
  CHECK(test({"-", "-l", "team=core", "--until", "55s"}).exit_code == 0);
  const CommandResult none = test({"-", "-l", "team!=core"});
  CHECK(none.exit_code == 2);
  CHECK(has(none.err, "no scenario matches"));
}

TEST_CASE("a scenario that expects nothing has not passed") {
  const CommandResult result =
      run_podreel({"test", "-", "--all"}, {.standard_input = "apiVersion: v1\nkind: Pod\nmetadata: {name: web}\nspec: "
                                                             "{containers: [{name: app, image: 'a:1'}]}\n"});
  CHECK(result.exit_code == 0);
  CHECK(result.out == "--   stdin\n0 passed, 0 failed, 0 skipped, 1 without expectations (1 run, 0 expectations)\n");
}

TEST_CASE("GitHub annotations have the position of the expectation") {
  const CommandResult result = test({"-", "--github"});
  CHECK(has(result.out, "\n::error file=-,line=17,col=7,title=swapped::-:17:7: {downtime: {pod: web, atMost: 1s}}%0A"));
  CHECK(has(result.out, "%0Areplay: podreel run -\n"));
}

}  // namespace podreel::testing
