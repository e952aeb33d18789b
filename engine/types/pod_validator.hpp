// Validators of pods, and the recipients of problems.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/api/cursor.hpp"
#include "engine/api/problem_list.hpp"
#include "engine/types/catalogue.hpp"

namespace podreel::types {

/// A reason for which a kubelet logs "invalid pod" and does not start it.
struct Refusal {
  /// "spec.containers[0].livenessProbe".
  std::string path;
  std::string message;
};

/// Collects the problems of a pod for its author or for a kubelet. The author of a manifest gets advice, with
/// positions, for every release; the refusals of a kubelet depend on its release, and have its own messages. Most rules
/// are for both.
class PodValidator {
 public:
  /// The author.
  explicit PodValidator(api::ProblemList& problems);
  /// The kubelet of a release: it has decoded the pod, with defaults, into the internal API's form.
  PodValidator(release::Release release, std::vector<Refusal>& refusals);

  /// A recipient with an empty text gets nothing.
  void add_problem(const api::Cursor& where, const std::string& path, std::string advice, std::string refusal);

  [[nodiscard]] bool is_kubelet() const noexcept { return refusals_ != nullptr; }
  /// Whether a kubelet has what came in a range of releases.
  [[nodiscard]] bool is_kubelet_in(const release::ReleaseRange& range) const;
  /// Type as the validator knows it.
  [[nodiscard]] const Type& type(std::string_view id) const;
  [[nodiscard]] bool knows(std::string_view type_id, std::string_view field) const;
  /// Whether the gate of a field that the kubelet knows can be off.
  [[nodiscard]] bool may_be_off(std::string_view type_id, std::string_view field) const;

 private:
  api::ProblemList* problems_ = nullptr;
  std::vector<Refusal>* refusals_ = nullptr;
  release::Release release_;
};

}  // namespace podreel::types
