// `podreel match SCENARIO RECORDING`.
#include <boost/algorithm/string/replace.hpp>
#include <doctest/doctest.h>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "tests/support/command.hpp"
#include "tests/support/scratch_folder.hpp"

namespace podreel::testing {

namespace {

constexpr const char* crash_loop = R"(apiVersion: podreel.dev/v1alpha1
kind: Scenario
metadata: {name: crash}
spec:
  duration: 1m
  node: {kubelet: {version: "1.30"}}
  runtime: {pods: [{name: web, containers: [{name: app, runs: [{for: 3s, exitCode: 1}]}]}]}
  timeline:
    - at: 0s
      createPod: {apiVersion: v1, kind: Pod, metadata: {name: web}, spec: {containers: [{name: app, image: "a:1"}]}}
)";

struct MatchFolder : ScratchFolder {
  MatchFolder() { write("crash.yaml", crash_loop); }
  void write(const std::string& name, const std::string& text) const {
    std::filesystem::create_directories(std::filesystem::path{*this / name}.parent_path());
    std::ofstream{*this / name} << text;
  }
  /// The records of podreel for the scenario.
  [[nodiscard]] std::string reproduced(const std::vector<std::string>& more = {}) const {
    std::vector<std::string> arguments{"run", *this / "crash.yaml", "-o", "jsonl"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return run_podreel(arguments).out;
  }
  [[nodiscard]] CommandResult match(const std::string& scenario, const std::string& recording,
                                    const std::vector<std::string>& more = {}) const {
    std::vector<std::string> arguments{"match", *this / scenario, *this / recording, "--budget", "70"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return run_podreel(arguments);
  }
};

/// The recorder's record of the kubelet that ran.
std::string stated_kubelet(const std::string& version) {
  return R"({"t":0,"kind":"recording","what":"kubelet","version":")" + version + "\"}\n";
}

/// Everything from the second CreateContainer on comes so much later.
std::string delayed(const std::string& text, double seconds) {
  std::string result;
  int made = 0;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = text.find('\n', begin);
    nlohmann::ordered_json record = nlohmann::ordered_json::parse(text.substr(begin, end - begin));
    if (record.value("op", "") == "CreateContainer") ++made;
    if (made > 1) record["t"] = record["t"].get<double>() + seconds;
    result += record.dump() + '\n';
    begin = end + 1;
  }
  return result;
}

/// Returns the timeline with exit code 7 in place of 1 in the lines that have `part`.
std::string with_other_exit_code(const std::string& timeline, const std::string& part) {
  std::string result;
  for (std::size_t begin = 0; begin < timeline.size();) {
    const std::size_t end = timeline.find('\n', begin) + 1;
    const std::string line = timeline.substr(begin, end - begin);
    result += has(line, part) ? boost::replace_all_copy(line, "\"exitCode\":1", "\"exitCode\":7") : line;
    begin = end;
  }
  return result;
}

}  // namespace

TEST_CASE("a recording that podreel can reproduce is reproduced by a seed") {
  const MatchFolder folder;
  folder.write("recorded.jsonl", folder.reproduced({"--seed", "3"}));
  const CommandResult found = folder.match("crash.yaml", "recorded.jsonl");
  CHECK(found.exit_code == 0);
  CHECK(has(found.out, "reproduced with seed "));
  const auto document = nlohmann::json::parse(folder.match("crash.yaml", "recorded.jsonl", {"-o", "json"}).out);
  CHECK(document["reproduced"] == true);
  CHECK_FALSE(document.contains("difference"));
}

TEST_CASE(
    "of a recording that no run reproduces, both sides, what would have been accepted, and the rules are reported") {
  const MatchFolder folder;
  folder.write("other.jsonl", with_other_exit_code(folder.reproduced(), "\"kind\":\"status\""));
  const CommandResult found = folder.match("crash.yaml", "other.jsonl");
  CHECK(found.exit_code == 1);
  CHECK(has(found.out, "different status of web"));
  CHECK(has(found.out, "difference: terminated 7 Error"));
  CHECK(has(found.out, "against: terminated 1 Error"));
  CHECK(has(found.out, "the simulated record, "));
  CHECK(has(found.out,
            "[status-written] status: app: Error 1 (was ready), Ready False, ContainersReady False. (set at "));
}

TEST_CASE("a container that exits otherwise is a difference of its own") {
  const MatchFolder folder;
  folder.write("other.jsonl", with_other_exit_code(folder.reproduced(), "container_exit"));
  const CommandResult found = folder.match("crash.yaml", "other.jsonl");
  CHECK(found.exit_code == 1);
  CHECK(has(found.out, "different exit of app"));
}

