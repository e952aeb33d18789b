#include "scenarios/format/shapes/pod_names.hpp"

#include <fmt/format.h>

namespace podreel::format {

std::string qualified(std::string_view pod_name) {
  return pod_name.find('/') == std::string_view::npos ? fmt::format("default/{}", pod_name) : std::string{pod_name};
}

Shape<std::string> pod_name() {
  const Shape<std::string> name = text();
  return Shape<std::string>{"a pod's name",
                            [name](const api::Tree& node, const Place& place, std::string& pod) {
                              if (!name.read(node, place, pod)) return false;
                              pod = qualified(pod);
                              place.reference(node.mark, Reference::Kind::pod, pod);
                              return true;
                            },
                            name.any()->schema}
      .example("web");
}

}  // namespace podreel::format
