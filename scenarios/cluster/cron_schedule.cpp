#include "scenarios/cluster/cron_schedule.hpp"

#include <algorithm>
#include <charconv>
#include <chrono>
#include <fmt/format.h>
#include <span>
#include <vector>

#include "engine/api/lower_case.hpp"

namespace podreel::cluster {

namespace {

using std::string_view;

constexpr std::array months{string_view{"jan"}, string_view{"feb"}, string_view{"mar"}, string_view{"apr"},
                            string_view{"may"}, string_view{"jun"}, string_view{"jul"}, string_view{"aug"},
                            string_view{"sep"}, string_view{"oct"}, string_view{"nov"}, string_view{"dec"}};
constexpr std::array days_of_week{string_view{"sun"}, string_view{"mon"}, string_view{"tue"}, string_view{"wed"},
                                  string_view{"thu"}, string_view{"fri"}, string_view{"sat"}};

enum Part : std::uint8_t { minute, hour, day_of_month, month, day_of_week };

struct Descriptor {
  string_view name;
  string_view fields;
};
constexpr std::array descriptors{Descriptor{"@yearly", "0 0 1 1 *"},  Descriptor{"@annually", "0 0 1 1 *"},
                                 Descriptor{"@monthly", "0 0 1 * *"}, Descriptor{"@weekly", "0 0 * * 0"},
                                 Descriptor{"@daily", "0 0 * * *"},   Descriptor{"@midnight", "0 0 * * *"},
                                 Descriptor{"@hourly", "0 * * * *"}};

std::vector<string_view> words_of(string_view text) {
  std::vector<string_view> words;
  constexpr string_view blanks = " \t\n\r";
  for (std::size_t at = text.find_first_not_of(blanks); at != string_view::npos;) {
    const std::size_t end = std::min(text.find_first_of(blanks, at), text.size());
    words.push_back(text.substr(at, end - at));
    at = text.find_first_not_of(blanks, end);
  }
  return words;
}

std::optional<unsigned> unsigned_of(string_view text) {
  unsigned number = 0;
  const auto read = std::from_chars(text.data(), text.data() + text.size(), number);
  if (text.empty() || read.ec != std::errc{} || read.ptr != text.data() + text.size()) return std::nullopt;
  return number;
}

std::string unreadable(string_view text) {
  return fmt::format("failed to parse int from {}: strconv.Atoi: parsing \"{}\": invalid syntax", text, text);
}

/// Parses "1h30m" and "90s" of Go's time.ParseDuration, in whole seconds, at least one.
std::optional<sim::Duration> pause_of(string_view text) {
  constexpr std::int64_t max_seconds = std::int64_t{5} * 366 * 24 * 3600;
  std::int64_t seconds = 0;
  if (text.empty()) return std::nullopt;
  while (!text.empty()) {
    std::int64_t number = 0;
    const auto read = std::from_chars(text.data(), text.data() + text.size(), number);
    if (read.ec != std::errc{} || number < 0 || number > max_seconds) return std::nullopt;
    text.remove_prefix(static_cast<std::size_t>(read.ptr - text.data()));
    const char unit = text.empty() ? '\0' : text.front();
    constexpr std::int64_t minute = 60;
    if (unit != 'h' && unit != 'm' && unit != 's') return std::nullopt;
    seconds += number * (unit == 'h' ? minute * minute : unit == 'm' ? minute : 1);
    if (seconds > max_seconds) return std::nullopt;
    text.remove_prefix(1);
  }
  return std::chrono::seconds{std::max<std::int64_t>(seconds, 1)};
}

}  // namespace

struct CronSchedule::FieldRange {
  unsigned minimum;
  unsigned maximum;
  std::span<const string_view> names{};

