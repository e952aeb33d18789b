// What the page of the playground asks, and is answered.
#include "tools/pages/playground/engine.hpp"

#include <algorithm>
#include <doctest/doctest.h>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <string>

#include "tests/support/built_paths.hpp"
#include "tests/support/command.hpp"
#include "tools/pages/playground/play.hpp"

namespace podreel {

namespace {

using nlohmann::json;
using testing::has;

json ask(const json& request) {
  return json::parse(playground::answer(request.dump()));
}

std::string file(const std::string& name) {
  std::ifstream in{testing::source_path(name)};
  return {std::istreambuf_iterator<char>{in}, {}};
}

std::string pod(const std::string& more = {}) {
  return "apiVersion: v1\nkind: Pod\nmetadata: {name: web}\nspec: {containers: [{name: app, image: \"nginx:1\"}]}\n" +
         more;
}

std::string digest_of(const json& run) {
  return run.at("digest");
}

/// As `podreel run` prints it.
std::string digest_of_run(std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), "run");
  const std::string out = testing::run_podreel(arguments).out;
  const std::size_t begin = out.rfind("digest ") + std::string{"digest "}.size();
  return out.substr(begin, out.find('\n', begin) - begin);
}

}  // namespace

TEST_CASE("a scenario of the page runs as the command runs it") {
  const json played = ask({{"ask", "play"}, {"text", file("scenarios/crash-loop.yaml")}});
  CHECK(played.at("problems").empty());
  REQUIRE(played.at("page").at("runs").size() == 1);
  CHECK(digest_of(played["page"]["runs"][0]) == digest_of_run({"scenarios/crash-loop.yaml"}));
  CHECK(played["page"]["runs"][0]["command"] == "podreel run scenario.yaml");
  CHECK(played.at("expectations").at("all") == played["expectations"]["held"]);
}

TEST_CASE("another end and another seed are those of the command") {
  const json played =
      ask({{"ask", "play"}, {"text", file("scenarios/crash-loop.yaml")}, {"until", "90s"}, {"seed", 7}});
  const json& run = played.at("page").at("runs").at(0);
  CHECK(digest_of(run) == digest_of_run({"scenarios/crash-loop.yaml", "--until", "90s", "--seed", "7"}));
  CHECK(run.at("command") == "podreel run scenario.yaml --seed 7 --until 90s");
  // An expectation of the fifth minute cannot hold by then.
  CHECK(played["expectations"]["held"] < played["expectations"]["all"]);
  CHECK(has(played["expectations"]["unmet"].dump(), "scenario.yaml:"));
}

TEST_CASE("several kubelets are shown side by side, and the page says where they part") {
  const json played = ask({{"ask", "play"}, {"text", file("scenarios/sidecar.yaml")}, {"kubelets", {"1.28", "1.29"}}});
  REQUIRE(played.at("page").at("runs").size() == 2);
  CHECK(played["page"]["divergences"].at(0).at("same") == false);
  const json own = ask({{"ask", "play"}, {"text", file("scenarios/crash-loop.yaml")}, {"kubelets", {"", "1.31"}}});
  CHECK(own["page"]["runs"][0]["kubelet"] == "1.30.14");
  CHECK(has(own["page"]["runs"][1]["kubelet"], "1.31."));
}

TEST_CASE("what is wrong is reported with its place, what was found and what is accepted") {
  const std::string text =
      "apiVersion: podreel.dev/v1alpha1\nkind: Scenario\nmetadata: {name: a}\nspec:\n  timing: fast\n";
  for (const char* what : {"check", "play"}) {
    const json answered = ask({{"ask", what}, {"text", text}});
    const json& problem = answered.at("problems").at(0);
    CHECK(problem.at("line") == 5);
    CHECK(problem.at("column") == 11);
    CHECK(problem.at("path") == "spec.timing");
    CHECK(has(problem.at("message"), "accepted: "));
    CHECK_FALSE(answered.contains("page"));
  }
}

TEST_CASE("a check names the runs") {
  CHECK(ask({{"ask", "check"}, {"text", file("scenarios/crash-loop.yaml")}}).at("runs") == json{"crash-loop"});
}

