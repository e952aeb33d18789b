#include "tests/support/extreme_values.hpp"

#include <cstdint>
#include <limits>

namespace podreel::testing {

namespace {

using nlohmann::json;
using types::Kind;

void find_negative(const json& value, const std::string& place, std::string& found) {
  if (!found.empty()) return;
  if (value.is_number() && value < 0 && !place.ends_with("xitCode")) found = place + ": " + value.dump();
  if (value.is_object()) {
    for (const auto& [key, member] : value.items()) find_negative(member, place + '/' + key, found);
  } else if (value.is_array()) {
    for (std::size_t at = 0; at < value.size(); ++at) find_negative(value[at], place + '/' + std::to_string(at), found);
  }
}

}  // namespace

const std::vector<json>& extreme_numbers() {
  static const std::vector<json> numbers{
      0,
      1,
      -1,
      std::numeric_limits<std::int32_t>::min(),
      std::numeric_limits<std::int32_t>::max(),
      std::numeric_limits<std::uint32_t>::max(),
      9223372036,
      std::numeric_limits<std::int64_t>::min(),
      std::numeric_limits<std::int64_t>::max(),
      std::numeric_limits<std::uint64_t>::max(),
      1e18,
  };
  return numbers;
}

const std::vector<json>& extreme_spans() {
  static const std::vector<json> spans{
      "0s",      "1ns",    "-5s",    "2147483648s",           "9223372036s",           "9223372036854775807s",
      "106751d", "87672h", "87673h", "99999999999999999999h", "9223372036854775807ns", "0.000000001s",
  };
  return spans;
}

const std::vector<json>& extreme_quantities() {
  static const std::vector<json> quantities{
      "0",
      "-1",
      "1n",
      "1e-30",
      "1E",
      "8Ei",
      "9223372036854775807",
      "9223372036854775808",
      "1e18",
      "1e900",
      "-8Ei",
      "123456789012345678901234567890123456789012345678901234567890",
  };
  return quantities;
}

const std::vector<json>& extreme_instants() {
  static const std::vector<json> instants{
      "0001-01-01T00:00:00Z", "1677-09-21T00:12:44Z",  "1678-01-01T00:00:00Z",
      "1969-12-31T23:59:59Z", "1970-01-01T00:00:00Z",  "2024-01-01T00:00:01Z",
      "2038-01-19T03:14:08Z", "2159-12-31T23:59:59Z",  "2160-02-29T00:00:00Z",
      "2261-12-31T23:59:59Z", "2262-04-11T23:47:16Z",  "2262-04-11T23:47:17Z",
      "9999-12-31T23:59:59Z", "10000-01-01T00:00:00Z", "2261-12-31T23:59:59.999999999-23:59",
  };
  return instants;
}

std::vector<json> extremes_of(Kind kind) {
  std::vector<json> values;
  const auto add = [&values](const std::vector<json>& more) { values.insert(values.end(), more.begin(), more.end()); };
  if (kind == Kind::integer || kind == Kind::int_or_string || kind == Kind::quantity) add(extreme_numbers());
  if (kind == Kind::quantity) add(extreme_quantities());
  if (kind == Kind::int_or_string) add({"99999999999", "100%", "-1"});
  if (kind == Kind::time) add(extreme_instants());
  return values;
}

bool is_negative(const json& value) {
  if (value.is_number()) return value < 0;
  return value.is_string() && value.get_ref<const std::string&>().starts_with('-');
}

std::string negative_number(const json& printed) {
  std::string found;
  find_negative(printed, "", found);
  return found;
}

}  // namespace podreel::testing
