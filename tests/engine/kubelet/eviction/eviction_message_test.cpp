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
  CHECK(message("1.25.16", EvictionSignal::nodefs_inodes_free, {.quantity = 5}, usage) ==
        "The node was low on resource: inodes. ");
  CHECK(message("1.25.16", EvictionSignal::pid_available, {.quantity = 5}, usage) ==
        "The node was low on resource: pids. ");
}

TEST_CASE("a pod that is not admitted is told of the node's conditions") {
  CHECK(pressure_message({"MemoryPressure", "DiskPressure"}, testing::behaviour_of_label("1.36.0")) ==
        "The node had condition: [MemoryPressure DiskPressure]. ");
  CHECK(pressure_message({"DiskPressure"}, testing::behaviour_of_label("1.10.13")) ==
        "The node was low on resource: [DiskPressure].");
}

TEST_CASE("from 1.32 on init containers and sidecars that use more than they request are named") {
  nlohmann::json object;
  object["spec"]["initContainers"] = {{{"name", "proxy"}, {"restartPolicy", "Always"}}};
  object["spec"]["containers"] = {{{"name", "app"}}};
  const api::Pod pod = api::pod_from_json(object);
  const auto names_proxy = [&pod](const char* kubelet) {
    return eviction_message(pod, {EvictionSignal::memory_available, {.quantity = 100 * mebibyte}, {}, {}},
                            {1000 * mebibyte, 75 * mebibyte}, {{.name = "proxy", .memory = 300 * mebibyte}},
                            testing::behaviour_of_label(kubelet))
               .find("Container proxy was using 300Mi, request is 0, has larger consumption of memory. ") !=
           std::string::npos;
  };
  CHECK_FALSE(names_proxy("1.31.14"));
  CHECK(names_proxy("1.32.10"));
}

TEST_CASE("from 1.34 on the usage of a pod that requests memory as a whole is named, before its containers") {
  nlohmann::json object;
  object["metadata"]["name"] = "web";
  object["spec"]["resources"]["requests"]["memory"] = "1Gi";
  object["spec"]["containers"] = {{{"name", "app"}}, {{"name", "aux"}}};
  const api::Pod pod = api::pod_from_json(object);
  const auto reported = [&pod](const char* kubelet, EvictionSignal signal) {
    return eviction_message(pod, {signal, {.quantity = 100 * mebibyte}, {}, {}}, {1000 * mebibyte, 75 * mebibyte},
                            {{.name = "app", .memory = 300 * mebibyte}, {.name = "aux", .memory = 200 * mebibyte}},
                            testing::behaviour_of_label(kubelet));
  };
  const std::string low = "The node was low on resource: memory. Threshold quantity: 100Mi, available: 75Mi. ";
  const std::string app = "Container app was using 300Mi, request is 0, has larger consumption of memory. ";
  CHECK(reported("1.33.13", EvictionSignal::memory_available).starts_with(low + app));
  CHECK(reported("1.34.9", EvictionSignal::memory_available)
            .starts_with(low + "Pod web was using 500Mi, request is 1Gi, has larger consumption of memory. " + app));
  CHECK(reported("1.34.9", EvictionSignal::nodefs_available).find("Pod web") == std::string::npos);
}

}  // namespace podreel::kubelet
