#include <algorithm>
#include <cstdlib>
#include <doctest/doctest.h>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "tests/support/command.hpp"
#include "tools/cli/arguments/replay_command.hpp"
#include "tools/pages/run/page.hpp"
#include "tools/text/script_safe.hpp"

namespace podreel {

namespace {

using nlohmann::json;
using testing::CommandResult;

CommandResult report(std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), "report");
  return testing::run_podreel(arguments);
}

/// The page of a run, from standard output.
std::string page_of(std::vector<std::string> arguments) {
  arguments.insert(arguments.end(), {"-o", "-"});
  const CommandResult result = report(std::move(arguments));
  REQUIRE(result.exit_code == 0);
  REQUIRE(result.err == "");
  return result.out;
}

json data_of(const std::string& page) {
  constexpr std::string_view opening = R"(<script type="application/json" id="podreel-data">)";
  const std::size_t begin = page.find(opening) + opening.size();
  return json::parse(page.substr(begin, page.find("</script>", begin) - begin));
}

/// The only run of a page.
json run_of(const json& data) {
  REQUIRE(data["runs"].size() == 1);
  return data["runs"].front();
}

std::vector<std::string> names_of(const json& data) {
  std::vector<std::string> names;
  for (const json& run : data["runs"]) names.push_back(run["name"]);
  return names;
}

std::vector<std::string> commands_of(const json& data) {
  std::vector<std::string> commands;
  for (const json& run : data["runs"]) commands.push_back(run["command"]);
  return commands;
}

json run_document(const std::string& scenario, const std::string& until) {
  return json::parse(testing::run_podreel({"run", scenario, "--until", until, "-o", "json"}).out);
}

std::size_t count(std::string_view text, std::string_view word) {
  std::size_t found = 0;
  for (std::size_t at = 0; (at = text.find(word, at)) != std::string_view::npos; ++at) ++found;
  return found;
}

}  // namespace

TEST_CASE("a report holds the run: its records with reasons, its digest, and what replays it") {
  const std::string page = page_of({"scenarios/crash-loop.yaml", "--until", "30s"});
  CHECK(page.starts_with("<!doctype html>\n"));
  const json data = run_of(data_of(page));
  const json run = run_document("scenarios/crash-loop.yaml", "30s");
  CHECK(data["digest"] == run["digest"]);
  CHECK(data["kubelet"] == run["kubelet"]);
  CHECK(data["lengthSeconds"] == 30.0);
  CHECK(data["command"] == "podreel run scenarios/crash-loop.yaml --until 30s");
  REQUIRE(data["records"].size() == run["timeline"].size());
  CHECK(data["narrations"].size() == data["records"].size());
  std::size_t explained = 0;
  for (json record : data["records"]) explained += record.erase("explanation");
  CHECK(explained > 1);
}

TEST_CASE("a report knows the pods' rows at any time, and their containers' kinds") {
  const json data = run_of(data_of(page_of({"scenarios/sidecar.yaml"})));
  REQUIRE(data["pods"].size() == 1);
  const json& pod = data["pods"].front();
  CHECK(pod["name"] == "default/job");
  CHECK(pod["containers"] ==
        json::parse(R"([{"name": "proxy", "kind": "sidecar"}, {"name": "work", "kind": "regular"}])"));
  CHECK(pod["rows"].front()["status"] == "Pending");
  CHECK(pod["rows"].back()["status"] == "Completed");
  CHECK(pod["rows"].back()["ready"] == "0/2");
  CHECK(pod["rows"].back()["restarts"] == 0);
}

TEST_CASE("a pod that is gone has a row that says so") {
  const json data = run_of(data_of(page_of({"scenarios/stubborn-deletion.yaml"})));
  CHECK(data["pods"].front()["rows"].back()["gone"] == true);
}

TEST_CASE("the same run gives the same page, another seed another one") {
  const std::string page = page_of({"scenarios/liveness-kill.yaml"});
  CHECK(page == page_of({"scenarios/liveness-kill.yaml"}));
  CHECK(page != page_of({"scenarios/liveness-kill.yaml", "--seed", "2"}));
}

