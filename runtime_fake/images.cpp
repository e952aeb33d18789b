#include "runtime_fake/images.hpp"

#include <algorithm>

#include "runtime_fake/faults.hpp"
#include "runtime_fake/identifiers.hpp"

namespace podreel::runtime_fake {

Images::Images(const sim::Process& process, const std::vector<ImageScript>& script) : process_{process} {
  for (const ImageScript& image : script) images_.try_emplace(image.name, Image{&image, image.present, 0, {}});
}

std::optional<runtime::ImageStatus> Images::status(std::string_view image) const {
  const auto found = images_.find(image);
  if (found == images_.end()) return runtime::ImageStatus{image_id(image), ImageScript{}.size_bytes};
  if (!found->second.present) return std::nullopt;
  return runtime::ImageStatus{image_id(image), found->second.script->size_bytes};
}

Images::Pull Images::begin_pull(std::string_view image) {
  const auto found = images_.find(image);
  if (found == images_.end()) return {process_.now(), std::nullopt};
  Image& pulled = found->second;
  pulled.busy_until = std::max(pulled.busy_until, process_.now()) + pulled.script->pull_takes;
  Pull pull{pulled.busy_until, std::nullopt};
  if (pulled.failed_pulls < pulled.script->pull_fail_first) {
    ++pulled.failed_pulls;
    pull.error = rpc_error(pulled.script->pull_error);
  }
  return pull;
}

void Images::finish_pull(std::string_view image) {
  const auto found = images_.find(image);
  if (found != images_.end()) found->second.present = true;
}

}  // namespace podreel::runtime_fake
