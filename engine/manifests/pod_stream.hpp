// The pods of manifests of any size, one at a time.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "engine/api/input_file.hpp"
#include "engine/api/input_limits.hpp"
#include "engine/manifests/workloads.hpp"

namespace podreel::manifests {

struct PodStreamHandlers {
  /// Takes one valid pod (not defaulted).
  std::function<void(ManifestPod)> pod;
  /// Called after every MiB with the number of bytes read; may be empty.
  std::function<void(std::uint64_t bytes)> progress = {};
  /// Reading stops after this many problems, and after bad syntax outside of items.
  std::size_t max_problems = api::input_limits.problems;
  /// Receives everything beside them.
  Observer observer = {};
};

/// Reads the pods of a file ("-": standard input) as load_file() and pods_of() would. The items of a JSON list, such as
/// `kubectl get pods -A -o json` prints it, are read, checked and handed over one by one, so that its length is not
/// limited; one item is (input_limits). Problems are appended. Pods that came before one have been handed over by then.
void stream_pods(const std::string& path, const PodStreamHandlers& handlers, std::vector<api::Problem>& problems);

/// Reads a file that is already open.
void stream_pods(api::InputFile& input, const PodStreamHandlers& handlers, std::vector<api::Problem>& problems);

}  // namespace podreel::manifests
