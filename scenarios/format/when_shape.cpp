#include "scenarios/format/when_shape.hpp"

#include "scenarios/format/shapes/object.hpp"
#include "scenarios/format/shapes/release_ranges.hpp"
#include "scenarios/format/shapes/scalar_shapes.hpp"

namespace podreel::format {

Shape<When> when_shape() {
  return Object<When>{"when", "Runs to which an expectation or a question applies."}
      .field("kubelet", &When::kubelet, release_ranges(),
             "The kubelet's release at the start: \"1.28\", {since: \"1.29\", until: \"1.32\"}, or a list of these.")
      .field("variables", &When::variables, map_of<std::map<std::string, std::string>>(any_scalar()),
             "Variables and their required values.")
      .shape();
}

}  // namespace podreel::format
