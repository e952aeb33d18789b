#include <cstdlib>
#include <doctest/doctest.h>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "tests/support/command.hpp"
#include "tools/cli/page.hpp"
#include "tools/cli/replay_command.hpp"

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
  const json data = data_of(page);
  const json run = run_document("scenarios/crash-loop.yaml", "30s");
  CHECK(data["digest"] == run["digest"]);
  CHECK(data["kubelet"] == run["kubelet"]);
  CHECK(data["lengthSeconds"] == 30.0);
  CHECK(data["command"] == "podreel run scenarios/crash-loop.yaml --until 30s");
  REQUIRE(data["records"].size() == run["timeline"].size());
  CHECK(data["told"].size() == data["records"].size());
  std::size_t explained = 0;
  for (json record : data["records"]) explained += record.erase("explanation");
  CHECK(explained > 1);
}

TEST_CASE("a report knows the pods' rows at any time, and their containers' kinds") {
  const json data = data_of(page_of({"scenarios/sidecar.yaml"}));
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
  const json data = data_of(page_of({"scenarios/stubborn-deletion.yaml"}));
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
  const json data = data_of(page);
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
  CHECK(cli::replay_command(options) ==
        R"(podreel run 'it'\''s mine.yaml' -f - --kubelet-version 1.31 --seed 7 --set 'a=b c' --until 2m)");
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

TEST_CASE("report takes one run and a place that can be written to") {
  const CommandResult several = report({"scenarios/crash-loop.yaml", "scenarios/sidecar.yaml", "-o", "-"});
  CHECK(several.exit_code == 2);
  CHECK(several.err.find("report takes one run, and the files hold 2") != std::string::npos);
  CHECK(report({"scenarios/crash-loop.yaml", "-o", "/nowhere/page.html"}).exit_code == 2);
  CHECK(report({"scenarios/crash-loop.yaml", "-o", "scenarios"}).exit_code == 2);
  CHECK(report({"scenarios/crash-loop.yaml", "-o", "/dev/full"}).exit_code == 3);
}

TEST_CASE("the page is made from its sources as they are, and asks nobody for anything") {
  CHECK(testing::run_shell("tools/report/build --check").err == "");
  std::string blank;
  for (const std::string_view piece : cli::page_template(cli::Page::run)) blank += piece;
  CHECK(count(blank, cli::page_data_mark) == 1);
  CHECK(blank.find("default-src 'none'") != std::string::npos);
  CHECK(count(blank, "<script src") + count(blank, "<link rel=\"stylesheet") == 0);
}

}  // namespace podreel
