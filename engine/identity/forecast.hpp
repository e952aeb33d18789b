// Whether a container survives an upgrade of its kubelet, and if not, why.
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "engine/release/release.hpp"
#include "engine/types/type_changes.hpp"

namespace podreel::identity {

enum class CauseKind : std::uint8_t {
  none,
  /// Another formula.
  formula,
  /// The hashed Go struct gained or lost fields, whatever their values.
  types,
  /// One kubelet keeps members of the stored object that the other drops.
  members,
  /// The toolchains write some control characters differently.
  escapes,
  /// The API server stores another object.
  stored_object,
  /// It has not: the kubelet does not know what the container was given, and gives it by a restart.
  resize_policy,
  /// It is a static pod's, which is replaced as a whole.
  static_pod,
};

/// "formula", "types", "members", "escapes", "storedObject", "resizePolicy", "staticPod"; empty for none.
[[nodiscard]] std::string_view to_string(CauseKind kind) noexcept;

/// Why a hash changes. With several causes at once the one that alone suffices: the formula before the types.
struct Cause {
  CauseKind kind = CauseKind::none;
  /// Change between the releases, the same for every container it touches: "1.14 adds VolumeMount.subPathExpr to
  /// the hashed type".
  std::string rule;
  /// Parts of this container that the change touches: "this container has 2 volumeMounts"; may be empty.
  std::string detail;
  /// The fields that differ, for `types` and `members`.
  std::vector<types::FieldChange> fields;

  /// Rule and detail as one sentence, without a full stop.
  [[nodiscard]] std::string text() const { return detail.empty() ? rule : rule + "; " + detail; }
};

struct Forecast {
  std::uint64_t before = 0;
  std::uint64_t after = 0;
  Cause cause;
  [[nodiscard]] bool changes() const noexcept { return before != after; }
};

/// A container started by a kubelet of `from`, then looked at by one of `to` (which may be older). `stored_before` and
/// `stored_after` are the container as the API server stores it at either time, mostly the same.
[[nodiscard]] Forecast forecast(const nlohmann::json& stored_before, release::Release from,
                                const nlohmann::json& stored_after, release::Release to);

/// The cause alone, for a container known to change.
[[nodiscard]] Cause explain_change(const nlohmann::json& stored_before, release::Release from,
                                   const nlohmann::json& stored_after, release::Release to);

}  // namespace podreel::identity
