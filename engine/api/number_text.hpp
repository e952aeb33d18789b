// Numbers as Go's encoding/json writes them, which is how they reach an API server.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace podreel::api {

/// The shortest text that reads back as `value`: "0.1", "1000", "1e+21", "1e-7". `value` must be finite.
[[nodiscard]] std::string go_json_number(double value);

/// Returns the number in single precision, as sigs.k8s.io/yaml writes a number that is a map key: "1.2", "1e-05".
[[nodiscard]] std::string go_key_number(double value);

/// The number nearest to a decimal such as "-0.5" or "1e21", whatever the locale; no value if it is beyond all numbers.
/// Without a sign "+".
[[nodiscard]] std::optional<double> read_real(std::string_view decimal);

}  // namespace podreel::api