TEST_CASE("no text of a run can end the page's script, or begin another one") {
  const std::string page = page_of({"tests/report/hostile.yaml"});
  std::string blank;
  for (const std::string_view piece : cli::page_template(cli::Page::run)) blank += piece;
  CHECK(count(page, "<script") == count(blank, "<script"));
  CHECK(count(page, "</script") == count(blank, "</script"));
  CHECK(count(page, "<!--") == count(blank, "<!--"));
  CHECK(count(page, "<img") == 0);
  CHECK(page.find("\xe2\x80\xa8") == std::string::npos);
  const json data = run_of(data_of(page));
  CHECK(data["description"] == "</script><script>window.injected = 1</script> <!-- <script> \u2028 \u2029");
  CHECK(data.dump().find("</script><img src=x onerror='window.injected = 2'>") != std::string::npos);
}

TEST_CASE("JSON that is safe in a script is still the same JSON") {
  const json before = {{"a<b", "<!--\u2028</script>\u2029\u2030"}};
  const std::string safe = cli::script_safe(before.dump());
  CHECK(safe == "{\"a\\u003cb\":\"\\u003c!--\\u2028\\u003c/script>\\u2029\u2030\"}");
  CHECK(json::parse(safe) == before);
}

TEST_CASE("the command that replays a run names what decides it, quoted for a shell") {
  cli::RunOptions options;
  options.files = {"it's mine.yaml", "-"};
  options.kubelet_version = "1.31";
  options.seed = 7;
  options.variables = {"a=b c"};
  options.until_text = "2m";
  CHECK(cli::verb_command("run", options) ==
        R"(podreel run 'it'\''s mine.yaml' - --kubelet-version 1.31 --seed 7 --set 'a=b c' --until 2m)");
}

TEST_CASE("a report is a file that appears whole or not at all") {
  const CommandResult written = testing::run_shell(
      "folder=$(mktemp -d) && cd $folder && podreel report -f $OLDPWD/scenarios/single-pod.yaml && ls && rm -r "
      "$folder");
  CHECK(written.exit_code == 0);
  CHECK(written.out == "report.html\n");
  const CommandResult failed = testing::run_shell(
      "folder=$(mktemp -d); podreel report nowhere.yaml -o $folder/page.html; echo $?; ls -A $folder; rm -r $folder");
  CHECK(failed.out == "2\n");
}

TEST_CASE("a file whose name looks like an option is named as a file") {
  cli::RunOptions options;
  options.files = {"-v.yaml"};
  CHECK(cli::verb_command("report", options) == "podreel report -f -v.yaml");
}

TEST_CASE("a report needs a place that can be written to") {
  CHECK(report({"scenarios/crash-loop.yaml", "-o", "/nowhere/page.html"}).exit_code == 2);
  CHECK(report({"scenarios/crash-loop.yaml", "-o", "scenarios"}).exit_code == 2);
  CHECK(report({"scenarios/crash-loop.yaml", "-o", "/dev/full"}).exit_code == 3);
}

TEST_CASE("several kubelets are shown side by side, named by their releases, with what replays each and all") {
  const json data =
      data_of(page_of({"scenarios/crash-loop.yaml", "--until", "1m", "--kubelet-version", "1.30,1.34..1.36"}));
  CHECK(data["title"] == "crash-loop");
  CHECK(data["command"] == "podreel report scenarios/crash-loop.yaml --kubelet-version 1.30,1.34..1.36 --until 1m");
  CHECK(names_of(data) == std::vector<std::string>{"1.30.14", "1.34.12", "1.35.9", "1.36.6"});
  const std::string command = data["runs"][1]["command"];
  CHECK(command == "podreel run scenarios/crash-loop.yaml --kubelet-version 1.34.12 --until 1m");
  const CommandResult replayed = testing::run_shell(command + " -o json");
  CHECK(json::parse(replayed.out)["digest"] == data["runs"][1]["digest"]);
}

