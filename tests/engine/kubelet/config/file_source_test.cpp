#include "engine/kubelet/config/file_source.hpp"

#include <doctest/doctest.h>

#include "tests/support/static_pod.hpp"

namespace podreel::kubelet {

using namespace std::chrono_literals;

TEST_CASE("the folder is listed at the start and after each change, and a file is read once") {
  sim::Scheduler scheduler{sim::Time{}};
  const sim::Process process{scheduler};
  const timing::Timing timing{sim::Choices{1}};
  trace::Recorder recorder{scheduler};
  StaticPodFolder folder;
  int reads = 0;
  FileSource source{
      process, timing, folder,
      [&](const std::string&, const nlohmann::json& manifest) -> std::variant<api::PodPtr, RefusedManifest> {
        ++reads;
        if (!manifest.contains("name")) return RefusedManifest{"no name"};
        const std::string name = manifest["name"];
        return std::make_shared<const api::Pod>(testing::make_static_pod(name, "uid-" + name));
      },
      recorder};
  std::vector<std::string> lists;
  const auto file = [](const char* text) {
    return std::make_shared<const nlohmann::json>(nlohmann::json::parse(text));
  };
  folder.put("/b.yaml", file(R"({"name": "b"})"));
  source.start([&](const std::vector<api::PodPtr>& pods) {
    std::string names;
    for (const api::PodPtr& pod : pods) names += pod->metadata.name;
    lists.push_back(names);
  });
  folder.put("/a.yaml", file(R"({"name": "a"})"));
  scheduler.run_until(sim::Time{1s});
  folder.put("/c.yaml", file("{}"));
  scheduler.run_until(sim::Time{2s});
  CHECK(reads == 3);
  folder.put("/b.yaml", file(R"({"name": "B"})"));
  folder.remove("/a.yaml");
  scheduler.run_until(sim::Time{3s});
  CHECK(reads == 4);
  CHECK(lists == std::vector<std::string>{"b", "ab", "ab", "B", "B"});
  source.stop();
  folder.remove("/b.yaml");
  scheduler.run_until(sim::Time{4s});
  CHECK(lists.size() == 5);
}

}  // namespace podreel::kubelet
