#include "engine/api/timestamp.hpp"

#include <chrono>

#include "engine/api/ascii.hpp"

namespace podreel::api {

namespace {

constexpr int oldest_year = 1678;
constexpr int newest_year = 2261;

/// Reads a timestamp from left to right; after the first mismatch every further read fails.
class Reader {
 public:
  explicit Reader(std::string_view text) : rest_(text) {}

  int number(int digits, int low, int high) {
    int value = 0;
    for (int index = 0; index < digits; ++index) value = value * 10 + digit();
    if (value < low || value > high) good_ = false;
    return value;
  }

  void expect(char character) {
    if (!take(character)) good_ = false;
  }

  bool take(char character) {
    if (!rest_.starts_with(character)) return false;
    rest_.remove_prefix(1);
    return true;
  }

  std::chrono::nanoseconds fraction() {
    std::int64_t scale = 100'000'000;
    std::int64_t value = digit() * scale;
    while (!rest_.empty() && is_digit(rest_.front())) {
      scale /= 10;
      value += digit() * scale;
    }
    return std::chrono::nanoseconds{value};
  }

  std::chrono::minutes offset() {
    if (take('Z') || take('z')) return std::chrono::minutes{0};
    const int sign = take('-') ? -1 : 1;
    if (sign > 0) expect('+');
    const int hours = number(2, 0, 23);
    expect(':');
    const int minutes = number(2, 0, 59);
    return std::chrono::minutes{sign * (hours * 60 + minutes)};
  }

  [[nodiscard]] bool complete() const { return good_ && rest_.empty(); }

 private:
  int digit() {
    if (rest_.empty() || !is_digit(rest_.front())) {
      good_ = false;
      return 0;
    }
    const int value = rest_.front() - '0';
    rest_.remove_prefix(1);
    return value;
  }

  std::string_view rest_;
  bool good_ = true;
};

/// `value` has no more digits.
void write_digits(std::string& text, std::size_t place, std::size_t digits, std::int64_t value) {
  for (std::size_t left = digits; left > 0; --left, value /= 10) {
    text[place + left - 1] = static_cast<char>('0' + value % 10);
  }
}

}  // namespace

std::string format_timestamp(sim::Time time) {
  const std::chrono::sys_seconds seconds{std::chrono::seconds{sim::unix_seconds(time)}};
  const auto day = std::chrono::floor<std::chrono::days>(seconds);
  const std::chrono::year_month_day date{day};
  const std::chrono::hh_mm_ss clock{seconds - day};
  std::string text = "0000-00-00T00:00:00Z";
  write_digits(text, 0, 4, static_cast<int>(date.year()));
  write_digits(text, 5, 2, static_cast<unsigned>(date.month()));
  write_digits(text, 8, 2, static_cast<unsigned>(date.day()));
  write_digits(text, 11, 2, clock.hours().count());
  write_digits(text, 14, 2, clock.minutes().count());
  write_digits(text, 17, 2, clock.seconds().count());
  return text;
}

std::optional<sim::Time> parse_timestamp(std::string_view text) {
  if (text == "0001-01-01T00:00:00Z") return sim::Time{};
  Reader reader{text};
  const std::chrono::year year{reader.number(4, oldest_year, newest_year)};
  reader.expect('-');
  const std::chrono::month month{static_cast<unsigned>(reader.number(2, 1, 12))};
  reader.expect('-');
  const std::chrono::day day{static_cast<unsigned>(reader.number(2, 1, 31))};
  if (!reader.take('T')) reader.expect('t');
  const std::chrono::hours hours{reader.number(2, 0, 23)};
  reader.expect(':');
  const std::chrono::minutes minutes{reader.number(2, 0, 59)};
  reader.expect(':');
  const std::chrono::seconds seconds{reader.number(2, 0, 59)};
  const std::chrono::nanoseconds fraction = reader.take('.') ? reader.fraction() : std::chrono::nanoseconds{0};
  const std::chrono::minutes offset = reader.offset();
  const std::chrono::year_month_day date{year, month, day};
  if (!reader.complete() || !date.ok()) return std::nullopt;
  const std::chrono::sys_days midnight{date};
  return sim::Time{midnight.time_since_epoch() + hours + minutes + seconds + fraction - offset};
}

}  // namespace podreel::api
