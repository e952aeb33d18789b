// Schedules of CronJobs, as github.com/robfig/cron/v3 reads them (ParseStandard).
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "engine/sim/time.hpp"

namespace podreel::cluster {

/// Minutes, hours, days of the month, months and days of the week; or an interval ("@every 90s").
class CronSchedule {
 public:
  /// Parse error: "expected exactly 5 fields, found 1: [daily]".
  using Error = std::string;

  [[nodiscard]] static std::variant<CronSchedule, Error> parse(std::string_view text);

  /// Returns the first instant after `time`, by a clock that is ahead of UTC by `offset`; no value if there is none
  /// within five years, as for the 31st of February.
  [[nodiscard]] std::optional<sim::Time> next(sim::Time time, sim::Duration offset = {}) const;

 private:
  /// A bit for each matching value.
  struct Field {
    std::uint64_t values = 0;
    /// "*"; for days, the other day field alone decides.
    bool is_any = false;
    [[nodiscard]] bool has(unsigned value) const noexcept { return (values >> value & 1U) != 0; }
  };
  struct FieldRange;

  static std::optional<Error> read_field(std::string_view text, const FieldRange& range, Field& field);
  static std::optional<Error> read_part(std::string_view text, const FieldRange& range, Field& field);
  [[nodiscard]] bool fits_day(std::int64_t day) const;

  std::array<Field, 5> fields_{};
  std::optional<sim::Duration> pause_{};
};

/// Returns the offset ahead of UTC: for UTC itself, and for zones named by their offset ("Etc/GMT-3"). Returns no value
/// for other zones, whose rules are unknown.
[[nodiscard]] std::optional<sim::Duration> offset_of_zone(std::string_view name);

}  // namespace podreel::cluster
