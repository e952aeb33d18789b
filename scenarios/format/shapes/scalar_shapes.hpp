// Shapes of single values.
#pragma once

#include <charconv>
#include <concepts>
#include <fmt/format.h>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "engine/api/container.hpp"
#include "engine/release/release.hpp"
#include "engine/sim/time.hpp"
#include "scenarios/format/shapes/shape.hpp"

namespace podreel::format {

/// Accepts any text that is not empty.
[[nodiscard]] Shape<std::string> text();
[[nodiscard]] Shape<std::string> possibly_empty_text();
[[nodiscard]] Shape<bool> boolean();

/// Accepts one of the given texts; `what` names them in messages ("a CRI call").
[[nodiscard]] Shape<std::string> one_of(std::string what, std::vector<std::string> names);

/// Accepts a duration from `minimum` to `maximum`.
[[nodiscard]] Shape<sim::Duration> duration(sim::Duration minimum = {}, sim::Duration maximum = sim::Duration::max());

/// Accepts a duration, or `word` for none.
[[nodiscard]] Shape<std::optional<sim::Duration>> duration_or(std::string word);

/// Accepts a release that podreel simulates: "1.30" or "1.30.7".
[[nodiscard]] Shape<release::Release> simulated_release();

/// Accepts a text, number or boolean, and keeps it unchanged.
[[nodiscard]] Shape<std::string> any_scalar();

/// Accepts any value, kept as JSON.
[[nodiscard]] Shape<nlohmann::json> tree(std::string accepted);

/// Accepts "0.5%", with at most four decimals; read as millionths of the whole.
[[nodiscard]] Shape<std::uint32_t> percentage();

/// Accepts an amount of memory: 10Mi.
[[nodiscard]] Shape<std::int64_t> bytes();

/// Accepts quantities by resource name: {cpu: 500m, memory: 1Gi}.
[[nodiscard]] Shape<api::ResourceList> resource_list();

template <std::integral Int>
[[nodiscard]] Shape<Int> integer(Int minimum, Int maximum = std::numeric_limits<Int>::max()) {
  std::string accepted = maximum == std::numeric_limits<Int>::max()
                             ? fmt::format("an integer of at least {}", minimum)
                             : fmt::format("an integer from {} to {}", minimum, maximum);
  return {accepted,
          [=](const api::Tree& node, const Place& place, Int& value) {
            const char* end = node.text.data() + node.text.size();
            const auto [stop, error] = std::from_chars(node.text.data(), end, value);
            const bool whole = node.kind == api::Tree::Kind::integer && stop == end && error == std::errc{};
            if (whole && value >= minimum && value <= maximum) return true;
            place.mismatch(node, accepted);
            return false;
          },
          [=](Definitions&) {
            Json schema{{"type", "integer"}, {"minimum", minimum}};
            if (maximum != std::numeric_limits<Int>::max()) schema["maximum"] = maximum;
            return schema;
          }};
}

}  // namespace podreel::format