TEST_CASE("what comes too late says within which gaps it would have been the same, and which choices move it") {
  const MatchFolder folder;
  folder.write("late.jsonl", delayed(folder.reproduced(), 8));
  const CommandResult found = folder.match("crash.yaml", "late.jsonl", {"-o", "json"});
  REQUIRE(found.exit_code == 1);
  const auto difference = nlohmann::json::parse(found.out)["difference"];
  CHECK(difference["recorded"] == difference["simulated"]);
  const auto& accepted = difference["accepted"].front();
  CHECK(accepted["what"] == difference["recorded"]);
  const double recorded = difference["recordedAfter"];
  CHECK(recorded > accepted["secondsAfterPrevious"]["to"].get<double>());
  CHECK(difference["simulatedAfter"].get<double>() < accepted["secondsAfterPrevious"]["to"].get<double>());
  CHECK_FALSE(difference["sites"].empty());
}

TEST_CASE("a recording is compared to its end, and the report counts its records") {
  const MatchFolder folder;
  const std::string reproduced = folder.reproduced();
  const std::size_t last = reproduced.rfind("\"restartCount\":");
  REQUIRE(last != std::string::npos);
  folder.write("end.jsonl",
               reproduced.substr(0, last) +
                   boost::replace_all_copy(reproduced.substr(last), "\"restartCount\":", "\"restartCount\":1"));
  CHECK(folder.match("crash.yaml", "end.jsonl").exit_code == 1);
  folder.write("recorded.jsonl", reproduced);
  CHECK(has(folder.match("crash.yaml", "recorded.jsonl").out, " records compared"));
  const auto document = nlohmann::json::parse(folder.match("crash.yaml", "recorded.jsonl", {"-o", "json"}).out);
  CHECK(document["compared"].get<int>() > 10);
}

TEST_CASE("a recording that states its end is compared until then") {
  const MatchFolder folder;
  folder.write("short.jsonl", folder.reproduced({"--until", "12s"}));
  CHECK(folder.match("crash.yaml", "short.jsonl").exit_code == 1);
  CHECK(folder.match("crash.yaml", "short.jsonl", {"--until", "12s"}).exit_code == 0);
  folder.write("short.jsonl",
               folder.reproduced({"--until", "12s"}) + R"({"t":12,"kind":"recording","what":"end"})" + "\n");
  CHECK(folder.match("crash.yaml", "short.jsonl").exit_code == 0);
}

TEST_CASE("a recording of another release names the kubelets that reproduce it") {
  const MatchFolder folder;
  folder.write("new.jsonl", folder.reproduced({"--kubelet-version", "1.36"}));
  const CommandResult found = folder.match("crash.yaml", "new.jsonl", {"-o", "json"});
  REQUIRE(found.exit_code == 1);
  const auto kubelets = nlohmann::json::parse(found.out)["difference"]["kubelets"];
  REQUIRE(kubelets.size() == 1);
  CHECK(kubelets.front().get<std::string>().starts_with("1.36"));
}

TEST_CASE("a recording that states its kubelet is compared with that one where nothing else is said") {
  MatchFolder folder;
  folder.write("crash.yaml",
               boost::replace_all_copy(std::string{crash_loop}, "node: {kubelet: {version: \"1.30\"}}", "node: {}"));
  const std::string recorded = folder.reproduced({"--kubelet-version", "1.29"});
  folder.write("silent.jsonl", recorded);
  folder.write("stated.jsonl", stated_kubelet("1.29.14") + recorded);
  CHECK(folder.match("crash.yaml", "silent.jsonl").exit_code == 1);
  const CommandResult found = folder.match("crash.yaml", "stated.jsonl");
  CHECK(found.exit_code == 0);
  CHECK_FALSE(has(found.out, "note: "));
}

