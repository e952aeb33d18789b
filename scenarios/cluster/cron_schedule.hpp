// When a CronJob is due: the schedules of cron, as github.com/robfig/cron/v3 reads them (ParseStandard).
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "engine/sim/time.hpp"

namespace podreel::controllers {

/// Minutes, hours, days of the month, months and days of the week; or a pause ("@every 90s").
class CronSchedule {
 public:
  /// Why a schedule cannot be read: "expected exactly 5 fields, found 1: [daily]".
  using Error = std::string;

  [[nodiscard]] static std::variant<CronSchedule, Error> parse(std::string_view text);

  /// The first instant after `time`, by a clock that is ahead of UTC by `offset`; nothing if there is none within five
  /// years, as of the 31st of February.
  [[nodiscard]] std::optional<sim::Time> next(sim::Time time, sim::Duration offset = {}) const;

 private:
  /// A bit for each value that fits.
  struct Field {
    std::uint64_t values = 0;
    /// "*": of days, the other field alone decides.
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

/// Ahead of UTC by that: of UTC itself, and of zones by their offset ("Etc/GMT-3"). Nothing for others: their rules are
/// not known here.
[[nodiscard]] std::optional<sim::Duration> offset_of_zone(std::string_view name);

}  // namespace podreel::controllers
