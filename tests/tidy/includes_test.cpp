// Includes run downwards only: the house of engine, pleg, runtime_fake, scenarios and tools has floors.
#include <algorithm>
#include <doctest/doctest.h>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "tests/support/source_tree.hpp"

namespace podreel::testing {

namespace {

struct Floor {
  int height;
  std::vector<std::string_view> rooms;
};

/// Ground first: folders, and pairs of a header and a source. A folder inside a room may be a room of its own, below.
/// Rooms of one floor may know each other as long as there is no circle.
const std::vector<Floor>& floors() {
  static const std::vector<Floor> house{
      {0, {"engine/invariant", "engine/memory", "tools/cmake"}},
      {1, {"engine/sim", "engine/release"}},
      {2, {"engine/timing"}},
      {3,
       {"engine/api", "engine/trace", "engine/runtime_objects", "engine/runtime", "engine/composed_runtime",
        "engine/change_feed", "engine/volume_plugins"}},
      {4, {"engine/types", "engine/decide/sidecar", "engine/decide/pod_resources"}},
      {5, {"engine/identity", "engine/lifecycle_events", "engine/apiserver", "engine/manifests", "runtime_fake"}},
      {6, {"engine/decide"}},
      {7, {"engine/sync", "engine/upgrade"}},
      {8, {"engine/kubelet"}},
      {9, {"pleg"}},
      {10,
       {"scenarios/parallel", "scenarios/format/shapes", "scenarios/jsonl", "scenarios/batch",
        "scenarios/checks/invariants"}},
      {11, {"scenarios/format/settings"}},
      {12, {"scenarios/format/actions"}},
      {13, {"scenarios/format"}},
      {14, {"scenarios/checks", "scenarios/batch/case_schema"}},
      {15, {"scenarios/simulation"}},
      {16,
       {"scenarios/public", "scenarios/cluster/model", "scenarios/cluster", "scenarios/fleet", "scenarios/explore",
        "scenarios/reproduce"}},
      {17, {"tools/text", "tools/files", "tools/invocation", "tools/net"}},
      {18, {"tools/catalogue", "tools/timeline", "tools/pages/run", "tools/pages/walk"}},
      {19, {"tools/serve", "tools/cri/requests", "tools/cri/runtime", "tools/cri/kubelet_log", "tools/cri/record"}},
      {20, {"tools/pages/playground", "tools/cri/client", "tools/cri/grpc"}},
      {21, {"tools/cli/command"}},
      {22, {"tools/cli/arguments"}},
      {23,
       {"tools/cli/run", "tools/cli/test", "tools/cli/diff", "tools/cli/report", "tools/cli/batch", "tools/cli/new",
        "tools/cli/lesson", "tools/cli/versions", "tools/cli/help", "tools/cli/fleet", "tools/cli/upgrade",
        "tools/cli/scenario", "tools/cli/explore", "tools/cli/reproduce", "tools/cli/serve", "tools/cli/cri",
        "tools/cli/book", "tools/cli/conform", "tools/cli/regression"}},
      {24, {"tools/cli", "tools/cri/program", "tools/ranks", "tools/bench", "tools/mutation"}},
  };
  return house;
}

struct Place {
  int height = -1;
  std::string room;
};

Place place_of(std::string_view path) {
  path = path.substr(0, path.rfind('.'));
  Place place;
  for (const Floor& floor : floors()) {
    for (const std::string_view room : floor.rooms) {
      if (is_under(path, {room}) && room.size() > place.room.size()) place = {floor.height, std::string{room}};
    }
  }
  return place;
}

/// Finds a circle in a graph of names, as "a -> b -> a"; empty if there is none.
class CircleSearch {
 public:
  using Graph = std::map<std::string, std::set<std::string>>;
  explicit CircleSearch(const Graph& graph) : graph_{graph} {}

  std::string run() {
    for (const auto& [name, next] : graph_) visit(name);
    return circle_;
  }

 private:
  void visit(const std::string& name) {
    if (!circle_.empty() || done_.contains(name)) return;
    if (const auto seen = std::ranges::find(path_, name); seen != path_.end()) {
      for (auto each = seen; each != path_.end(); ++each) circle_ += *each + " -> ";
      circle_ += name;
      return;
    }
    path_.push_back(name);
    if (const auto next = graph_.find(name); next != graph_.end()) {
      for (const std::string& each : next->second) visit(each);
    }
    path_.pop_back();
    done_.insert(name);
  }

  const Graph& graph_;
  std::vector<std::string> path_;
  std::set<std::string> done_;
  std::string circle_;
};

}  // namespace

TEST_CASE("every source file of the product stands on a floor of the house") {
  for (const SourceFile& file : source_tree()) {
    if (is_under(file.path, {"tests"})) continue;
    CHECK_MESSAGE(place_of(file.path).height >= 0, file.path, " is in no known folder");
  }
}

TEST_CASE("no include runs up") {
  for (const SourceFile& file : source_tree()) {
    if (is_under(file.path, {"tests"})) continue;
    const Place from = place_of(file.path);
    for (const std::string& included : includes_of(file)) {
      const Place to = place_of(included);
      CHECK_MESSAGE(to.height >= 0, file.path, " includes ", included, ": write paths from the root, of known folders");
      CHECK_MESSAGE(to.height <= from.height, file.path, " includes ", included, ", which is above it");
    }
  }
}

TEST_CASE("the engine includes nothing of what is built on it") {
  for (const SourceFile& file : source_tree()) {
    if (!is_under(file.path, {"engine"})) continue;
    for (const std::string& included : includes_of(file)) {
      CHECK_MESSAGE(is_under(included, {"engine"}), file.path, " includes ", included);
    }
  }
}

TEST_CASE("nothing is built on the public headers: they are for other projects") {
  // It defines podreel::main().
  constexpr std::string_view public_main = "tools/cli/public_main.cpp";
  for (const SourceFile& file : source_tree()) {
    if (is_under(file.path, {"scenarios/public", "tests"}) || file.path == public_main) continue;
    for (const std::string& included : includes_of(file)) {
      CHECK_MESSAGE(!is_under(included, {"scenarios/public"}), file.path, " includes ", included);
    }
  }
}

TEST_CASE("there is no circle among folders, nor among files") {
  CircleSearch::Graph rooms;
  CircleSearch::Graph files;
  for (const SourceFile& file : source_tree()) {
    for (const std::string& included : includes_of(file)) {
      files[file.path].insert(included);
      if (is_under(file.path, {"tests"})) continue;
      if (place_of(file.path).room != place_of(included).room) {
        rooms[place_of(file.path).room].insert(place_of(included).room);
      }
    }
  }
  CHECK(CircleSearch{rooms}.run() == "");
  CHECK(CircleSearch{files}.run() == "");
}

TEST_CASE("a circle is found") {
  CHECK(CircleSearch{{{"a", {"b"}}, {"b", {"c"}}, {"c", {"b"}}}}.run() == "b -> c -> b");
}

}  // namespace podreel::testing
