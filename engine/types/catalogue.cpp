#include "engine/types/catalogue.hpp"

#include <map>
#include <mutex>
#include <utility>

namespace podreel::types {

namespace {

// A longer literal than C++ requires compilers to accept; those that build podreel do.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Woverlength-strings"
constexpr std::string_view types_text =
#include "engine/types/types.inc"
    ;
constexpr std::string_view overlay_text =
#include "engine/types/overlay.inc"
    ;
#pragma GCC diagnostic pop

}  // namespace

/// Graphs by form and release, built once.
class Catalogue::Graphs {
 public:
  const Type& get(const Catalogue& catalogue, Api api, std::optional<release::Release> release, std::string_view id) {
    const std::scoped_lock lock{mutex_};
    const auto [graph, added] =
        graphs_.try_emplace(std::pair{api, release}, catalogue.table_, catalogue.overlay_, api, release);
    return graph->second.get(id);
  }

 private:
  std::mutex mutex_;
  std::map<std::pair<Api, std::optional<release::Release>>, TypeGraph> graphs_;
};

Catalogue::Catalogue(std::string_view types, std::string_view overlay, std::span<const release::FeatureGate> gates)
    : table_(types), overlay_(overlay, gates), graphs_(std::make_unique<Graphs>()) {}

Catalogue::~Catalogue() = default;

const Catalogue& Catalogue::built_in() {
  // Not destroyed at the end of the process, where that would only take time.
  static const Catalogue& catalogue = *new Catalogue{types_text, overlay_text};
  return catalogue;
}

std::string_view Catalogue::built_in_types() noexcept {
  return types_text;
}

std::string_view Catalogue::built_in_overlay() noexcept {
  return overlay_text;
}

const Type& Catalogue::get(Api api, std::optional<release::Release> release, std::string_view id) const {
  return graphs_->get(*this, api, release, id);
}

const Type& v1_type(release::Release release, std::string_view id) {
  return Catalogue::built_in().get(Api::v1, release, id);
}

const Type& internal_type(release::Release release, std::string_view id) {
  return Catalogue::built_in().get(Api::internal, release, id);
}

}  // namespace podreel::types
