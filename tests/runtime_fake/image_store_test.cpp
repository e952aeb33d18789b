// Images are there, or are pulled.
#include <doctest/doctest.h>

#include "tests/support/fake_node.hpp"

namespace podreel::runtime_fake {

using namespace std::chrono_literals;
using testing::FakeNode;
using testing::make_pod;
using testing::Outcome;

namespace {

RuntimeScript absent(sim::Duration takes, std::uint32_t fail_first = 0) {
  return {{{.name = "img", .present = false, .size_bytes = 77, .pull_takes = takes, .pull_fail_first = fail_first}},
          {},
          {}};
}

bool is_present(FakeNode& node) {
  const auto seen = node.drive(node.runtime.image_status(node.kubelet, "img"));
  return seen->has_value();
}

}  // namespace

TEST_CASE("an image that nobody mentions is present") {
  FakeNode node;
  const auto seen = node.drive(node.runtime.image_status(node.kubelet, "whatever:1"));
  REQUIRE(seen->has_value());
  CHECK((*seen)->size_bytes == 1000);
  CHECK((*seen)->id.view().starts_with("sha256:"));
  CHECK((*seen)->id.size() == 71);
}

TEST_CASE("a pull takes its time, fails as often as scripted, then brings the image") {
  FakeNode node{absent(8s, 1)};
  const auto pod = make_pod("web", {"app"});
  CHECK_FALSE(is_present(node));
  const auto failed = node.drive(node.runtime.pull_image(node.kubelet, "img", pod));
  REQUIRE(failed.has_error());
  CHECK(failed.error().message == "rpc error: code = Unknown desc = not found");
  CHECK(node.scheduler.now() == sim::Time{8s});
  CHECK_FALSE(is_present(node));
  const auto pulled = node.drive(node.runtime.pull_image(node.kubelet, "img", pod));
  REQUIRE(pulled.has_value());
  CHECK(node.scheduler.now() == sim::Time{16s});
  const auto seen = node.drive(node.runtime.image_status(node.kubelet, "img"));
  CHECK((*seen)->id == *pulled);
  CHECK((*seen)->size_bytes == 77);
  const auto call = node.reported.of<trace::RuntimeCall>().back().second;
  CHECK(call.op == "PullImage");
  CHECK(call.image == "img");
  CHECK(call.dur == 8s);
}

TEST_CASE("two pulls of one image go one after the other") {
  FakeNode node{absent(3s)};
  const auto pod = make_pod("web", {"app"});
  Outcome<runtime::Result<memory::Text>> first;
  Outcome<runtime::Result<memory::Text>> second;
  testing::start(node.kubelet, node.runtime.pull_image(node.kubelet, "img", pod), first);
  testing::start(node.kubelet, node.runtime.pull_image(node.kubelet, "img", pod), second);
  node.run_until(3s);
  CHECK(first);
  CHECK_FALSE(second);
  node.run_until(6s);
  CHECK(second);
}

TEST_CASE("a pull goes on when the kubelet that asked for it has been killed") {
  FakeNode node{absent(6s)};
  sim::Process killed{node.scheduler};
  Outcome<runtime::Result<memory::Text>> never;
  testing::start(killed, node.runtime.pull_image(killed, "img", make_pod("web", {"app"})), never);
  node.run_until(3s);
  killed.end();
  node.run_until(7s);
  CHECK_FALSE(never);
  CHECK(is_present(node));
}

TEST_CASE("the images that can be removed are those that are there, and what is removed is gone until it is pulled") {
  FakeNode node{{.images = {{.name = "a", .size_bytes = 7, .user = "1000"}, {.name = "b", .present = false}}}};
  const auto names = [&node] {
    std::string all;
    for (const runtime::ImageSummary& image : *node.drive(node.runtime.list_images(node.kubelet))) {
      all += image.name + " ";
    }
    return all;
  };
  CHECK(names() == "a ");
  const auto seen = node.drive(node.runtime.image_status(node.kubelet, "a"));
  CHECK((*seen)->user == "1000");
  CHECK(node.drive(node.runtime.remove_image(node.kubelet, "a")).has_value());
  CHECK(node.drive(node.runtime.remove_image(node.kubelet, "unknown")).has_value());
  CHECK(names().empty());
  CHECK(node.drive(node.runtime.pull_image(node.kubelet, "b", make_pod("web", {}))).has_value());
  CHECK(names() == "b ");
}

TEST_CASE("a pull that takes no time, of an image that nobody mentions, is over at once") {
  FakeNode node{absent(0s)};
  for (const char* image : {"img", "other"}) {
    Outcome<runtime::Result<memory::Text>> pulled;
    testing::start(node.kubelet, node.runtime.pull_image(node.kubelet, image, nullptr), pulled);
    node.run_until(0s);
    REQUIRE(pulled);
    CHECK(pulled->has_value());
    CHECK(node.reported.records.back().pod.empty());
  }
}

TEST_CASE("a file system has what its images and other things leave, and never less than nothing") {
  const auto available = [](std::int64_t other_use, std::vector<ImageScript> images) {
    FakeNode node{{.images = std::move(images),
                   .image_filesystem = ImageFilesystemScript{.capacity_bytes = 100, .other_use_bytes = other_use}}};
    CHECK(node.runtime.image_filesystem()->capacity_bytes == 100);
    return node.runtime.image_filesystem()->available_bytes;
  };
  CHECK(available(10, {{.name = "a", .size_bytes = 30}, {.name = "b", .present = false, .size_bytes = 20}}) == 60);
  CHECK(available(10, {{.name = "a", .size_bytes = 90}}) == 0);
  CHECK(available(10, {{.name = "a", .size_bytes = 900}, {.name = "b", .size_bytes = 5}}) == 0);
  CHECK(available(150, {{.name = "a", .size_bytes = 1}}) == 0);
  CHECK_FALSE(FakeNode{}.runtime.image_filesystem());
}

}  // namespace podreel::runtime_fake
