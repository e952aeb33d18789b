#include "podreel/trace.hpp"

#include <array>
#include <nlohmann/json.hpp>
#include <utility>
#include <variant>

#include "engine/trace/json_tree.hpp"
#include "engine/trace/narration.hpp"
#include "scenarios/public/record_source.hpp"

namespace podreel {

namespace {

/// In the order of RecordKind, which is the order of the engine's alternatives.
template <std::size_t... Index>
constexpr auto names_of_kinds(std::index_sequence<Index...> /*indexes*/) {
  return std::array{std::variant_alternative_t<Index, trace::Payload>::kind...};
}
constexpr auto kind_names = names_of_kinds(std::make_index_sequence<std::variant_size_v<trace::Payload>>{});

}  // namespace

std::string_view to_string(RecordKind kind) noexcept {
  return kind_names.at(static_cast<std::size_t>(kind));
}

std::chrono::nanoseconds Record::virtual_time() const noexcept {
  return source_.record.time - source_.start;
}

RecordKind Record::kind() const noexcept {
  return static_cast<RecordKind>(source_.record.payload.index());
}

std::string_view Record::pod() const noexcept {
  return source_.record.pod;
}

nlohmann::json Record::json() const {
  return trace::json_of(source_.record, source_.start);
}

Narration Record::narration() const {
  trace::Narration words = trace::narrate(source_.record);
  return {std::move(words.who), std::move(words.what), std::move(words.why), std::move(words.reasons), words.is_detail};
}

}  // namespace podreel
