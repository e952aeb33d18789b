#include "tools/cli/regression/policy_regressions.hpp"

#include <doctest/doctest.h>
#include <sstream>

namespace podreel::cli {

namespace {

ComparedItem item(std::string name, std::string cause) {
  ComparedItem made{.name = std::move(name), .file = "folder/file.yaml"};
  if (cause.empty()) return made;
  made.difference = PolicyDifference{.cause = std::move(cause), .with_policy = "kills <app>", .where = "at 1.000s"};
  return made;
}

PolicyRegressions results() {
  PolicyRegressions made{.policy = "mine", .against = "upstream", .thing = "run"};
  made.items = {item("a", "rare"), item("b", "common"), item("c", ""), item("d", "common")};
  made.compared = made.items.size();
  return made;
}

std::string text_of(const PolicyRegressions& printed) {
  std::ostringstream out;
  print_text(out, {}, printed);
  return out.str();
}

}  // namespace

TEST_CASE("differences are grouped by cause, the largest group first, with the first difference of each") {
  CHECK(text_of(results()) ==
        "DIFF  common (2 runs)\n"
        "  b   folder/file.yaml\n"
        "  d   folder/file.yaml\n"
        "  first difference, in b at 1.000s:\n"
        "    mine:     kills <app>\n"
        "    upstream: (nothing)\n"
        "\n"
        "DIFF  rare (1 run)\n"
        "  a   folder/file.yaml\n"
        "  first difference, in a at 1.000s:\n"
        "    mine:     kills <app>\n"
        "    upstream: (nothing)\n"
        "\n"
        "3 of 4 runs with mine differ from upstream\n");
}

TEST_CASE("the policies agree if every difference is accepted") {
  PolicyRegressions some = results();
  AcceptList only_b{"b common\n", "accepted"};
  some.accept(only_b);
  CHECK(some.accepted() == 1);
  CHECK_FALSE(some.holds());
  PolicyRegressions all = results();
  AcceptList by_file{"folder/* \nold\n", "accepted"};
  all.accept(by_file);
  CHECK(all.holds());
  CHECK(all.unused_entries.size() == 1);
  CHECK(text_of(all).find("3 of 4 runs with mine differ from upstream (3 accepted)") != std::string::npos);
}

TEST_CASE("the document has the causes and all of their items") {
  PolicyRegressions some = results();
  AcceptList only_b{"b\n", "accepted"};
  some.accept(only_b);
  const nlohmann::ordered_json document = document_of(some);
  CHECK(document.at("compared") == 4);
  CHECK(document.at("differing") == 3);
  CHECK(document.at("accepted") == 1);
  const nlohmann::ordered_json& common = document.at("causes").at(0);
  CHECK(common.at("cause") == "common");
  CHECK(common.at("items").at(0) ==
        nlohmann::ordered_json{{"name", "b"}, {"file", "folder/file.yaml"}, {"accepted", true}});
  CHECK(common.at("items").at(1).at("accepted") == false);
  CHECK(common.at("firstDifference").at("policy") == "kills <app>");
  CHECK(common.at("firstDifference").at("againstPolicy").is_null());
}

TEST_CASE("JUnit counts accepted differences as skipped, and escapes texts") {
  PolicyRegressions some = results();
  AcceptList only_b{"b\n", "accepted"};
  some.accept(only_b);
  std::ostringstream out;
  print_junit(out, some);
  const std::string text = out.str();
  CHECK(text.find("tests=\"4\" failures=\"2\" errors=\"0\" skipped=\"1\"") != std::string::npos);
  CHECK(text.find("<skipped message=\"accepted: common\"/>") != std::string::npos);
  CHECK(text.find("mine at 1.000s: kills &lt;app&gt;") != std::string::npos);
}

}  // namespace podreel::cli
