#include "scenarios/reproduce/read/moment.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <string>

#include "engine/api/ascii.hpp"
#include "engine/api/timestamp.hpp"
#include "scenarios/reproduce/read/cells.hpp"

namespace podreel::reproduce {

namespace {

/// Reads Go's format: "2017-03-09 18:45:36 +0100 CET".
std::optional<sim::Time> take_go_time(std::string_view& row) {
  std::string_view rest = row;
  const std::string_view date = next_word(rest);
  const std::string_view time = next_word(rest);
  const std::string_view zone = next_word(rest);
  if (date.size() != 10 || zone.size() != 5) return std::nullopt;
  const auto read = api::parse_timestamp(fmt::format("{}T{}{}:{}", date, time, zone.substr(0, 3), zone.substr(3)));
  if (!read) return std::nullopt;
  row = rest;
  const std::string_view name = next_word(rest);
  if (name.size() <= 5 && !name.empty() && api::is_upper(name.front())) row = rest;
  return read;
}

/// Reads "Tue, 07 Jul 2015 12:53:51 -0700".
std::optional<sim::Time> take_mail_time(std::string_view& row) {
  std::string_view rest = row.substr(std::min(row.find_first_not_of(" \t"), row.size()));
  const char* const begin = rest.data();
  for (int word = 0; word < 6; ++word) static_cast<void>(next_word(rest));
  const auto read = parse_written_time(std::string_view{begin, static_cast<std::size_t>(rest.data() - begin)});
  if (read) row = rest;
  return read;
}

bool are_digits(std::string_view text, std::size_t length) {
  return text.size() == length && std::ranges::all_of(text, api::is_digit);
}

std::int64_t two_digits(std::string_view text) {
  return (text[0] - '0') * 10 + (text[1] - '0');
}

}  // namespace

std::optional<Moment> take_moment(std::string_view& row) {
  std::string_view rest = row;
  const std::string_view word = next_word(rest);
  Moment found{.age = parse_age(word), .at = std::nullopt};
  if (!found.age && word.size() > 10) found.at = api::parse_timestamp(word);
  if (found.age || found.at || word == "<unknown>" || word == "<nil>") {
    row = rest;
    return found;
  }
  found.at = word.ends_with(',') ? take_mail_time(row) : take_go_time(row);
  return found.at ? std::optional{found} : std::nullopt;
}

std::optional<sim::Time> parse_written_time(std::string_view text) {
  if (const auto time = api::parse_timestamp(trimmed(text))) return time;
  constexpr std::array<std::string_view, 12> months{"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                                    "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
  static_cast<void>(next_word(text));
  std::string day{next_word(text)};
  const auto* const month = std::ranges::find(months, next_word(text));
  const std::string_view year = next_word(text);
  const std::string_view time = next_word(text);
  const std::string_view zone = next_word(text);
  if (day.size() == 1) day.insert(0, "0");
  if (month == months.end() || !are_digits(day, 2) || !are_digits(year, 4)) return std::nullopt;
  if (zone.size() != 5 || !are_digits(zone.substr(1), 4)) return std::nullopt;
  return api::parse_timestamp(fmt::format("{}-{:02}-{}T{}{}:{}", year, month - months.begin() + 1, day, time,
                                          zone.substr(0, 3), zone.substr(3)));
}

std::optional<sim::Duration> parse_time_of_day(std::string_view text) {
  if (text.size() < 8 || text[2] != ':' || text[5] != ':') return std::nullopt;
  if (!are_digits(text.substr(0, 2), 2) || !are_digits(text.substr(3, 2), 2) || !are_digits(text.substr(6, 2), 2)) {
    return std::nullopt;
  }
  sim::Duration time = std::chrono::hours{two_digits(text)} + std::chrono::minutes{two_digits(text.substr(3))} +
                       std::chrono::seconds{two_digits(text.substr(6))};
  sim::Duration unit = std::chrono::milliseconds{100};
  for (std::size_t at = 9; text.size() > 8 && text[8] == '.' && at < std::min<std::size_t>(text.size(), 15); ++at) {
    if (!api::is_digit(text[at])) break;
    time += (text[at] - '0') * unit;
    unit /= 10;
  }
  return time;
}

}  // namespace podreel::reproduce
