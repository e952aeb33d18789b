// All durations and random outcomes of a node: one table.
#pragma once

#include <chrono>
#include <span>
#include <string>
#include <variant>

#include "engine/release/behaviour/looping.hpp"
#include "engine/release/behaviour/node_status.hpp"
#include "engine/release/behaviour/probing.hpp"
#include "engine/release/behaviour/resizing.hpp"
#include "engine/timing/rows.hpp"

namespace podreel::timing {

using std::chrono_literals::operator""h;
using std::chrono_literals::operator""min;
using std::chrono_literals::operator""s;
using std::chrono_literals::operator""ms;
using std::chrono_literals::operator""us;
using std::chrono_literals::operator""ns;

#define SITE(...)
#define ROW(Kind, id, what, evidence, ...) inline constexpr Kind id{{#id, what, evidence}, __VA_ARGS__};
#include "engine/timing/table.inc"
#undef ROW
#undef SITE

using AnyRow =
    std::variant<const Period*, const Cost*, const Spread*, const Jitter*, const Odds*, const Race*, const Order*>;

/// All rows, in the order of the table.
[[nodiscard]] std::span<const AnyRow> rows();

/// Returns whether a decision at the site can have this many possibilities.
[[nodiscard]] bool is_possible(Site site, std::uint64_t options);
/// "2 to 5 or 36", "2 or more": what is_possible.
[[nodiscard]] std::string possible_options(Site site);
[[nodiscard]] std::string to_string(const Options& options);

}  // namespace podreel::timing
