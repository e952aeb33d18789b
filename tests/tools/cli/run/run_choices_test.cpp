// What was left to chance in a run, written down and taken again.
#include <doctest/doctest.h>
#include <fstream>
#include <string>

#include "tests/support/command.hpp"
#include "tests/support/scratch_folder.hpp"

namespace podreel::testing {

namespace {

/// A file for the time of a test.
class File {
 public:
  explicit File(const std::string& text = "") { std::ofstream{path()} << text; }

  [[nodiscard]] std::string path() const { return folder_ / "choices.jsonl"; }
  [[nodiscard]] std::string text() const {
    std::ifstream file{path()};
    return {std::istreambuf_iterator<char>{file}, {}};
  }

 private:
  ScratchFolder folder_;
};

CommandResult run(std::vector<std::string> options) {
  options.insert(options.begin(), {"run", "scenarios/crash-loop.yaml", "-o", "jsonl"});
  return run_podreel(options);
}

}  // namespace

TEST_CASE("a run is replayed with the choices that were recorded, whatever the seed") {
  const File file;
  const CommandResult recorded = run({"--seed", "7", "--record-choices", file.path()});
  CHECK(recorded.exit_code == 0);
  CHECK(recorded.out != run({"--seed", "8"}).out);
  const CommandResult again = run({"--seed", "8", "--choices", file.path()});
  CHECK(again.err.empty());
  CHECK(again.out == recorded.out);
}

TEST_CASE("some choices are enough to take those alone") {
  const File all;
  static_cast<void>(run({"--record-choices", all.path()}));
  CHECK(all.text().starts_with(R"({"site":"start-phase","key":"","index":0,"options":1000000000,"value":)"));
  const File one{R"({"site":"start-phase","key":"","index":0,"options":1000000000,"value":0})"};
  CHECK(run({"--choices", one.path()}).out != run({}).out);
}

TEST_CASE("choices that never come up are reported") {
  const File file{R"({"site":"kill-order","key":"another pod","index":0,"options":2,"value":1})"
                  "\n"};
  const CommandResult result = run({"--choices", file.path()});
  CHECK(result.exit_code == 0);
  CHECK(result.err ==
        "podreel run: 1 of 1 choices were not used; check that they belong to this scenario and kubelet\n");
}

TEST_CASE("a file that is none of choices is refused with its place") {
  const auto refused = [](const std::string& line) {
    const File file{"\n" + line + "\n"};
    const CommandResult result = run({"--choices", file.path()});
    CHECK(result.exit_code == 2);
    CHECK(result.out.empty());
    REQUIRE(result.err.starts_with(file.path() + ":2:"));
    return result.err.substr(file.path().size() + 3);
  };
  CHECK(refused(R"({"site":"worker-jiter","key":"","index":0,"options":2,"value":1})") ==
        "1: site: is \"worker-jiter\": expected a site of 'podreel versions --timing'; did you mean "
        "\"worker-jitter\"?\n");
  CHECK(refused(R"({"site":"worker-wake","key":"","index":0,"options":31,"value":1})") ==
        "1: options: is 31: expected 32 at the site worker-wake\n");
  CHECK(refused(R"({"site":"kill-order","key":"","index":0,"options":2,"value":2})") ==
        "1: value: is 2: expected less than the 2 options\n");
  CHECK(refused(R"({"site":"kill-order","key":"","index":-1,"options":2,"value":0})") ==
        "1: index: is -1: expected a whole number from 0 on\n");
  CHECK(refused(R"({"site":"kill-order","key":"","options":2,"value":0})") == "1: index: is missing\n");
  CHECK(refused("[]").starts_with("1: is "));
  CHECK(refused("{") != "");
  const CommandResult missing = run({"--choices", "nowhere.jsonl"});
  CHECK(missing.exit_code == 2);
  CHECK(missing.err == "nowhere.jsonl: cannot be opened: No such file or directory\n");
}

TEST_CASE("a place that cannot be written to is reported before anything runs") {
  const CommandResult result = run({"--record-choices", "nowhere/choices.jsonl"});
  CHECK(result.exit_code == 2);
  CHECK(result.out.empty());
  CHECK(result.err.find("nowhere/choices.jsonl") != std::string::npos);
}

TEST_CASE("choices are those of one run") {
  const CommandResult several =
      run_podreel({"run", "scenarios/sidecar.yaml", "scenarios/crash-loop.yaml", "--record-choices", "choices"});
  CHECK(several.exit_code == 2);
  CHECK(several.err.find("--record-choices takes one run") != std::string::npos);
}

}  // namespace podreel::testing
