#include "scenarios/format/format.hpp"

#include "scenarios/format/shapes/object.hpp"
#include "scenarios/format/shapes/scalar_shapes.hpp"

namespace podreel::language {

namespace {

using namespace std::chrono_literals;
using Texts = std::map<std::string, std::string>;

Shape<Metadata> metadata_shape() {
  return Object<Metadata>{"metadata", "The scenario's name and what else is to be known about it."}
      .required("name", &Metadata::name, text(), "Its name.")
      .field("labels", &Metadata::labels, map_of<Texts>(possibly_empty_text()), "Free labels, for --filter.")
      .field("annotations", &Metadata::annotations, map_of<Texts>(possibly_empty_text()),
             "Free annotations; podreel.dev/source links what the scenario replays.")
      .shape();
}

Shape<timing::Model> timing_shape() {
  const Shape<std::string> name = one_of("a model of time", {std::string{to_string(timing::Model::measured)},
                                                             std::string{to_string(timing::Model::ideal)}});
  return adapted<timing::Model>(name,
                                [](std::string&& text, timing::Model& model) { model = *timing::parse_model(text); });
}

void refuse_late_questions(const api::Tree& /*node*/, const Place& place, WrittenSpec& spec) {
  for (std::size_t index = 0; index < spec.questions.size(); ++index) {
    const Expectation& question = spec.questions[index];
    const sim::Duration at = std::get<Question>(question.what).at;
    if (!spec.duration || at <= *spec.duration) continue;
    place.member("questions").item(index).member("at").problem(question.mark, "is after the end of the run");
  }
}

Shape<WrittenSpec> spec_shape() {
  const auto end = duration_or("settled");
  return Object<WrittenSpec>{"spec", "What is set up, what happens, and what is expected."}
      .field("description", &WrittenSpec::description, text(), "One line for listings; more lines for readers.")
      .field("duration", &WrittenSpec::duration, end,
             "How long the simulation runs; default settled: until nothing more can happen, at most 24h.")
      .field("seed", &WrittenSpec::seed, integer<std::uint64_t>(0), "Decides what the input leaves open; default 1.")
      .field("timing", &WrittenSpec::timing, timing_shape(),
             "As measured (the default), or ideal: nothing takes time or waits by chance, the seed decides nothing.")
      .field("variables", &WrittenSpec::variables, map_of<Texts>(any_scalar()),
             "Names with default values; ${name} in any value stands for it, --set name=value changes it.")
      .field("matrix", &WrittenSpec::matrix,
             map_of<std::map<std::string, std::vector<std::string>>>(list_of(any_scalar()))
                 .example(Json{{"kubelet", release::example_releases}}),
             "Values for `kubelet` (its version) or for variables: the scenario runs once for each combination.")
      .field("node", &WrittenSpec::node, node_shape(), "The simulated node.")
      .field("runtime", &WrittenSpec::runtime, runtime_shape(), "How the container runtime behaves.")
      .field("volumes", &WrittenSpec::volumes, list_of(volume_shape()),
             "How the pods' volumes are attached, mounted and unmounted; what is not said is done at once.")
      .field("timeline", &WrittenSpec::timeline, list_of(actions::step_shape()), "What happens from outside.")
      .field("expect", &WrittenSpec::expectations, list_of(expectation_shape()), "What must have been seen at the end.")
      .field("questions", &WrittenSpec::questions, list_of(question_shape()),
             "What `podreel lesson` asks before it shows; the run answers.")
      .field("choices", &WrittenSpec::choices, list_of(choice_shape()),
             "What is left to chance and does not follow from the seed, as `podreel run --record-choices` tells it.")
      .field("explore", &WrittenSpec::explore, explore_shape(), "What `podreel explore` varies.")
      .check(refuse_late_questions)
      .shape();
}

}  // namespace

const Shape<WrittenScenario>& scenario_shape() {
  static const Shape<WrittenScenario> shape =
      Object<WrittenScenario>{"scenario", "A scenario: what happens to a simulated node, and what is expected."}
          .required("apiVersion", &WrittenScenario::api_version,
                    one_of("a version of the format", {std::string{scenario_api_version}}),
                    "The version of the format.")
          .required("kind", &WrittenScenario::kind, one_of("a scenario", {std::string{scenario_kind}}), "Scenario.")
          .required("metadata", &WrittenScenario::metadata, metadata_shape(), "The scenario's name.")
          .required("spec", &WrittenScenario::spec, spec_shape(), "What is set up, what happens, what is expected.")
          .shape();
  return shape;
}

}  // namespace podreel::language