TEST_CASE("seeds and policies are shown side by side, too, each with each") {
  const json data =
      data_of(page_of({"scenarios/single-pod.yaml", "--seeds", "1,7", "--against-policy", "dual-hash 1.12"}));
  CHECK(names_of(data) == std::vector<std::string>{"upstream, seed 1", "upstream, seed 7", "dual-hash 1.12, seed 1",
                                                   "dual-hash 1.12, seed 7"});
  CHECK(data["command"] == "podreel report scenarios/single-pod.yaml --seeds 1,7 --against-policy 'dual-hash 1.12'");
  CHECK(commands_of(data).back() == "podreel run scenarios/single-pod.yaml --seed 7 --policy 'dual-hash 1.12'");
}

TEST_CASE("the runs of a matrix are named by its values, those of several files by their scenarios") {
  const json matrix =
      data_of(page_of({"scenarios/library/faults/back-off-forgotten-after-ten-minutes.yaml", "--until", "1s"}));
  CHECK(names_of(matrix) == std::vector<std::string>{"1.19.16", "1.30.14", "1.36.6"});
  CHECK(commands_of(matrix).front() ==
        "podreel run scenarios/library/faults/back-off-forgotten-after-ten-minutes.yaml --kubelet-version 1.19.16 "
        "--until 1s");
  const json files = data_of(page_of({"scenarios/crash-loop.yaml", "scenarios/sidecar.yaml", "--until", "1s"}));
  CHECK(files["title"] == "crash-loop, sidecar");
  CHECK(names_of(files) == std::vector<std::string>{"crash-loop", "sidecar"});
}

TEST_CASE("variables of a matrix name its runs, and replay them") {
  const json data = data_of(page_of({"tests/report/hostile-runs.yaml", "--until", "1s"}));
  CHECK(names_of(data).front() == "note=</script><script>window.injected = 2</script>");
  CHECK(names_of(data)[1].starts_with("note=\\u202e "));
  CHECK(commands_of(data).front() ==
        "podreel run tests/report/hostile-runs.yaml --set 'note=</script><script>window.injected = 2</script>' --until "
        "1s");
}

TEST_CASE("runs that differ in nothing are distinguished by their files, or by numbers") {
  const std::string file = "scenarios/single-pod.yaml";
  CHECK(names_of(data_of(page_of({file, file}))) == std::vector<std::string>{file + " (1)", file + " (2)"});
}

TEST_CASE("standard input is read once for all runs") {
  const CommandResult result =
      testing::run_shell("podreel report - --kubelet-version 1.30,1.31 -o - < scenarios/single-pod.yaml");
  REQUIRE(result.exit_code == 0);
  CHECK(commands_of(data_of(result.out)).back() == "podreel run - --kubelet-version 1.31.14");
}

TEST_CASE("where a run parts from the one before it is what diff finds, with its wording") {
  const json data = data_of(page_of({"scenarios/crash-loop.yaml", "--until", "60s", "--seeds", "1-3"}));
  REQUIRE(data["divergences"].size() == 2);
  const json& divergence = data["divergences"].front();
  const CommandResult diff = testing::run_podreel({"diff", "scenarios/crash-loop.yaml", "--until", "60s",
                                                   "--against-seed", "2", "--ignore", "texts", "-o", "json"});
  const json found = json::parse(diff.out)["divergence"];
  const char* side = found["left"].is_null() ? "right" : "left";
  CHECK(divergence["by"] == (found["left"].is_null() ? 1 : 0));
  CHECK(divergence["line"]["what"] == found[side]["what"]);
  CHECK(divergence["leftReasons"] == found["leftReasons"]);
  CHECK(data["divergences"][1]["left"] == 1);
  CHECK(data["divergences"][1]["right"] == 2);
}

TEST_CASE("another wording is reported, and does not count as a difference") {
  const json data = data_of(page_of({"scenarios/crash-loop.yaml", "--until", "60s", "--kubelet-version", "1.28,1.29"}));
  const json& divergence = data["divergences"].front();
  CHECK(divergence["same"] == true);
  CHECK(divergence["wording"]["left"]["why"] == "Created container app");
  CHECK(divergence["wording"]["right"]["why"] == "Created container: app");
}

