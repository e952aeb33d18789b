#include "scenarios/reproduce/read/moment.hpp"

#include <array>
#include <fmt/format.h>
#include <string>

#include "engine/api/ascii.hpp"
#include "engine/api/timestamp.hpp"
#include "scenarios/reproduce/read/cells.hpp"
#include "scenarios/reproduce/read/written_time.hpp"

namespace podreel::reproduce {

namespace {

/// "2017-03-09 18:45:36 +0100 CET": Go's own form.
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

/// "Tue, 07 Jul 2015 12:53:51 -0700".
std::optional<sim::Time> take_mail_time(std::string_view& row) {
  std::string_view rest = row.substr(std::min(row.find_first_not_of(" \t"), row.size()));
  const char* const begin = rest.data();
  for (int word = 0; word < 6; ++word) static_cast<void>(next_word(rest));
  const auto read = parse_written_time(std::string_view{begin, static_cast<std::size_t>(rest.data() - begin)});
  if (read) row = rest;
  return read;
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

}  // namespace podreel::reproduce
