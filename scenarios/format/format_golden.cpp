// spec.golden: what the golden timeline of a scenario has.
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "engine/trace/record.hpp"
#include "scenarios/format/format.hpp"
#include "scenarios/format/shapes/object.hpp"
#include "scenarios/format/shapes/scalar_shapes.hpp"

namespace podreel::format {

namespace {

template <std::size_t... Index>
std::vector<std::string> record_kinds(std::index_sequence<Index...> /*all*/) {
  return {std::string{std::variant_alternative_t<Index, trace::Payload>::kind}...};
}

}  // namespace

Shape<GoldenSettings> golden_shape() {
  std::vector<std::string> kinds = record_kinds(std::make_index_sequence<std::variant_size_v<trace::Payload>>{});
  return Object<GoldenSettings>{"golden", "The golden timeline, which `podreel test --update` writes."}
      .field("kinds", &GoldenSettings::kinds, list_of(one_of("a kind of record", std::move(kinds))),
             "Kinds of records that it has; default: all.")
      .shape();
}

}  // namespace podreel::format