TEST_CASE("runs in which the same happens do not part; the first that happens at another time is reported") {
  const json same = data_of(page_of({"scenarios/single-pod.yaml", "--timing", "ideal", "--seeds", "1,2"}));
  CHECK(same["divergences"].front()["same"] == true);
  CHECK(same["divergences"].front()["groups"].empty());
  CHECK_FALSE(same["divergences"].front().contains("movedAt"));
  const json of_seeds = data_of(page_of({"scenarios/liveness-kill.yaml", "--seeds", "1-8"}))["divergences"];
  const auto moved = std::ranges::find(of_seeds, json(true), [](const json& divergence) { return divergence["same"]; });
  REQUIRE(moved != of_seeds.end());
  CHECK(moved->at("movedAt") > 0.0);
}

TEST_CASE("a report and diff name the same first difference of two releases, and the same causes") {
  const std::vector<std::string> scenario{"scenarios/crash-loop.yaml", "--kubelet-version"};
  const json data = data_of(page_of({scenario[0], scenario[1], "1.30,1.36"}));
  const json& divergence = data["divergences"].front();
  const json found = json::parse(
      testing::run_podreel({"diff", scenario[0], scenario[1], "1.30", "--against", "1.36", "-o", "json"}).out);
  CHECK(found["divergence"]["left"].is_null());
  CHECK(divergence["by"] == 1);
  CHECK(divergence["line"]["what"] == found["divergence"]["right"]["what"]);
  CHECK(divergence["line"]["why"] == found["divergence"]["right"]["why"]);
  for (const char* part : {"groups", "texts", "fields", "behaviours"}) CHECK(divergence[part] == found[part]);
}

TEST_CASE("more runs than a page has room for are refused, with how to narrow them") {
  const std::vector<std::vector<std::string>> many{{"--seeds", "1-9"},
                                                   {"--seeds", "1-3", "--kubelet-version", "1.34..1.36"},
                                                   {"--seeds", "1-5", "--against-policy", "serialized-spec"}};
  for (std::vector<std::string> arguments : many) {
    arguments.insert(arguments.begin(), "scenarios/crash-loop.yaml");
    const CommandResult result = report(arguments);
    CHECK(result.exit_code == 2);
    CHECK(result.err.find("report shows at most 8 runs side by side, but found ") != std::string::npos);
    CHECK(result.err.find("select runs of a matrix with --kubelet-version and --set") != std::string::npos);
  }
  CHECK(report({"scenarios/library/faults"}).err.find("at most 8 runs") != std::string::npos);
}

TEST_CASE("lists and policies of a report are checked") {
  const auto complaint = [](std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), "scenarios/crash-loop.yaml");
    const CommandResult result = report(arguments);
    CHECK(result.exit_code == 2);
    return result.err;
  };
  CHECK(complaint({"--seed", "1", "--seeds", "1-2"}).find("--seed and --seeds exclude each other") !=
        std::string::npos);
  CHECK(complaint({"--against-policy", "none"}).find("--against-policy: found \"none\"") != std::string::npos);
  CHECK(complaint({"--kubelet-version", "1.30,"}).find("is not a release that podreel knows") != std::string::npos);
  CHECK(complaint({"--seeds", "1-"}).find("--seeds: found \"1-\"") != std::string::npos);
}

TEST_CASE("several runs give the same page, byte for byte") {
  const std::vector<std::string> runs{"scenarios/sidecar.yaml", "--kubelet-version", "1.28..1.30"};
  const CommandResult first = testing::run_podreel({"report", runs[0], runs[1], runs[2], "-o", "-"});
  CHECK(first.exit_code == 0);
  CHECK(first.out == testing::run_podreel({"report", runs[0], runs[1], runs[2], "-o", "-"}).out);
}

TEST_CASE("the page is made from its sources as they are, and asks nobody for anything") {
  CHECK(testing::run_shell("tools/pages/report/build --check").err == "");
  std::string blank;
  for (const std::string_view piece : cli::page_template(cli::Page::run)) blank += piece;
  CHECK(count(blank, cli::page_data_mark) == 1);
  CHECK(blank.find("default-src 'none'") != std::string::npos);
  CHECK(count(blank, "<script src") + count(blank, "<link rel=\"stylesheet") == 0);
}

}  // namespace podreel
