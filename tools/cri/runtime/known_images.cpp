#include "tools/cri/runtime/known_images.hpp"

#include "runtime_fake/identifiers.hpp"

namespace podreel::cri {

KnownImages::KnownImages(const std::vector<runtime_fake::ImageScript>& script) {
  for (const runtime_fake::ImageScript& image : script) {
    images_[image.name].is_scripted = true;
    names_by_id_[runtime_fake::image_id(image.name)] = image.name;
  }
}

std::optional<std::string> KnownImages::name_of(std::string_view name_or_id) const {
  const auto known = names_by_id_.find(name_or_id);
  if (known != names_by_id_.end()) return known->second;
  if (name_or_id.starts_with("sha256:")) return std::nullopt;
  // A digest reference ends in the id.
  const std::size_t at = name_or_id.find('@');
  const auto by_digest =
      at == std::string_view::npos ? names_by_id_.end() : names_by_id_.find(name_or_id.substr(at + 1));
  return by_digest == names_by_id_.end() ? std::string{name_or_id} : by_digest->second;
}

void KnownImages::note(const std::string& name) {
  images_[name].is_noted = true;
  names_by_id_[runtime_fake::image_id(name)] = name;
}

void KnownImages::forget(const std::string& name) {
  const auto found = images_.find(name);
  if (found == images_.end()) return;
  found->second.is_noted = false;
  if (!found->second.is_scripted) images_.erase(found);
}

}  // namespace podreel::cri
