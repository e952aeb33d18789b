#include "engine/trace/unexplained.hpp"

#include <variant>

namespace podreel::trace {

namespace {

template <class Payload>
concept Explainable = requires(Payload payload) {
  payload.explanation;
};

}  // namespace

bool is_explained(const Record& record) noexcept {
  return std::visit(
      [](const auto& payload) {
        if constexpr (Explainable<decltype(payload)>) {
          return payload.explanation != nullptr;
        } else {
          return false;
        }
      },
      record.payload);
}

Record unexplained(Record record) {
  std::visit(
      [](auto& payload) {
        if constexpr (Explainable<decltype(payload)>) payload.explanation = nullptr;
      },
      record.payload);
  return record;
}

}  // namespace podreel::trace
