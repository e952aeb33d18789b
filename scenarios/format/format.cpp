#include "scenarios/format/format.hpp"

#include "scenarios/format/shapes/object.hpp"
#include "scenarios/format/shapes/scalar_shapes.hpp"

namespace podreel::format {

namespace {

using namespace std::chrono_literals;
using Texts = std::map<std::string, std::string>;

Shape<Metadata> metadata_shape() {
  return Object<Metadata>{"metadata", "The scenario's name, labels and annotations."}
      .required("name", &Metadata::name, text(), "Its name.")
      .field("labels", &Metadata::labels, map_of<Texts>(possibly_empty_text()),
             "Free labels, which `podreel test --selector` selects by.")
      .field("annotations", &Metadata::annotations, map_of<Texts>(possibly_empty_text()),
             "Free annotations; podreel.dev/source links the source of the scenario.")
      .shape();
}

Shape<timing::Model> timing_shape() {
  const Shape<std::string> name = one_of("a model of time", {std::string{to_string(timing::Model::measured)},
                                                             std::string{to_string(timing::Model::ideal)}});
  return adapted<timing::Model>(name,
                                [](std::string&& text, timing::Model& model) { model = *timing::parse_model(text); });
}

void reject_late_requests(const api::Tree& /*node*/, const Place& place, WrittenSpec& spec) {
  for (std::size_t index = 0; index < spec.questions.size(); ++index) {
    const Expectation& question = spec.questions[index];
    const sim::Duration at = std::get<Question>(question.what).at;
    if (!spec.duration || at <= *spec.duration) continue;
    place.member("questions").item(index).member("at").problem(question.mark, "must not be after the end of the run");
  }
}

Shape<WrittenSpec> spec_shape() {
  const auto end = duration_or("settled");
  return Object<WrittenSpec>{"spec", "Setup, timeline and expectations."}
      .field("description", &WrittenSpec::description, text(), "One line for listings; more lines for readers.")
      .field("duration", &WrittenSpec::duration, end,
             "Simulated time; default settled: until nothing more can happen, at most 24h.")
      .field("seed", &WrittenSpec::seed, integer<std::uint64_t>(0), "Seed of all random choices; default 1.")
      .field("timing", &WrittenSpec::timing, timing_shape(),
             "measured (the default), or ideal: no latencies and no jitter, and the seed has no effect.")
      .field("variables", &WrittenSpec::variables, map_of<Texts>(any_scalar()),
             "Variables with default values. ${name} in a value is replaced; --set name=value changes it.")
      .field("matrix", &WrittenSpec::matrix,
             map_of<std::map<std::string, std::vector<std::string>>>(list_of(any_scalar()))
                 .example(Json{{"kubelet", release::example_releases}}),
             "Values for `kubelet` (its version) or variables: the scenario runs once for each combination.")
      .field("node", &WrittenSpec::node, node_shape(), "The simulated node.")
      .field("runtime", &WrittenSpec::runtime, runtime_shape(), "Behaviour of the container runtime.")
      .field("volumes", &WrittenSpec::volumes, list_of(volume_shape()),
             "Durations and failures of volume operations; other operations succeed at once.")
      .field("timeline", &WrittenSpec::timeline, list_of(actions::step_shape()), "External events.")
      .field("expect", &WrittenSpec::expectations, list_of(expectation_shape()), "Expectations of the run.")
      .field("questions", &WrittenSpec::questions, list_of(question_shape()),
             "Questions of `podreel lesson`; the run determines the right answers.")
      .field(
          "exercise", &WrittenSpec::exercise, list_of(expectation_shape()),
          "Expectations of a solution of the exercise that `podreel lesson` sets; the scenario itself may fail them.")
      .field("choices", &WrittenSpec::choices, list_of(choice_shape()),
             "Random choices that override the seed, as `podreel run --record-choices` writes them.")
      .field("explore", &WrittenSpec::explore, explore_shape(), "Settings of `podreel explore`.")
      .field("golden", &WrittenSpec::golden, golden_shape(), "The golden timeline beside the scenario.")
      .check(reject_late_requests)
      .shape();
}

}  // namespace

const Shape<WrittenScenario>& scenario_shape() {
  // Not destroyed at the end of the process, where that would only take time.
  static const auto& shape = *new Shape<WrittenScenario>{
      Object<WrittenScenario>{"scenario", "A scenario: events on a simulated node, and expectations."}
          .required("apiVersion", &WrittenScenario::api_version,
                    one_of("a version of the format", {std::string{scenario_api_version}}),
                    "The version of the format.")
          .required("kind", &WrittenScenario::kind, one_of("a scenario", {std::string{scenario_kind}}), "Scenario.")
          .required("metadata", &WrittenScenario::metadata, metadata_shape(), "The scenario's name.")
          .required("spec", &WrittenScenario::spec, spec_shape(), "Setup, timeline and expectations.")
          .shape()};
  return shape;
}

}  // namespace podreel::format
