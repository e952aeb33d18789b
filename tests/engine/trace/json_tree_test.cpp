// A record's tree has what its line has.
#include "engine/trace/json_tree.hpp"

#include <doctest/doctest.h>
#include <memory>
#include <nlohmann/json.hpp>
#include <set>
#include <string>

#include "engine/trace/json_line.hpp"
#include "scenarios/format/load.hpp"
#include "scenarios/simulation/replay.hpp"
#include "tests/support/built_paths.hpp"

namespace podreel::trace {

using namespace std::chrono_literals;

namespace {

constexpr sim::Time tree_start = sim::from_unix_seconds(1000);

std::string line_of(const Record& record, sim::Time since) {
  std::string line;
  append_json_line(line, record, since);
  return line;
}

void check_like_its_line(const Record& record, sim::Time since) {
  const std::string line = line_of(record, since);
  CHECK(ordered_json_of(record, since).dump() == nlohmann::ordered_json::parse(line).dump());
  CHECK(json_of(record, since) == nlohmann::json::parse(line));
}

class Compared final : public Sink {
 public:
  explicit Compared(sim::Time since) : since_{since} {}
  void write(const Record& record) override {
    kinds.insert(record.payload.index());
    check_like_its_line(record, since_);
  }
  std::set<std::size_t> kinds;

 private:
  sim::Time since_;
};

}  // namespace

TEST_CASE("the records of whole runs have trees like their lines") {
  std::set<std::size_t> kinds;
  for (const char* name : {"scenarios/crash-loop.yaml", "scenarios/init-containers.yaml",
                           "scenarios/kubelet-restart.yaml", "scenarios/library/issues/125205-resizes-back-off.yaml"}) {
    const auto file = testing::source_path(name);
    const format::Loaded loaded = format::load_scenario_file(file.string());
    REQUIRE_FALSE(loaded.scenarios.empty());
    simulation::ReplayOptions options;
    options.explain = true;
    Compared compared{simulation::start_time(loaded.scenarios.front(), options)};
    options.sinks = {&compared};
    static_cast<void>(simulation::replay(loaded.scenarios.front(), options));
    kinds.insert(compared.kinds.begin(), compared.kinds.end());
  }
  CHECK(kinds.size() >= 8);
}

TEST_CASE("numbers, empty texts and strange texts are like those of lines") {
  RuntimeCall call{.op = "ExecSync"};
  call.dur = 30001164us;
  call.timeout = -1;
  call.error = "bad \xff text, \"quoted\" \n";
  call.command = "";
  check_like_its_line({tree_start + 80005ms, "default/web", call}, tree_start);
  Environment hang{"runtime_hang"};
  hang.for_time = 240s;
  check_like_its_line({tree_start + 40s, "", hang}, tree_start);
  EventWrite write{};
  check_like_its_line({tree_start + 1234567ns, "a", write}, tree_start);
}

}  // namespace podreel::trace
