#include "engine/types/pod_validator.hpp"

#include <utility>

namespace podreel::types {

PodValidator::PodValidator(api::ProblemList& problems) : problems_(&problems) {}

PodValidator::PodValidator(release::Release release, std::vector<Refusal>& refusals)
    : refusals_(&refusals), release_(release) {}

void PodValidator::add_problem(const api::Cursor& where, const std::string& path, std::string advice,
                               std::string refusal) {
  if (is_kubelet()) {
    if (!refusal.empty()) refusals_->push_back({path, std::move(refusal)});
  } else if (!advice.empty()) {
    problems_->add(where.mark(), path, std::move(advice));
  }
}

bool PodValidator::is_kubelet_in(const release::ReleaseRange& range) const {
  return is_kubelet() && range.contains(release_);
}

const Type& PodValidator::type(std::string_view id) const {
  return is_kubelet() ? internal_type(release_, id) : Catalogue::built_in().get(Api::v1, {}, id);
}

bool PodValidator::knows(std::string_view type_id, std::string_view field) const {
  return type(type_id).find(field) != nullptr;
}

bool PodValidator::may_be_off(std::string_view type_id, std::string_view field) const {
  const Field* found = type(type_id).find(field);
  if (found == nullptr || found->described->gate == nullptr) return false;
  const release::GateStage* stage = release::stage_of(*found->described->gate, release_);
  return stage != nullptr && !stage->is_locked;
}

}  // namespace podreel::types