TEST_CASE("a step that is added changes nothing of what was before it") {
  const std::string text = file("scenarios/crash-loop.yaml");
  std::string changed = text;
  changed.insert(changed.find("  expect:"), "    - at: 12.000001s\n      hangRuntime: {for: 1m}\n");
  const json before = ask({{"ask", "play"}, {"text", text}})["page"]["runs"][0]["records"];
  const json after = ask({{"ask", "play"}, {"text", changed}})["page"]["runs"][0]["records"];
  std::size_t earlier = 0;
  while (before.at(earlier).at("t") < 12.000001) {
    CHECK(before[earlier] == after.at(earlier));
    ++earlier;
  }
  CHECK(earlier > 10);
  CHECK(after.at(earlier).at("what") == "runtime_hang");
}

TEST_CASE("a lesson's question is asked before its answer is shown") {
  const std::string text = file("scenarios/library/lessons/04-crash-back-off.yaml");
  const json played = ask({{"ask", "play"}, {"text", text}, {"question", 1}});
  const json& question = played.at("questions").at(1);
  CHECK(question.at("at") == "2s");
  CHECK(question.at("choices").size() == 3);
  CHECK_FALSE(has(played.dump(), "A sync during the back-off fails, and is retried 10 to 15 s later"));
  CHECK_FALSE(played.contains("expectations"));
  for (const json& record : played.at("page").at("runs").at(0).at("records")) CHECK(record.at("t") < 2);

  const json judged = ask({{"ask", "judge"}, {"text", text}, {"question", 1}});
  CHECK(judged.at("right") == json{1});
  CHECK(judged.at("because").size() == 3);
  CHECK(has(ask({{"ask", "judge"}, {"text", text}, {"question", 3}}).at("error"), "the scenario has 3 questions"));
}

TEST_CASE("a solution of an exercise is judged, and what is missing is shown") {
  const std::string lesson = "19-states-of-a-pod-worker";
  const json source = ask({{"ask", "source"}, {"theme", "lessons"}, {"name", lesson}});
  std::string text = source.at("text");
  CHECK(has(source.at("exercise"), "Change only the behaviour of"));
  CHECK_FALSE(ask({{"ask", "source"}, {"theme", "."}, {"name", "crash-loop"}}).contains("exercise"));

  const json unsolved = ask({{"ask", "solve"}, {"text", text}, {"name", lesson}});
  CHECK(unsolved.at("held") < unsolved.at("all"));
  CHECK(has(unsolved.at("unmet").at(0), "scenarios/library/lessons/" + lesson + ".yaml:"));
  const std::string slow = "exitAfter: 5s";
  text.replace(text.find(slow), slow.size(), "exitAfter: 2s");
  const json solved = ask({{"ask", "solve"}, {"text", text}, {"name", lesson}});
  CHECK(solved.at("held") == solved.at("all"));
  CHECK(solved.at("unmet").empty());

  CHECK(ask({{"ask", "solve"}, {"text", "kind: Pod"}, {"name", lesson}}).at("problems").size() > 0);
  CHECK(has(ask({{"ask", "solve"}, {"text", text}, {"name", "crash-loop"}}).at("error"),
            "name: found \"crash-loop\"; accepted: a lesson with an exercise"));
}

TEST_CASE("no file is read for a page") {
  const std::string text =
      "apiVersion: podreel.dev/v1alpha1\nkind: Scenario\nmetadata: {name: a}\n"
      "spec: {timeline: [{at: 0s, createPods: {file: README.md}}]}\n";
  const json played = ask({{"ask", "play"}, {"text", text}});
  CHECK(has(played.at("problems").at(0).at("message"), "files are not read here"));
}

