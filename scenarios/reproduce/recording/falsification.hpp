// Recordings with one change each: a comparison of timelines must refuse every one.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace podreel::reproduce {

using Records = std::vector<nlohmann::json>;

/// Edit of a record.
enum class Edit {
  /// The field gets the text.
  set_text,
  /// The number is added to the field.
  add_number,
  remove,
  repeat,
  /// The record is repeated for another pod.
  repeat_for_other_pod,
  /// The record and the next one trade places.
  swap_with_next,
  /// The record and all later ones come later, by the number in seconds.
  delay,
};

/// A kind of change.
struct Falsification {
  std::string_view name;
  /// Records that it changes: those of a runtime call ("StartContainer"), or else of a kind ("status").
  std::string_view record;
  Edit edit = Edit::remove;
  /// Path of the field (RFC 6901), which must be there.
  const char* field = "";
  std::string_view text{};
  int number = 0;
};

/// Every kind: a start that became a stop, a missing status, another exit code, and so on.
[[nodiscard]] std::span<const Falsification> falsifications();

/// Positions of the records that the change makes another timeline of. Not one of them: a status, an event or a probe
/// result that is followed or preceded by its like, since runs of them count as one.
[[nodiscard]] std::vector<std::size_t> places_for(const Falsification& change, const Records& records);

/// Returns the records in the order of their times, changed at `place`.
[[nodiscard]] Records falsified(Records records, const Falsification& change, std::size_t place);

}  // namespace podreel::reproduce
