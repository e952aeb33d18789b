#include "scenarios/language/pod_names.hpp"

namespace podreel::language {

Shape<std::string> pod_name() {
  const Shape<std::string> name = text();
  return Shape<std::string>{"a pod's name",
                            [name](const api::Tree& node, const Place& place, std::string& pod) {
                              if (!name.read(node, place, pod)) return false;
                              pod = qualified(pod);
                              note_reference(place, node.mark, pod);
                              return true;
                            },
                            name.schema}
      .example("web");
}

}  // namespace podreel::language