TEST_CASE("what is too much for a page is refused") {
  const std::string crash =
      "apiVersion: podreel.dev/v1alpha1\nkind: Scenario\nmetadata: {name: a}\nspec:\n  duration: 160h\n"
      "  node: {allocatable: {pods: 500}}\n"
      "  runtime: {pods: [{name: \"*\", containers: [{name: app, runs: [{for: 1s, exitCode: 1}]}]}]}\n"
      "  timeline:\n    - at: 0s\n      createPods: {count: 100, template: " +
      std::string{"{apiVersion: v1, kind: Pod, metadata: {name: p}, spec: {containers: [{name: app, image: a}]}}}\n"};
  const json played = ask({{"ask", "play"}, {"text", crash}});
  REQUIRE(played.at("problems").size() == 1);
  CHECK(has(played["problems"][0]["message"], "more than 60000 records by "));

  const json longer = ask({{"ask", "play"}, {"text", pod()}, {"until", "200h"}});
  CHECK(has(longer.at("problems").at(0).at("message"), "found 200h; accepted here: at most 168h"));
  CHECK(has(ask({{"ask", "check"}, {"text", std::string(3 << 20, 'a')}}).at("error"),
            "the request is too long; accepted: at most"));
  const json many(9, "1.30");
  CHECK(has(ask({{"ask", "play"}, {"text", pod()}, {"kubelets", many}}).at("error"), "at most 8"));
}

TEST_CASE("requests that are none are refused with what is accepted") {
  CHECK(has(ask({{"ask", "dance"}}).at("error"),
            "ask: found \"dance\"; accepted: about, list, source, check, play, judge, solve"));
  CHECK(has(ask({{"ask", "play"}}).at("error"), "text: accepted: a text (required, but missing)"));
  CHECK(has(ask({{"ask", "play"}, {"text", 3}}).at("error"), "text: accepted: a text"));
  CHECK(has(ask({{"ask", "play"}, {"text", pod()}, {"seed", -1}}).at("error"), "seed: accepted: a whole number"));
  CHECK(has(ask({{"ask", "play"}, {"text", pod()}, {"until", "soon"}}).at("error"), "until: "));
  CHECK(has(ask({{"ask", "play"}, {"text", pod()}, {"kubelets", {"1.2"}}}).at("error"), "accepted: 1.7 to "));
  CHECK(has(ask({{"ask", "check"}, {"text", pod()}, {"speed", 2}}).at("error"), "speed: unknown field"));
  CHECK(has(json::parse(playground::answer("{")).at("error"), "accepted: a JSON object"));
  CHECK(has(json::parse(playground::answer("[]")).at("error"), "accepted: a JSON object"));
}

TEST_CASE("manifests alone are a scenario") {
  const json played = ask({{"ask", "play"}, {"text", pod()}});
  CHECK(played.at("page").at("title") == "scenario");
  CHECK(played["page"]["runs"][0]["settled"] == true);
  // A step beside them, as the page adds it to them.
  const std::string step =
      "---\napiVersion: podreel.dev/v1alpha1\nkind: Scenario\nmetadata: {name: playground}\n"
      "spec:\n  timeline:\n    - at: 5s\n      exitContainer:\n        pod: web\n        container: app\n";
  CHECK(has(ask({{"ask", "play"}, {"text", pod(step)}}).at("page").dump(), "container_exit"));
}

TEST_CASE("the catalogue is offered theme by theme, and the format with it") {
  const json about = ask({{"ask", "about"}});
  CHECK(about.at("releases").size() > 20);
  CHECK(about.at("schema").at("$defs").contains("step"));
  for (const json& theme : about.at("themes")) {
    const json entries = ask({{"ask", "list"}, {"theme", theme.at("name")}}).at("entries");
    REQUIRE_FALSE(entries.empty());
    CHECK_FALSE(entries.front().at("summary").get<std::string>().empty());
  }
  CHECK(ask({{"ask", "source"}, {"theme", "."}, {"name", "crash-loop"}}).at("text") ==
        file("scenarios/crash-loop.yaml"));
  CHECK(has(ask({{"ask", "list"}, {"theme", "x"}}).at("error"), "accepted: lessons, upgrades"));
  CHECK(has(ask({{"ask", "source"}, {"theme", "."}, {"name", "../x"}}).at("error"), "which is not in this theme"));
}

TEST_CASE("podreel playground --answer answers one request") {
  const testing::CommandResult result =
      testing::run_podreel({"playground", "--answer"}, {.standard_input = R"({"ask": "check", "text": "kind: Pod"})"});
  CHECK(result.exit_code == 0);
  CHECK_FALSE(json::parse(result.out).at("problems").empty());
}

}  // namespace podreel
