#include "runtime_fake/image_store.hpp"

#include <algorithm>

#include "engine/invariant.hpp"
#include "runtime_fake/faults.hpp"
#include "runtime_fake/identifiers.hpp"

namespace podreel::runtime_fake {

namespace {

const ImageScript unscripted{};

}  // namespace

ImageStore::ImageStore(const sim::Process& process, timing::Timing& timing, const std::vector<ImageScript>& script,
                       const std::optional<ImageFilesystemScript>& filesystem)
    : process_{process}, chances_{timing}, filesystem_{filesystem} {
  for (const ImageScript& image : script) images_.try_emplace(image.name, Image{&image, image.present});
}

std::optional<runtime::ImageStatus> ImageStore::status(std::string_view image) {
  const auto found = images_.find(image);
  if (found == images_.end()) return runtime::ImageStatus{id_of(image), unscripted.size_bytes, {}};
  if (!found->second.present) return std::nullopt;
  return runtime::ImageStatus{id_of(image), found->second.script->size_bytes, found->second.script->user};
}

const memory::Text& ImageStore::id_of(std::string_view image) {
  const auto known = ids_.find(image);
  return known != ids_.end() ? known->second : ids_.emplace(image, image_id(image)).first->second;
}

ImageStore::Pull ImageStore::begin_pull(std::string_view image) {
  const auto found = images_.find(image);
  if (found == images_.end()) return {process_.now(), std::nullopt};
  Image& pulled = found->second;
  pulled.busy_until = std::max(pulled.busy_until, process_.now()) + chances_.draw(pulled.script->pull_takes, image);
  PODREEL_INVARIANT(pulled.busy_until >= process_.now(), "a pull ends no earlier than it begins");
  PODREEL_INVARIANT(!pulled.arrives_at || *pulled.arrives_at <= pulled.busy_until,
                    "an image arrives no later than the last pull of it ends");
  Pull pull{pulled.busy_until, std::nullopt};
  const bool is_early = pulled.failed_pulls < pulled.script->pull_fail_first;
  if (is_early || chances_.draw(pulled.script->pull_fails, image)) {
    ++pulled.failed_pulls;
    pull.error = rpc_error(pulled.script->pull_error);
  } else {
    pulled.arrives_at = pulled.busy_until;
  }
  return pull;
}

void ImageStore::finish_pull(std::string_view image) {
  const auto found = images_.find(image);
  if (found == images_.end()) return;
  found->second.present = true;
  if (found->second.arrives_at == process_.now()) found->second.arrives_at.reset();
}

std::vector<ImageStore::Pulled> ImageStore::pulled() const {
  std::vector<Pulled> pulled;
  for (const auto& [name, image] : images_) {
    if (image.busy_until == sim::Time{}) continue;
    pulled.push_back({name, image.present, image.failed_pulls, image.busy_until, image.arrives_at});
  }
  return pulled;
}

void ImageStore::add(const Pulled& pulled) {
  const auto found = images_.find(pulled.name);
  if (found == images_.end()) return;
  Image& image = found->second;
  image.present = image.present || pulled.present;
  image.failed_pulls = std::max(image.failed_pulls, pulled.failed_pulls);
  image.busy_until = std::max(image.busy_until, pulled.busy_until);
  if (!pulled.arrives_at) return;
  image.arrives_at = std::max(*pulled.arrives_at, process_.now());
  process_.at(*image.arrives_at, [this, name = pulled.name] { finish_pull(name); });
}

std::vector<runtime::ImageSummary> ImageStore::removable() const {
  std::vector<runtime::ImageSummary> images;
  for (const auto& [name, image] : images_) {
    if (image.present) images.push_back({name, image.script->size_bytes, {}});
  }
  return images;
}

void ImageStore::remove(std::string_view image) {
  images_.try_emplace(std::string{image}, Image{&unscripted, false}).first->second.present = false;
}

std::int64_t ImageStore::size_bytes() const {
  std::int64_t bytes = 0;
  for (const runtime::ImageSummary& image : removable()) bytes += image.size_bytes;
  return bytes;
}

std::optional<runtime::FilesystemUsage> ImageStore::usage() const {
  if (!filesystem_) return std::nullopt;
  std::int64_t available = filesystem_->capacity_bytes - filesystem_->other_use_bytes;
  for (const runtime::ImageSummary& image : removable()) {
    available -= std::min(image.size_bytes, std::max<std::int64_t>(available, 0));
  }
  return runtime::FilesystemUsage{filesystem_->capacity_bytes, std::max<std::int64_t>(available, 0)};
}

}  // namespace podreel::runtime_fake
