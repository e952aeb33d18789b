#include "engine/sync/image_volumes.hpp"

#include <utility>
#include <vector>

#include "engine/api/image_reference.hpp"
#include "engine/api/json_member.hpp"
#include "engine/release/behaviour/pulling.hpp"
#include "engine/sync/image_puller.hpp"

namespace podreel::sync {

namespace {

using nlohmann::json;

struct WrittenVolume {
  std::string name;
  std::string reference;
  api::PullPolicy policy;
};

/// Without a policy, that of containers is the default.
api::PullPolicy policy_of(const json& image, std::string_view reference) {
  const std::string written = api::string_member(image, "pullPolicy");
  return api::pull_policy_named(written.empty() ? api::default_pull_policy(reference) : written);
}

std::vector<WrittenVolume> written_volumes(const api::PodSpec& spec) {
  std::vector<WrittenVolume> volumes;
  if (!spec.has_volumes || spec.stored == nullptr) return volumes;
  api::for_each_item(*spec.stored, "volumes", [&volumes](const json& volume) {
    const json* image = api::find_member(volume, "image");
    if (image == nullptr) return;
    std::string reference = api::string_member(*image, "reference");
    const api::PullPolicy policy = policy_of(*image, reference);
    volumes.push_back({api::string_member(volume, "name"), std::move(reference), policy});
  });
  return volumes;
}

}  // namespace

bool has_image_volumes(const api::Pod& pod, const release::Behaviour& behaviour) {
  return pod.spec->has_volumes && behaviour.has(release::image_volumes) && !written_volumes(*pod.spec).empty();
}

sim::Task<ImageVolumes> ensure_image_volumes(SyncContext& context, api::PodPtr pod) {
  ImageVolumes volumes;
  std::vector<WrittenVolume> written = written_volumes(*pod->spec);
  for (WrittenVolume& volume : written) {
    const EnsuredImage image =
        co_await context.images.ensure_volume_image(pod, std::move(volume.reference), volume.policy);
    std::optional<SyncFailure> failure;
    if (!image) failure = image.error();
    volumes.insert_or_assign(std::move(volume.name), std::move(failure));
  }
  co_return volumes;
}

std::optional<SyncFailure> report_image_volumes(SyncContext& context, const api::Pod& pod,
                                                const api::Container& container, const ImageVolumes& volumes) {
  std::optional<SyncFailure> last;
  if (volumes.empty() || container.stored == nullptr) return last;
  api::for_each_item(*container.stored, "volumeMounts", [&](const json& mount) {
    const auto volume = volumes.find(api::string_member(mount, "name"));
    if (volume == volumes.end() || !volume->second) return;
    last = volume->second;
    record_container_event(context.events, pod, container.name, {}, EventType::warning, event_reason::failed,
                           "Error: " + last->error);
  });
  return last;
}

}  // namespace podreel::sync
