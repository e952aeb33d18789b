#include "engine/trace/kinds.hpp"

namespace podreel::trace {

Kinds Kinds::named(std::string_view name) noexcept {
  Kinds named;
  [&]<std::size_t... Index>(std::index_sequence<Index...>) {
    (named.bits_.set(Index, std::variant_alternative_t<Index, Payload>::kind == name), ...);
  }
  (std::make_index_sequence<std::variant_size_v<Payload>>{});
  return named.bits_.none() ? all() : named;
}

}  // namespace podreel::trace
