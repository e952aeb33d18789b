// addConfigMap, removeConfigMap, addSecret, removeSecret.
#include "engine/apiserver/config_objects.hpp"

#include <fmt/format.h>

#include "scenarios/format/actions/preparation.hpp"
#include "scenarios/format/actions/step.hpp"
#include "scenarios/format/shapes/pod_names.hpp"
#include "scenarios/format/shapes/scalar_shapes.hpp"

namespace podreel::actions {

namespace {

using apiserver::ConfigKind;
using format::Reference;

/// An object that a step adds does not exist before; one that steps only remove exists from the start.
template <class A>
class ConfigAction : public Kind<A, Request>, public PreparedAction {
 public:
  /// "namespace/name".
  std::string object{};
};

template <class A, ConfigKind config>
class Add : public ConfigAction<A> {
 public:
  apiserver::ConfigObjects::Data data{};

  void prepare(ActionContext& context) const override {
    context.api_server().config_objects().expect(config, this->object);
  }

 private:
  void ask(apiserver::ApiServer& server) const override { server.put_config(config, this->object, data); }
};

template <class A, ConfigKind config>
class Remove : public ConfigAction<A> {
 public:
  void prepare(ActionContext& context) const override {
    context.api_server().config_objects().assume(config, this->object);
  }

 private:
  void ask(apiserver::ApiServer& server) const override { server.remove_config(config, this->object); }
};

class AddConfigMap final : public Add<AddConfigMap, ConfigKind::config_map> {
 public:
  static constexpr std::string_view kind = "addConfigMap";
};

class RemoveConfigMap final : public Remove<RemoveConfigMap, ConfigKind::config_map> {
 public:
  static constexpr std::string_view kind = "removeConfigMap";
};

class AddSecret final : public Add<AddSecret, ConfigKind::secret> {
 public:
  static constexpr std::string_view kind = "addSecret";
};

class RemoveSecret final : public Remove<RemoveSecret, ConfigKind::secret> {
 public:
  static constexpr std::string_view kind = "removeSecret";
};

/// Records the name, to warn of objects that no pod refers to.
Shape<std::string> object_name(Reference::Kind kind) {
  const Shape<std::string> name = format::text();
  return Shape<std::string>{"a name",
                            [name, kind](const api::Tree& node, const Place& place, std::string& object) {
                              if (!name.read(node, place, object)) return false;
                              object = format::qualified(object);
                              const std::size_t slash = object.find('/');
                              place.reference(node.mark, kind, object.substr(0, slash) + "/*",
                                              object.substr(slash + 1));
                              return true;
                            },
                            name.any()->schema}
      .example("settings");
}

template <class A>
Object<A> named(std::string_view about, Reference::Kind kind) {
  return Object<A>{A::kind, about}.required("name", &A::object, object_name(kind), "Its name, or namespace/name.");
}

/// Checks as ValidateConfigMap and ValidateSecret do (pkg/apis/core/validation).
template <class A>
void check_size(const api::Tree& node, const Place& place, A& object) {
  constexpr std::size_t size_max = 1024 * 1024;
  std::size_t size = 0;
  for (const auto& [key, value] : object.data) size += value.size();
  if (size <= size_max) return;
  place.member("data").problem(node.find("data")->mark,
                               fmt::format("found {} bytes; the API server accepts at most {}", size, size_max));
}

template <class A>
Object<A> with_data(Object<A> object) {
  object.check(check_size<A>);
  return object.field(
      "data", &A::data,
      format::map_of<apiserver::ConfigObjects::Data>(format::possibly_empty_text()).example({{"colour", "blue"}}),
      "Its keys, with their values.");
}

}  // namespace

void add_config_objects(StepFields& step) {
  constexpr auto config_map = Reference::Kind::config_map;
  constexpr auto secret = Reference::Kind::secret;
  step.action(with_data(
      named<AddConfigMap>("Creates a ConfigMap, which did not exist before, or replaces its keys.", config_map)));
  step.action(
      named<RemoveConfigMap>("Deletes a ConfigMap. ConfigMaps that no step names exist, with every key.", config_map));
  step.action(
      with_data(named<AddSecret>("Creates a Secret, which did not exist before, or replaces its keys.", secret)));
  step.action(named<RemoveSecret>("Deletes a Secret. Secrets that no step names exist, with every key.", secret));
}

}  // namespace podreel::actions