  [[nodiscard]] std::optional<unsigned> value_of(string_view text) const {
    const auto named = std::ranges::find(names, api::lower_case(std::string{text}));
    if (named != names.end()) return minimum + static_cast<unsigned>(named - names.begin());
    return unsigned_of(text);
  }
};

/// Parses "*", "5", "1-5", "*/15", "10/5" or "1-30/3".
std::optional<CronSchedule::Error> CronSchedule::read_part(string_view text, const FieldRange& range, Field& field) {
  const std::size_t slash = text.find('/');
  const string_view values = text.substr(0, slash);
  const std::size_t dash = values.find('-');
  unsigned first = range.minimum;
  unsigned last = range.maximum;
  const bool is_any = values == "*" || values == "?";
  if (!is_any) {
    const auto begin = range.value_of(values.substr(0, dash));
    const auto end = dash == string_view::npos ? begin : range.value_of(values.substr(dash + 1));
    if (!begin || !end) return unreadable(values);
    first = *begin;
    last = dash == string_view::npos && slash != string_view::npos ? range.maximum : *end;
  }
  unsigned step = 1;
  if (slash != string_view::npos) {
    const auto given = unsigned_of(text.substr(slash + 1));
    if (!given) return unreadable(text.substr(slash + 1));
    step = *given;
  }
  if (first < range.minimum)
    return fmt::format("beginning of range ({}) below minimum ({}): {}", first, range.minimum, text);
  if (last > range.maximum) return fmt::format("end of range ({}) above maximum ({}): {}", last, range.maximum, text);
  if (first > last) return fmt::format("beginning of range ({}) beyond end of range ({}): {}", first, last, text);
  if (step == 0) return fmt::format("step of range should be a positive number: {}", text);
  field.is_any = field.is_any || (is_any && step == 1);
  for (unsigned value = first; value <= last; value += std::min(step, range.maximum + 1)) {
    field.values |= std::uint64_t{1} << value;
  }
  return std::nullopt;
}

std::optional<CronSchedule::Error> CronSchedule::read_field(string_view text, const FieldRange& range, Field& field) {
  for (std::size_t at = 0; at <= text.size();) {
    const std::size_t end = std::min(text.find(',', at), text.size());
    if (end > at) {
      if (auto error = read_part(text.substr(at, end - at), range, field)) return error;
    }
    at = end + 1;
  }
  return std::nullopt;
}

std::variant<CronSchedule, CronSchedule::Error> CronSchedule::parse(string_view text) {
  constexpr string_view every = "@every ";
  constexpr std::size_t max_seconds = 1000;
  if (text.size() > max_seconds)
    return fmt::format("the schedule has {} bytes; accepted: at most {}", text.size(), max_seconds);
  CronSchedule schedule;
  if (text.starts_with(every)) {
    schedule.pause_ = pause_of(text.substr(every.size()));
    if (!schedule.pause_) return fmt::format("failed to parse duration {}: accepted: hours, minutes and seconds", text);
    return schedule;
  }
  string_view fields = text;
  if (text.starts_with('@')) {
    const auto known = std::ranges::find(descriptors, text, &Descriptor::name);
    if (known == descriptors.end()) return fmt::format("unrecognized descriptor: {}", text);
    fields = known->fields;
  }
  const std::vector<string_view> words = words_of(fields);
  if (words.empty()) return Error{"empty spec string"};
  if (words.size() != schedule.fields_.size()) {
    return fmt::format("expected exactly {} fields, found {}: [{}]", schedule.fields_.size(), words.size(),
                       fmt::join(words, " "));
  }
  const std::array<FieldRange, 5> ranges{FieldRange{0, 59}, FieldRange{0, 23}, FieldRange{1, 31},
                                         FieldRange{1, 12, months}, FieldRange{0, 6, days_of_week}};
  for (std::size_t at = 0; at < words.size(); ++at) {
    if (auto error = read_field(words[at], ranges[at], schedule.fields_[at])) return *std::move(error);
  }
  return schedule;
}

/// If both day fields are restricted, one match suffices.
bool CronSchedule::fits_day(std::int64_t day) const {
  const std::chrono::sys_days date{std::chrono::days{day}};
  const std::chrono::year_month_day parts{date};
  if (!fields_[month].has(static_cast<unsigned>(parts.month()))) return false;
  const bool fits_month = fields_[day_of_month].has(static_cast<unsigned>(parts.day()));
  const bool fits_week = fields_[day_of_week].has(std::chrono::weekday{date}.c_encoding());
  const bool both_count = fields_[day_of_month].is_any || fields_[day_of_week].is_any;
  return both_count ? fits_month && fits_week : fits_month || fits_week;
}

std::optional<sim::Time> CronSchedule::next(sim::Time time, sim::Duration offset) const {
  using std::chrono::seconds;
  constexpr std::int64_t of_minute = 60;
  constexpr std::int64_t of_day = std::int64_t{24} * 3600;
  constexpr std::int64_t max_days = std::int64_t{5} * 366;
  if (pause_) return std::chrono::floor<seconds>(time) + *pause_;
  const std::int64_t local = std::chrono::floor<seconds>(time + offset).time_since_epoch().count();
  const std::int64_t first_minute = (local >= 0 ? local / of_minute : (local - of_minute + 1) / of_minute) + 1;
  const std::int64_t first_day = std::chrono::floor<std::chrono::days>(seconds{first_minute * of_minute}).count();
  for (std::int64_t day = first_day; day < first_day + max_days; ++day) {
    if (!fits_day(day)) continue;
    const std::int64_t begin = day * of_day / of_minute;
    for (std::int64_t at = std::max(begin, first_minute); at < begin + of_day / of_minute; ++at) {
      const auto in_day = static_cast<unsigned>(at - begin);
      if (!fields_[hour].has(in_day / of_minute) || !fields_[minute].has(in_day % of_minute)) continue;
      return sim::Time{seconds{at * of_minute}} - offset;
    }
  }
  return std::nullopt;
}

std::optional<sim::Duration> offset_of_zone(string_view name) {
  constexpr std::array same{string_view{"UTC"},           string_view{"Etc/UTC"},       string_view{"Etc/UCT"},
                            string_view{"UCT"},           string_view{"Zulu"},          string_view{"Etc/Zulu"},
                            string_view{"Universal"},     string_view{"GMT"},           string_view{"Etc/GMT"},
                            string_view{"Etc/Universal"}, string_view{"Etc/Greenwich"}, string_view{"Greenwich"}};
  if (std::ranges::find(same, name) != same.end()) return sim::Duration{};
  constexpr string_view prefix = "Etc/GMT";
  if (!name.starts_with(prefix) || name.size() < prefix.size() + 2) return std::nullopt;
  const char sign = name[prefix.size()];
  const string_view digits = name.substr(prefix.size() + 1);
  const auto hours = unsigned_of(digits);
  // "+" is west of Greenwich.
  constexpr unsigned max_behind = 12;
  constexpr unsigned max_ahead = 14;
  if (!hours || std::to_string(*hours) != digits) return std::nullopt;
  if (sign == '-' && *hours <= max_ahead) return std::chrono::hours{*hours};
  if (sign == '+' && *hours <= max_behind) return -std::chrono::hours{*hours};
  return std::nullopt;
}

}  // namespace podreel::cluster
