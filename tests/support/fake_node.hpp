// A fake runtime with one pod's worth of helpers, for tests of the runtime alone.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "engine/timing/timing.hpp"
#include "engine/trace/recorder.hpp"
#include "runtime_fake/fake_runtime.hpp"
#include "tests/support/drive.hpp"

namespace podreel::testing {

/// A pod with these containers, all of image "img".
[[nodiscard]] api::PodPtr make_pod(std::string name, const std::vector<std::string>& containers);

/// An entry of a script.
[[nodiscard]] runtime_fake::Run run_for(sim::Duration time, std::int32_t exit_code);

class Collector final : public trace::Sink {
 public:
  void write(const trace::Record& record) override { records.push_back(record); }

  /// The records of one kind, in order.
  template <class Kind>
  [[nodiscard]] std::vector<std::pair<sim::Time, Kind>> of() const {
    std::vector<std::pair<sim::Time, Kind>> found;
    for (const trace::Record& record : records) {
      if (const Kind* kind = std::get_if<Kind>(&record.payload)) found.emplace_back(record.time, *kind);
    }
    return found;
  }

  std::vector<trace::Record> records;
};

/// Time starts at 0; `kubelet` is who calls.
struct FakeNode {
  explicit FakeNode(runtime_fake::RuntimeScript script = {}, std::uint64_t seed = 1);
  ~FakeNode() { scheduler.clear(); }
  FakeNode(const FakeNode&) = delete;
  FakeNode& operator=(const FakeNode&) = delete;

  template <class T>
  T drive(sim::Task<T> task) {
    return testing::drive(kubelet, std::move(task));
  }
  void run_until(sim::Duration since_start) { scheduler.run_until(sim::Time{since_start}); }

  /// Sandbox `attempt` of the pod; fails the test if it cannot be had.
  std::string sandbox(const api::PodPtr& pod, std::uint32_t attempt = 0);
  std::string create(const api::PodPtr& pod, const std::string& sandbox_id, std::string_view container,
                     std::uint32_t attempt = 0, std::uint64_t hash = 0xabc);
  /// A container that has been created and started.
  std::string run(const api::PodPtr& pod, const std::string& sandbox_id, std::string_view container,
                  std::uint32_t attempt = 0);
  [[nodiscard]] runtime::PodStatusPtr status(const api::PodPtr& pod);
  /// The status of a container by id; fails the test if there is none.
  [[nodiscard]] runtime::ContainerStatus container(const api::PodPtr& pod, const std::string& id);

  sim::Scheduler scheduler{sim::Time{}};
  sim::Process kubelet{scheduler};
  timing::Timing timing;
  trace::Recorder recorder{scheduler};
  Collector reported;
  runtime_fake::FakeRuntime runtime;
};

}  // namespace podreel::testing
