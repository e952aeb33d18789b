#include "engine/kubelet/eviction/eviction_message.hpp"

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "tests/support/kubelet_label.hpp"

namespace podreel::kubelet {

namespace {

constexpr std::int64_t mebibyte = 1 << 20;

/// Of a pod whose container "app" requests nothing, while less than `threshold` is left.
std::string message(const char* kubelet, EvictionSignal signal, ThresholdValue threshold,
                    const runtime::ContainerUsage& usage) {
  nlohmann::json object;
  object["spec"]["containers"] = {{{"name", "app"}}};
  return eviction_message(api::pod_from_json(object), {signal, threshold, {}, {}}, {1000 * mebibyte, 75 * mebibyte},
                          {usage}, testing::behaviour_of_label(kubelet));
}

}  // namespace

TEST_CASE("an eviction is told in the words of its release") {
  const runtime::ContainerUsage usage{.name = "app", .memory = 300 * mebibyte};
  const auto reported = [&usage](const char* kubelet) {
    return message(kubelet, EvictionSignal::memory_available, {.quantity = 100 * mebibyte}, usage);
  };
  CHECK(reported("1.10.13") == "The node was low on resource: memory.");
  CHECK(reported("1.24.17") ==
        "The node was low on resource: memory. Container app was using 300Mi, which exceeds its request of 0. ");
  CHECK(reported("1.26.4") ==
        "The node was low on resource: memory. Threshold quantity: 100Mi, available: 75Mi. Container app was using "
        "300Mi, request is 0, has larger consumption of memory. ");
}

TEST_CASE("a percentage is told as what it comes to") {
  const runtime::ContainerUsage usage{.name = "app", .disk = 5 * mebibyte};
  CHECK(message("1.36.0", EvictionSignal::nodefs_available, {.part = 100'000}, usage) ==
        "The node was low on resource: ephemeral-storage. Threshold quantity: 100Mi, available: 75Mi. Container app "
        "was using 5Mi, request is 0, has larger consumption of ephemeral-storage. ");
  CHECK(message("1.10.13", EvictionSignal::nodefs_available, {.part = 100'000}, usage) ==
        "The node was low on resource: nodefs.");
}

TEST_CASE("of inodes and process ids no container is named") {
  const runtime::ContainerUsage usage{.name = "app", .inodes = 1000, .processes = 1000};
  CHECK(message("1.26.15", EvictionSignal::nodefs_inodes_free, {.quantity = 5}, usage) ==
        "The node was low on resource: inodes. ");
  CHECK(message("1.26.15", EvictionSignal::pid_available, {.quantity = 5}, usage) ==
        "The node was low on resource: pids. ");
}

TEST_CASE("a pod that is not admitted is told of the node's conditions") {
  CHECK(pressure_message({"MemoryPressure", "DiskPressure"}, testing::behaviour_of_label("1.36.0")) ==
        "The node had condition: [MemoryPressure DiskPressure]. ");
  CHECK(pressure_message({"DiskPressure"}, testing::behaviour_of_label("1.10.13")) ==
        "The node was low on resource: [DiskPressure].");
}

}  // namespace podreel::kubelet
