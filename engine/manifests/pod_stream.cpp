#include "engine/manifests/pod_stream.hpp"

#include <utility>

#include "engine/manifests/object_stream.hpp"

namespace podreel::manifests {

void stream_pods(const std::string& path, const PodStreamHandlers& handlers, std::vector<api::Problem>& problems) {
  api::InputFile input{path};
  stream_pods(input, handlers, problems);
}

void stream_pods(api::InputFile& input, const PodStreamHandlers& handlers, std::vector<api::Problem>& problems) {
  ObjectStreamHandlers objects;
  objects.item = [&](const StreamedItem& item) {
    std::vector<api::Problem>* warnings = handlers.observer.warnings;
    const std::size_t first_problem = problems.size();
    const std::size_t first_warning = warnings == nullptr ? 0 : warnings->size();
    std::vector<ManifestPod> pods =
        pods_of_item(item.object, item.list_kind, item.path, input.name(), problems, handlers.observer);
    item.put_in_file(problems, first_problem);
    if (warnings != nullptr) item.put_in_file(*warnings, first_warning);
    for (ManifestPod& pod : pods) {
      pod.mark = item.in_file(pod.mark);
      handlers.pod(std::move(pod));
    }
  };
  objects.document = [&](const api::Tree& document) {
    for (ManifestPod& pod : pods_of(document, input.name(), problems, handlers.observer)) handlers.pod(std::move(pod));
  };
  objects.progress = handlers.progress;
  objects.max_problems = handlers.max_problems;
  stream_objects(input, objects, problems);
}

}  // namespace podreel::manifests
