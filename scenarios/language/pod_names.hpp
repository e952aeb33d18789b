// Fields that name pods and containers of the scenario.
#pragma once

#include <string>

#include "scenarios/language/manifests.hpp"
#include "scenarios/language/object.hpp"
#include "scenarios/language/references.hpp"
#include "scenarios/language/scalar_shapes.hpp"

namespace podreel::language {

/// A pod that the scenario creates, as "name" or "namespace/name", with * and ? for several. Read as "namespace/name".
[[nodiscard]] Shape<std::string> pod_name();

/// Completes the declaration of something that is about one container (members `pod` and `container`).
template <class T>
[[nodiscard]] Shape<T> of_container(Object<T> object) {
  return object.required("pod", &T::pod, pod_name(), "The pod.")
      .required("container", &T::container, text().example("app"), "The container, of any kind.")
      .check([](const api::Tree& node, const Place& place, T& value) {
        note_reference(place.member("container"), node.find("container")->mark, value.pod, value.container);
      })
      .shape();
}

}  // namespace podreel::language
