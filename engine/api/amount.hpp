// Resource quantities as exact amounts: "100m", "1.5Gi", "2e3".
#pragma once

#include <boost/multiprecision/cpp_int.hpp>
#include <cstdint>
#include <string_view>

namespace podreel::api {

/// Billionths of the unit.
using Amount = boost::multiprecision::cpp_int;

/// The value of a valid quantity in billionths, rounded down.
[[nodiscard]] Amount nano_units(std::string_view quantity);

/// The value of a valid quantity in units and in thousandths, rounded up as Quantity.Value and MilliValue do; at most
/// 2^63 - 1.
[[nodiscard]] std::int64_t whole_value(std::string_view quantity);
[[nodiscard]] std::int64_t milli_value(std::string_view quantity);

}  // namespace podreel::api
