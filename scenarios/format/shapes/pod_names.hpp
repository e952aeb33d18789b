// Fields that name pods and containers of the scenario.
#pragma once

#include <string>
#include <string_view>

#include "scenarios/format/shapes/object.hpp"
#include "scenarios/format/shapes/scalar_shapes.hpp"

namespace podreel::format {

/// Returns "namespace/name" for a name with or without a namespace.
[[nodiscard]] std::string qualified(std::string_view pod_name);

/// Accepts a pod of the scenario as "name" or "namespace/name", with * and ? for several. Read as "namespace/name".
[[nodiscard]] Shape<std::string> pod_name();

/// Completes the declaration of an object about one container (members `pod` and `container`).
template <class T>
[[nodiscard]] Object<T> of_container(Object<T> object) {
  return object.required("pod", &T::pod, pod_name(), "The pod.")
      .required("container", &T::container, text().example("app"), "The container, of any kind.")
      .check([](const api::Tree& node, const Place& place, T& value) {
        place.member("container")
            .reference(node.find("container")->mark, Reference::Kind::container, value.pod, value.container);
      });
}

}  // namespace podreel::format
