// The table of messages, held against the fields of pods that the API has.
#include "tools/serve/wire_message.hpp"

#include <doctest/doctest.h>
#include <set>
#include <string>

#include "engine/types/catalogue.hpp"

namespace podreel::serve {

namespace {

/// JSON names of a message's fields.
std::set<std::string_view> names_in(const WireMessage& message) {
  std::set<std::string_view> names;
  for (const WireField& field : message.fields) {
    if (!field.name.empty()) names.insert(field.name);
    if (field.name.empty()) names.merge(names_in(*field.message));
  }
  return names;
}

std::size_t depth_of(const WireMessage& message, std::size_t around = 0) {
  constexpr std::size_t too_deep = 50;
  REQUIRE_MESSAGE(around < too_deep, std::string{message.name});
  std::size_t deepest = around;
  for (const WireField& field : message.fields) {
    if (field.message != nullptr) deepest = std::max(deepest, depth_of(*field.message, around + 1));
  }
  return deepest;
}

}  // namespace

TEST_CASE("fields of a message are found by their numbers") {
  const WireMessage* container = WireMessages::built_in().find("Container");
  REQUIRE(container != nullptr);
  CHECK(container->find(2)->name == "image");
  CHECK(container->find(2)->kind == WireKind::text);
  CHECK(container->find(8)->message == WireMessages::built_in().find("ResourceRequirements"));
  CHECK(container->find(3)->shape == WireShape::list);
  CHECK(container->find(99) == nullptr);
  CHECK(WireMessages::built_in().find("Widget") == nullptr);
}

TEST_CASE("no message contains itself") {
  for (const auto& [name, message] : WireMessages::built_in().all()) CHECK(depth_of(message) < 20);
}

TEST_CASE("every field of a pod that any release has has a number") {
  // Of releases whose clients sent other messages: handlers were renamed, initializers and fields of managers have
  // gone.
  const std::set<std::string> gone{"Handler", "ObjectMeta.initializers", "Initializers", "Initializer",
                                   "ManagedFieldsEntry.fields"};
  const WireMessages& messages = WireMessages::built_in();
  for (const auto& [type, rows] : types::Catalogue::built_in().table().types()) {
    const std::string_view name = types::without_package(type);
    const WireMessage* message = messages.find(name);
    const bool is_of_answers = name == "Status" || name == "StatusDetails" || name == "StatusCause" ||
                               name == "ListMeta" || name == "TypeMeta";
    if (is_of_answers || gone.contains(std::string{name})) continue;
    for (const types::FieldRow& row : rows) {
      const std::string path = std::string{name} + '.' + std::string{row.json};
      const bool is_of_envelope = row.json == "kind" || row.json == "apiVersion";
      if (!row.is_in(types::Api::v1, {}) || row.inlined || gone.contains(path)) continue;
      if (is_of_envelope && name == "Pod") continue;
      REQUIRE_MESSAGE(message != nullptr, std::string{name});
      CHECK_MESSAGE(names_in(*message).contains(row.json), path);
    }
  }
}

}  // namespace podreel::serve
