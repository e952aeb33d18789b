// Manifests that people use, as they are.
#include <algorithm>
#include <doctest/doctest.h>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "engine/manifests/workloads.hpp"
#include "tests/support/command.hpp"
#include "tests/support/conformance.hpp"

namespace podreel::testing {

namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using Containers = std::set<std::string>;

/// "namespace/pod container" of all containers that a manifest asks for.
Containers containers_of(const fs::path& path) {
  Containers result;
  api::LoadedFile file = api::load_file(path.string());
  for (const api::Tree& document : file.documents) {
    for (const manifests::ManifestPod& found : manifests::pods_of(document, path.string(), file.problems)) {
      const json& metadata = found.pod.at("metadata");
      const std::string pod =
          metadata.at("namespace").get<std::string>() + "/" + metadata.at("name").get<std::string>();
      for (const char* list : {"initContainers", "containers"}) {
        for (const json& container : found.pod.at("spec").value(list, json::array())) {
          result.insert(pod + " " + container.at("name").get<std::string>());
        }
      }
    }
  }
  return result;
}

/// The containers that run or have run to their end at the end of a timeline.
Containers started_in(const std::string& timeline) {
  Containers result;
  std::istringstream lines{timeline};
  for (std::string line; std::getline(lines, line);) {
    const json record = json::parse(line);
    if (record.value("op", "") != "StartContainer" || record.contains("error")) continue;
    result.insert(record.at("pod").get<std::string>() + " " + record.at("container").get<std::string>());
  }
  return result;
}

/// Returns whether every line says what was assumed.
bool has_only_notes(const std::string& diagnostics) {
  std::istringstream lines{diagnostics};
  for (std::string line; std::getline(lines, line);) {
    if (!line.starts_with("warning: ") && !line.starts_with("note: ")) return false;
  }
  return true;
}

}  // namespace

TEST_CASE("every container of real manifests runs") {
  const auto folder = public_manifests_folder();
  if (!folder) {
    MESSAGE("no real manifests beside the checkout: skipped");
    return;
  }
  std::vector<fs::path> files;
  for (const auto& entry : fs::directory_iterator{*folder / "manifests"}) files.push_back(entry.path());
  std::ranges::sort(files);
  std::size_t containers = 0;
  for (const fs::path& file : files) {
    CAPTURE(file.filename().string());
    const CommandResult result = run_podreel({"run", file.string(), "-o", "jsonl"});
    CHECK(result.exit_code == 0);
    CHECK(has_only_notes(result.err));
    const Containers wanted = containers_of(file);
    CHECK(started_in(result.out) == wanted);
    containers += wanted.size();
  }
  CHECK(containers > 0);
  MESSAGE(files.size() << " manifests, " << containers << " containers run");
}

}  // namespace podreel::testing