TEST_CASE("a recording of another kubelet than the simulated one is reported as such") {
  const MatchFolder folder;
  folder.write("stated.jsonl", stated_kubelet("1.30.4") + folder.reproduced());
  const std::string note = "the recording states kubelet 1.30.4; simulated: 1.30.14";
  CHECK(has(folder.match("crash.yaml", "stated.jsonl").out, "note: " + note));
  const CommandResult other = folder.match("crash.yaml", "stated.jsonl", {"--kubelet-version", "1.20", "-o", "json"});
  REQUIRE(other.exit_code == 1);
  CHECK(has(nlohmann::json::parse(other.out)["note"].get<std::string>(), "states kubelet 1.30.4; simulated: 1.20."));
  CHECK_FALSE(has(folder.match("crash.yaml", "stated.jsonl", {"--kubelet-version", "1.30.4"}).out, "note: "));
  const std::string version = std::string(2'000, '9') + "\\u001b[31m";
  folder.write("long.jsonl", stated_kubelet(version) + folder.reproduced());
  const CommandResult found = folder.match("crash.yaml", "long.jsonl");
  CHECK(found.exit_code == 0);
  CHECK(found.out.size() < 400);
  CHECK_FALSE(has(found.out, "\x1b"));
}

TEST_CASE("a recording of a kubelet that podreel does not simulate needs another one to be named") {
  MatchFolder folder;
  folder.write("crash.yaml",
               boost::replace_all_copy(std::string{crash_loop}, "node: {kubelet: {version: \"1.30\"}}", "node: {}"));
  folder.write("later.jsonl", stated_kubelet("1.99.0") + folder.reproduced());
  const CommandResult refused = folder.match("crash.yaml", "later.jsonl");
  CHECK(refused.exit_code == 2);
  CHECK(has(refused.err, "later.jsonl: states kubelet 1.99.0; accepted: 1.7 to "));
  CHECK(folder.match("crash.yaml", "later.jsonl", {"--kubelet-version", "1.37"}).exit_code == 0);
}

TEST_CASE("a row of the behaviour table that alone parts a recording from a run is named") {
  const MatchFolder folder;
  folder.write("old.jsonl", folder.reproduced({"--kubelet-version", "1.13"}));
  const CommandResult found =
      folder.match("crash.yaml", "old.jsonl", {"--kubelet-version", "1.14", "--kinds", "call,event"});
  CHECK(found.exit_code == 1);
  CHECK(has(found.out, "behaviour container_events_name_container (in effect): "));
  CHECK(has(found.out, "If it is inverted, the recording is reproduced."));
}

TEST_CASE("kinds that a recording does not have can be left out, and then what they would say does not count") {
  const MatchFolder folder;
  std::string calls;
  const std::string reproduced = folder.reproduced();
  for (std::size_t begin = 0; begin < reproduced.size();) {
    const std::size_t end = reproduced.find('\n', begin) + 1;
    const std::string line = reproduced.substr(begin, end - begin);
    if (has(line, "\"kind\":\"runtime\"")) calls += line;
    begin = end;
  }
  folder.write("calls.jsonl", calls);
  CHECK(folder.match("crash.yaml", "calls.jsonl").exit_code == 1);
  CHECK(folder.match("crash.yaml", "calls.jsonl", {"--kinds", "call"}).exit_code == 0);
  CHECK(folder.match("crash.yaml", "calls.jsonl", {"--kinds", "event,status"}).exit_code == 2);
}

TEST_CASE(
    "what the sync loop takes up and which syncs end counts where it is asked for, and echoes of statuses do not") {
  const MatchFolder folder;
  const auto without = [&folder](const std::string& what) {
    std::string left;
    const std::string reproduced = folder.reproduced();
    for (std::size_t begin = 0; begin < reproduced.size();) {
      const std::size_t end = reproduced.find('\n', begin) + 1;
      const std::string line = reproduced.substr(begin, end - begin);
      if (!has(line, what)) left += line;
      begin = end;
    }
    return left;
  };
  const std::vector<std::string> all{"--kinds", "loop,sync,call"};
  folder.write("whole.jsonl", folder.reproduced());
  folder.write("quiet.jsonl", without("\"op\":\"RECONCILE\""));
  folder.write("blind.jsonl", without("\"op\":\"PLEG\""));
  folder.write("idle.jsonl", without("\"kind\":\"sync\""));
  CHECK(folder.match("crash.yaml", "whole.jsonl", all).exit_code == 0);
  CHECK(folder.match("crash.yaml", "quiet.jsonl", all).exit_code == 0);
  CHECK(has(folder.match("crash.yaml", "blind.jsonl", all).out, "loop"));
  CHECK(folder.match("crash.yaml", "blind.jsonl").exit_code == 0);
  CHECK(has(folder.match("crash.yaml", "idle.jsonl", all).out, "sync"));
  CHECK(folder.match("crash.yaml", "idle.jsonl").exit_code == 0);
}

TEST_CASE("folders pair a recording with the scenario of its name or of the end of its path") {
  const MatchFolder folder;
  folder.write("scenarios/crash.yaml", crash_loop);
  folder.write("scenarios/faults/crash.yaml",
               boost::replace_all_copy(std::string{crash_loop}, "exitCode: 1", "exitCode: 2"));
  folder.write("scenarios/spare.yaml", crash_loop);
  folder.write("recorded/1.30/crash.jsonl", folder.reproduced());
  folder.write("recorded/1.30/faults/crash.jsonl", folder.reproduced());
  folder.write("recorded/crash.jsonl", folder.reproduced({"--seed", "9"}));
  const CommandResult found = folder.match("scenarios", "recorded");
  CHECK(found.exit_code == 1);
  CHECK(has(found.err, "1 scenario without a recording, for example "));
  CHECK(has(found.out, "2 of 3 recordings reproduced"));
  CHECK(has(found.out, "exitCode=1 script"));
  const CommandResult lines = folder.match("scenarios", "recorded", {"-o", "jsonl", "-j", "1"});
  CHECK(std::ranges::count(lines.out, '\n') == 3);
  CHECK(lines.out == folder.match("scenarios", "recorded", {"-o", "jsonl", "-j", "3"}).out);
  CHECK(nlohmann::json::parse(folder.match("scenarios", "recorded", {"-o", "json"}).out)["recordings"].size() == 3);
}

TEST_CASE("a recording belongs to the only scenario of its file's name, wherever that is, and to none of several") {
  const MatchFolder folder;
  folder.write("scenarios/issues/crash.yaml", crash_loop);
  folder.write("scenarios/issues/not-a-crash.yaml", crash_loop);
  folder.write("scenarios/issues/twice.yaml", crash_loop);
  folder.write("scenarios/lessons/twice.yaml", crash_loop);
  folder.write("recorded/crash.jsonl", folder.reproduced());
  const CommandResult one = folder.match("scenarios", "recorded", {"-o", "json"});
  CHECK(one.exit_code == 0);
  CHECK(nlohmann::json::parse(one.out)["recordings"][0]["scenario"] == folder / "scenarios/issues/crash.yaml");
  folder.write("recorded/twice.jsonl", folder.reproduced());
  const CommandResult found = folder.match("scenarios", "recorded");
  CHECK(found.exit_code == 2);
  CHECK(has(found.out, "found no scenario for "));
}

TEST_CASE(
    "JUnit's XML has a case for each recording, with a failure for what is not reproduced and an error of bad input") {
  const MatchFolder folder;
  folder.write("scenarios/crash.yaml", crash_loop);
  folder.write("scenarios/other.yaml", boost::replace_all_copy(std::string{crash_loop}, "exitCode: 1", "exitCode: 2"));
  folder.write("recorded/crash.jsonl", folder.reproduced());
  folder.write("recorded/other.jsonl", folder.reproduced());
  folder.write("scenarios/nothing.yaml", crash_loop);
  folder.write("recorded/nothing.jsonl", "{}\n");
  folder.write("recorded/unknown.jsonl", folder.reproduced());
  const CommandResult found = folder.match("scenarios", "recorded", {"-o", "junit"});
  CHECK(found.exit_code == 2);
  CHECK(has(found.out, "<testsuites name=\"podreel\" tests=\"4\" failures=\"1\" errors=\"2\" skipped=\"0\""));
  CHECK(has(found.out, "<failure message=\"no match in "));
  CHECK(has(found.out, "nothing.jsonl:1: not a record of a timeline"));
  CHECK(has(found.out, "<error message=\"found no scenario for "));
  folder.write("junit.xml", found.out);
  const CommandResult valid =
      run_shell("command -v xmllint >/dev/null || exit 0; xmllint --noout --schema tests/tools/cli/test/junit.xsd " +
                (folder / "junit.xml"));
  CHECK_MESSAGE(valid.exit_code == 0, valid.err);
}

TEST_CASE("what cannot be matched is refused with its reason") {
  const MatchFolder folder;
  folder.write("recorded.jsonl", folder.reproduced());
  folder.write("empty/readme.txt", "");
  const auto refused = [&folder](const std::string& scenario, const std::string& recording,
                                 const std::vector<std::string>& more, const std::string& reason) {
    const CommandResult result = folder.match(scenario, recording, more);
    CHECK(result.exit_code == 2);
    CHECK_MESSAGE(has(result.err, reason), result.err);
  };
  refused("missing.yaml", "recorded.jsonl", {}, "no such file or folder");
  refused("crash.yaml", "missing.jsonl", {}, "no such file or folder");
  refused("recorded.jsonl", "recorded.jsonl", {}, "recorded.jsonl");
  refused("crash.yaml", "crash.yaml", {}, "crash.yaml:1: not a record of a timeline");
  refused("empty", "recorded.jsonl", {}, "is a folder: name the scenario file");
  refused("crash.yaml", "empty", {}, "no recording (.jsonl) in the folder");
  folder.write("vacuous.jsonl", R"({"t":0,"kind":"kubelet","what":"start"})"
                                "\n");
  refused("crash.yaml", "vacuous.jsonl", {}, "no record to compare");
  refused("crash.yaml", "recorded.jsonl", {"--seed", "3"}, "--seed has no effect: match searches for the seed");
  refused("crash.yaml", "recorded.jsonl", {"--timing", "ideal"}, "--timing has no effect");
  refused("crash.yaml", "recorded.jsonl", {"--budget", "none"}, "--budget none: accepted: ");
  refused("crash.yaml", "recorded.jsonl", {"--kinds", "calls"},
          "--kinds: found \"calls\"; accepted: call, event, status");
}

}  // namespace podreel::testing
