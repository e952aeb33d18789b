#include "engine/kubelet/gc/image_gc.hpp"

#include <doctest/doctest.h>
#include <string>
#include <vector>

#include "engine/api/document.hpp"
#include "scenarios/format/load.hpp"
#include "scenarios/simulation/replay.hpp"

namespace podreel::kubelet {

using namespace std::chrono_literals;

namespace {

struct Removal {
  std::string image;
  sim::Duration at{};
};

class Records final : public trace::Sink {
 public:
  explicit Records(sim::Time begin) : begin_{begin} {}
  void write(const trace::Record& record) override {
    if (const auto* call = std::get_if<trace::RuntimeCall>(&record.payload)) {
      if (call->op == "RemoveImage") removals.push_back({call->image.value_or(""), record.time - begin_});
      if (call->op == "PullImage") ++pulls;
    }
    const auto* node = std::get_if<trace::Node>(&record.payload);
    if (node != nullptr && node->what == "FreeDiskSpaceFailed") complaints.push_back(*node->message);
  }

  std::vector<Removal> removals;
  std::vector<std::string> complaints;
  int pulls = 0;

 private:
  sim::Time begin_;
};

Records run(const std::string& spec, std::string_view kubelet = "1.31.0", std::uint64_t seed = 1) {
  const std::string text = "apiVersion: podreel.dev/v1alpha1\nkind: Scenario\nmetadata: {name: images}\nspec:\n" + spec;
  format::LoadOptions load;
  load.kubelet = release::parse_release(kubelet);
  const format::Loaded loaded = format::load_scenarios(api::load_documents(text, "images.yaml"), "images.yaml", load);
  REQUIRE(loaded.problems.empty());
  simulation::ReplayOptions options;
  options.seed = seed;
  Records records{simulation::start_time(loaded.scenarios.front(), options)};
  options.sinks = {&records};
  static_cast<void>(simulation::replay(loaded.scenarios.front(), options));
  return records;
}

std::string runtime(const std::string& other_use, const std::string& images) {
  return "  runtime: {imageFilesystem: {capacityBytes: 1000, otherUseBytes: " + other_use + "}, images: [" + images +
         "]}\n";
}

std::string pod(const std::string& at, const std::string& name, const std::string& image) {
  return "    - {at: " + at + ", createPod: {apiVersion: v1, kind: Pod, metadata: {name: " + name +
         "}, spec: {terminationGracePeriodSeconds: 1, containers: [{name: app, image: '" + image + "'}]}}}\n";
}

const std::string two_images = "{name: 'a:1', sizeBytes: 100}, {name: 'b:1', sizeBytes: 100}";

}  // namespace

TEST_CASE("a full file system is emptied down to the low threshold, of the images that nobody uses") {
  const std::string spec = "  duration: 30m\n" + runtime("700", two_images) + "  timeline:\n" + pod("0s", "web", "a:1");
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    const Records records = run(spec, "1.31.0", seed);
    REQUIRE(records.removals.size() == 1);
    CHECK(records.removals.front().image == "b:1");
    CHECK(records.removals.front().at <= 5min);
    CHECK(records.complaints.empty());
  }
}

TEST_CASE("below the high threshold everything stays, and so it does without a file system") {
  CHECK(run("  duration: 30m\n" + runtime("640", two_images)).removals.empty());
  CHECK(run("  duration: 30m\n  runtime: {images: [" + two_images + "]}\n").removals.empty());
  CHECK(run("  duration: 30m\n  node: {kubelet: {config: {imageGCHighThresholdPercent: 95}}}\n" +
            runtime("700", two_images))
            .removals.empty());
}

TEST_CASE("what is needed and not found is complained about") {
  const Records records = run("  duration: 30m\n  node: {kubelet: {config: {imageMinimumGCAge: 0s}}}\n" +
                              runtime("900", "{name: 'a:1', sizeBytes: 50}"));
  REQUIRE(records.removals.size() == 1);
  REQUIRE(records.complaints.size() == 1);
  CHECK(records.complaints.front() ==
        "Failed to garbage collect required amount of images. Attempted to free 150 bytes, but only found 50 bytes "
        "eligible to free.");
}

