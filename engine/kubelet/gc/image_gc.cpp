#include "engine/kubelet/gc/image_gc.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <utility>

#include "engine/invariant.hpp"
#include "engine/release/behaviour/evicting.hpp"

namespace podreel::kubelet {

namespace {

/// formatSize: one decimal, rounded as Go rounds it.
std::string formatted_size(std::int64_t bytes) {
  constexpr std::int64_t step = 1024;
  if (bytes < step) return fmt::format("{} B", bytes);
  std::int64_t unit = step;
  std::size_t name = 0;
  constexpr std::array names{"KiB", "MiB", "GiB", "TiB"};
  while (name + 1 < names.size() && bytes / step >= unit) {
    unit *= step;
    ++name;
  }
  // Half a tenth is rounded to the even tenth.
  const std::int64_t rest = bytes % unit * 10;
  std::int64_t tenths = bytes / unit * 10 + rest / unit;
  const std::int64_t twice = rest % unit * 2;
  if (twice > unit || (twice == unit && tenths % 2 == 1)) ++tenths;
  return fmt::format("{}.{} {}", tenths / 10, tenths % 10, names.at(name));
}

/// Why `wanted` bytes could not be freed; `usage` is that of before.
std::string failure_message(const runtime::FilesystemUsage& usage, std::int64_t wanted, std::int64_t freed,
                            const release::Behaviour& behaviour) {
  if (!behaviour.has(release::full_disks_are_explained)) {
    return fmt::format(
        "Failed to garbage collect required amount of images. Attempted to free {} bytes, but only found {} bytes "
        "eligible to free.",
        wanted, freed);
  }
  return fmt::format(
      "Insufficient free disk space on the node's image filesystem ({}% of {} used). Failed to free sufficient space "
      "by deleting unused images (freed {} bytes). Investigate disk usage, as it could be used by active images, logs, "
      "volumes, or other data.",
      100 - usage.available_bytes * 100 / usage.capacity_bytes, formatted_size(usage.capacity_bytes), freed);
}

}  // namespace

sim::Task<> ImageGc::look_around() {
  const auto images = co_await env_.runtime.list_images(env_.process);
  if (images) detect(*images, {}, sim::Time{}, {});
}

sim::Task<bool> ImageGc::collect(sim::Duration period) {
  const auto images = co_await env_.runtime.list_images(env_.process);
  if (!images) co_return true;
  const auto used = co_await images_in_use();
  if (!used) co_return true;
  detect(*images, *used, env_.process.now(), period);
  co_await remove_old();
  co_await free_space();
  const bool is_awaited = policy_.maximum_age > sim::Duration{} || missing_space() > 0;
  co_return is_awaited && !eviction_order().empty();
}

sim::Task<> ImageGc::delete_unused() {
  const auto images = co_await env_.runtime.list_images(env_.process);
  if (!images) co_return;
  const auto used = co_await images_in_use();
  if (!used) co_return;
  detect(*images, *used, env_.process.now(), {});
  for (const std::string& image : eviction_order()) {
    if (env_.process.now() - records_.at(image).first_detected >= policy_.minimum_age) co_await remove(image);
  }
}

sim::Task<std::optional<std::set<std::string, std::less<>>>> ImageGc::images_in_use() {
  std::set<std::string, std::less<>> used;
  const auto pods = co_await env_.runtime.get_pods(env_.process, true);
  if (!pods) co_return std::nullopt;
  for (const runtime::RunningPod& pod : *pods) {
    const auto status = co_await env_.runtime.get_pod_status(env_.process, pod.uid);
    if (!status) co_return std::nullopt;
    for (const runtime::ContainerStatus& container : (*status)->containers) used.insert(std::string{container.image});
  }
  co_return used;
}

void ImageGc::detect(const Images& images, const std::set<std::string, std::less<>>& used, sim::Time at,
                     sim::Duration since_last) {
  for (const runtime::ImageSummary& image : images) {
    const auto [place, is_new] = records_.try_emplace(image.name);
    Record& record = place->second;
    record.id = image.id;
    record.size_bytes = image.size_bytes;
    if (is_new) record.first_detected = at;
    const bool was_in_use = std::exchange(record.is_in_use, used.contains(image.name));
    if (record.is_in_use) record.last_used = at;
    // Nothing had changed yet when it was looked at last.
    if (!record.is_in_use && was_in_use) record.last_used = at - since_last;
    PODREEL_INVARIANT(record.first_detected <= env_.process.now(), "an image was detected before now");
    PODREEL_INVARIANT(record.last_used <= env_.process.now(), "an image was used before now");
  }
  std::erase_if(records_, [&images](const auto& known) {
    return std::ranges::find(images, known.first, &runtime::ImageSummary::name) == images.end();
  });
}

std::vector<std::string> ImageGc::eviction_order() const {
  std::vector<std::string> unused;
  for (const auto& [image, record] : records_) {
    if (!record.is_in_use) unused.push_back(image);
  }
  std::ranges::stable_sort(unused, {}, [this](const std::string& image) {
    const Record& record = records_.at(image);
    return std::pair{record.last_used, record.first_detected};
  });
  return unused;
}

sim::Task<> ImageGc::remove_old() {
  const sim::Time now = env_.process.now();
  if (policy_.maximum_age == sim::Duration{} || now - kubelet_started_at_ <= policy_.maximum_age) co_return;
  for (const std::string& image : eviction_order()) {
    if (now - records_.at(image).last_used > policy_.maximum_age) co_await remove(image);
  }
}

sim::Task<> ImageGc::free_space() {
  const std::optional<runtime::FilesystemUsage> usage = env_.runtime.image_filesystem();
  const std::int64_t wanted = missing_space();
  if (wanted <= 0) co_return;
  std::int64_t freed = 0;
  for (const std::string& image : eviction_order()) {
    const Record record = records_.at(image);
    if (env_.process.now() - record.first_detected < policy_.minimum_age) continue;
    const bool removed = co_await remove(image);
    if (removed) freed += record.size_bytes;
    if (freed >= wanted) co_return;
  }
  env_.recorder.record("", trace::Node{.what = "FreeDiskSpaceFailed",
                                       .message = failure_message(*usage, wanted, freed, env_.behaviour)});
}

sim::Task<bool> ImageGc::remove(std::string image) {
  const auto removed = co_await env_.runtime.remove_image(env_.process, image);
  if (removed) {
    const auto record = records_.find(image);
    PODREEL_INVARIANT(record != records_.end(), "an image that is removed was detected");
    pull_records_.remove_record(record->second.id.view());
    records_.erase(record);
  }
  co_return removed.has_value();
}

std::int64_t ImageGc::missing_space() const {
  const std::optional<runtime::FilesystemUsage> usage = env_.runtime.image_filesystem();
  if (!usage || usage->capacity_bytes <= 0) return 0;
  const std::int64_t free_percent = usage->available_bytes * 100 / usage->capacity_bytes;
  if (100 - free_percent < policy_.high_threshold_percent) return 0;
  return usage->capacity_bytes * (100 - policy_.low_threshold_percent) / 100 - usage->available_bytes;
}

}  // namespace podreel::kubelet
