// The pods of manifests of any size, one at a time.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "engine/api/workloads.hpp"

namespace podreel::api {

struct PodStreamHandlers {
  /// Takes one valid pod (not defaulted).
  std::function<void(ManifestPod)> pod;
  /// Told after every MiB how many bytes have been read; may be empty.
  std::function<void(std::uint64_t bytes)> progress = {};
};

/// Reads the pods of a file ("-": standard input) as load_file() and pods_of() would. The items of a JSON list, such as
/// `kubectl get pods -A -o json` prints it, are read, checked and handed over one by one, so that its length is not
/// limited; one item is (8 MiB). Problems are appended; after 100 of them, or bad syntax, reading stops. Pods that came
/// before have been handed over by then.
void stream_pods(const std::string& path, const PodStreamHandlers& handlers, std::vector<Problem>& problems);

}  // namespace podreel::api