TEST_CASE("from 1.35 on the complaint says how full the file system is") {
  const Records records = run("  duration: 30m\n  node: {kubelet: {config: {imageMinimumGCAge: 0s}}}\n" +
                                  runtime("900", "{name: 'a:1', sizeBytes: 50}"),
                              "1.35.6");
  REQUIRE(records.complaints.size() == 1);
  CHECK(records.complaints.front() ==
        "Insufficient free disk space on the node's image filesystem (95% of 1000 B used). Failed to free sufficient "
        "space by deleting unused images (freed 50 bytes). Investigate disk usage, as it could be used by active "
        "images, logs, volumes, or other data.");
}

TEST_CASE("the largest sizes are counted, and a file system may be more than full") {
  const std::string maximum = "1000000000000000";
  const Records records =
      run("  duration: 10m\n  runtime: {imageFilesystem: {capacityBytes: " + maximum + ", otherUseBytes: " + maximum +
          "}, images: [{name: 'a:1', sizeBytes: " + maximum + "}, {name: 'b:1', sizeBytes: " + maximum + "}]}\n");
  // One after the other: the first should have been enough.
  CHECK(records.removals.size() == 2);
}

TEST_CASE("an image goes when its last container has gone, and the next pod pulls it anew") {
  const std::string spec = "  duration: 40m\n" + runtime("800", "{name: 'a:1', sizeBytes: 100}") + "  timeline:\n" +
                           pod("0s", "web", "a:1") + "    - {at: 11m, deletePod: {name: web}}\n" +
                           pod("30m", "again", "a:1");
  const Records records = run(spec);
  REQUIRE(records.removals.size() == 1);
  CHECK(records.removals.front().at > 11min);
  CHECK(records.removals.front().at < 22min);
  CHECK(records.pulls == 1);
}

TEST_CASE("nothing is removed while the runtime does not say what is in use") {
  const Records records =
      run("  duration: 12m\n  runtime: {imageFilesystem: {capacityBytes: 1000, otherUseBytes: 800}, "
          "images: [{name: 'a:1', sizeBytes: 100}], calls: [{call: ListContainers, failFirst: "
          "100000}]}\n  timeline:\n" +
          pod("0s", "web", "a:1"));
  CHECK(records.removals.empty());
}

TEST_CASE("an image that has just come is left for the minimum age") {
  const auto removed_at = [](const std::string& minimum) {
    const Records records = run("  duration: 40m\n  node: {kubelet: {config: {imageMinimumGCAge: " + minimum + "}}}\n" +
                                runtime("800", "{name: 'a:1', sizeBytes: 100, present: false}") + "  timeline:\n" +
                                pod("10m", "web", "a:1") + "    - {at: 10m5s, deletePod: {name: web}}\n");
    REQUIRE(records.removals.size() == 1);
    return records.removals.front().at;
  };
  CHECK(removed_at("2m") - removed_at("0s") == 5min);
}

TEST_CASE("an image that nobody has used for long goes although there is space, from 1.29 on") {
  const auto removals = [](std::string_view kubelet, const std::string& timeline) {
    return run("  duration: 1h\n  node: {kubelet: {config: {imageMaximumGCAge: 20m}}}\n  runtime: {images: [" +
                   two_images + "]}\n  timeline:\n" + timeline,
               kubelet)
        .removals;
  };
  const std::string web = pod("0s", "web", "a:1");
  const std::vector<Removal> unused = removals("1.31.0", web);
  REQUIRE(unused.size() == 1);
  CHECK(unused.front().image == "b:1");
  CHECK(unused.front().at <= 5min);
  CHECK(removals("1.28.0", web).empty());

  const std::vector<Removal> later = removals("1.31.0", web + "    - {at: 10m, deletePod: {name: web}}\n");
  REQUIRE(later.size() == 2);
  CHECK(later.back().image == "a:1");
  CHECK(later.back().at > 25min);
  CHECK(later.back().at < 40min);

  const std::vector<Removal> restarted =
      removals("1.31.0", "    - {at: 1ms, stopKubelet: {}}\n    - {at: 1s, startKubelet: {}}\n");
  REQUIRE(restarted.size() == 2);
  CHECK(restarted.front().at > 20min);
}

TEST_CASE("a file system that is exactly as full as the high threshold is emptied") {
  // 650 and two images of 100 are 85 %.
  CHECK(run("  duration: 30m\n" + runtime("650", two_images)).removals.size() == 1);
  CHECK(run("  duration: 30m\n" + runtime("649", two_images)).removals.size() == 1);
}

}  // namespace podreel::kubelet
