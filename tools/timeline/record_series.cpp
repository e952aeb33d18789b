#include "tools/timeline/record_series.hpp"

#include <string_view>

#include "engine/api/ascii.hpp"

namespace podreel::cli {

namespace {

/// Returns the length of " restart" or " restarts" at the beginning of `text`; 0 if it begins otherwise.
std::size_t restart_length(std::string_view text) {
  constexpr std::string_view word = " restart";
  if (!text.starts_with(word)) return 0;
  return word.size() + (text.substr(word.size()).starts_with('s') ? 1 : 0);
}

/// Replaces the numbers of "attempt 3", "3 restarts" and "1 restart".
std::string without_counts(std::string_view text) {
  constexpr std::string_view attempt = "attempt ";
  std::string changed;
  std::size_t at = 0;
  while (at < text.size()) {
    std::size_t end = at;
    while (end < text.size() && api::is_digit(text[end])) ++end;
    if (end == at) {
      changed += text[at++];
      continue;
    }
    const std::size_t restart = restart_length(text.substr(end));
    if (restart > 0) {
      changed += "N restarts";
    } else {
      changed += changed.ends_with(attempt) ? std::string_view{"N"} : text.substr(at, end - at);
    }
    at = end + restart;
  }
  return changed;
}

}  // namespace

SeriesName series_of(const TimelineLine& line) {
  return {line.pod, line.who, without_counts(line.what), without_counts(line.why)};
}

SeriesLines series_lines(const std::vector<TimelineLine>& lines) {
  SeriesLines series;
  for (std::size_t index = 0; index < lines.size(); ++index) series[series_of(lines[index])].push_back(index);
  return series;
}

SeriesTimes series_times(const std::vector<TimelineLine>& lines) {
  SeriesTimes times;
  for (const TimelineLine& line : lines) times[series_of(line)].push_back(line.at);
  return times;
}

}  // namespace podreel::cli
