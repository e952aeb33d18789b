#include "tools/cri/runtime/known_images.hpp"

#include <utility>

#include "runtime_fake/identifiers.hpp"
#include "tools/cri/runtime/object_memory.hpp"

namespace podreel::cri {

KnownImages::KnownImages(const std::vector<runtime_fake::ImageScript>& script, net::MemoryBudget budget)
    : budget_{std::move(budget)} {
  for (const runtime_fake::ImageScript& image : script) {
    images_.try_emplace(image.name);
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

bool KnownImages::note(const std::string& name) {
  if (images_.contains(name)) return true;
  auto charge = budget_.try_charge(net::MemoryUse::objects, bytes_of_image(name));
  if (!charge) return false;
  images_.emplace(name, *std::move(charge));
  names_by_id_[runtime_fake::image_id(name)] = name;
  return true;
}

}  // namespace podreel::cri
