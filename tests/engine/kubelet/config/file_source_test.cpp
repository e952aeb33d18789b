#include "engine/kubelet/config/file_source.hpp"

#include <doctest/doctest.h>

#include "tests/support/static_pod.hpp"

namespace podreel::kubelet {

using namespace std::chrono_literals;

namespace {

/// Keeps what the source sends: "ADD a REMOVE b ".
struct Sent final : PodUpdateListener {
  void push(PodUpdates updates) override {
    std::string text;
    for (const PodUpdate& update : updates.updates) {
      text += std::string{to_string(update.operation)} + " " + update.pod->metadata.name + " ";
    }
    messages.push_back(text);
  }
  void on_unchanged(PodSource /*source*/) override { messages.emplace_back("unchanged"); }
  void on_watch_lost() override {}
  std::vector<std::string> messages;
};

}  // namespace

TEST_CASE("the folder is listed at the start and after each change, and a file is read once") {
  sim::Scheduler scheduler{sim::Time{}};
  const sim::Process process{scheduler};
  const timing::Timing timing{sim::Choices{1}};
  trace::Recorder recorder{scheduler};
  StaticPodFolder folder;
  int reads = 0;
  Sent sent;
  FileSource source{
      process,
      timing,
      folder,
      [&](const std::string&, const nlohmann::json& manifest) -> std::variant<api::PodPtr, RefusedManifest> {
        ++reads;
        if (!manifest.contains("name")) return RefusedManifest{"no name"};
        const std::string name = manifest["name"];
        return std::make_shared<const api::Pod>(testing::make_static_pod(name, "uid-" + name));
      },
      recorder,
      sent};
  const auto file = [](const char* text) {
    return std::make_shared<const nlohmann::json>(nlohmann::json::parse(text));
  };
  folder.put("/b.yaml", file(R"({"name": "b"})"));
  source.start();
  folder.put("/a.yaml", file(R"({"name": "a"})"));
  scheduler.run_until(sim::Time{1s});
  folder.put("/c.yaml", file("{}"));
  scheduler.run_until(sim::Time{2s});
  CHECK(reads == 3);
  folder.put("/b.yaml", file(R"({"name": "B"})"));
  folder.remove("/a.yaml");
  scheduler.run_until(sim::Time{3s});
  CHECK(reads == 4);
  CHECK(sent.messages ==
        std::vector<std::string>{"ADD b ", "ADD a ", "unchanged", "REMOVE a REMOVE b ADD B ", "unchanged"});
  source.stop();
  folder.remove("/b.yaml");
  scheduler.run_until(sim::Time{4s});
  CHECK(sent.messages.size() == 5);
}

}  // namespace podreel::kubelet
