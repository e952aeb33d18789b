// spec.explore and spec.choices: where podreel looks for what breaks, and what it found.
#include <algorithm>
#include <fmt/format.h>

#include "engine/timing/table.hpp"
#include "scenarios/checks/invariants/invariant.hpp"
#include "scenarios/format/format.hpp"
#include "scenarios/format/shapes/object.hpp"
#include "scenarios/format/shapes/scalar_shapes.hpp"

namespace podreel::language {

namespace {

Shape<FaultKind> fault_kind_shape() {
  std::vector<std::string> names;
  for (const FaultKindName& known : fault_kind_names) names.emplace_back(known.name);
  return adapted<FaultKind>(one_of("something that goes wrong", std::move(names)),
                            [](std::string&& name, FaultKind& kind) {
                              kind = std::ranges::find(fault_kind_names, name, &FaultKindName::name)->kind;
                            });
}

Shape<std::string> site_shape() {
  std::vector<std::string> names;
  for (const timing::SiteName& known : timing::sites()) names.emplace_back(known.name);
  return one_of("a site of `podreel versions --timing`", std::move(names));
}

void check_choice(const api::Tree& node, const Place& place, sim::Choice& choice) {
  const timing::Site site = *timing::find_site(choice.site);
  if (!timing::is_possible(site, choice.options)) {
    place.member("options").problem(node.find("options")->mark,
                                    fmt::format("found {}, accepted: {} at the site {}", choice.options,
                                                timing::possible_options(site), choice.site));
  } else if (choice.value >= choice.options) {
    place.member("value").problem(node.find("value")->mark, fmt::format("found {}, accepted: less than the {} options",
                                                                        choice.value, choice.options));
  }
}

}  // namespace

Shape<std::string> invariant_name() {
  std::vector<std::string> names;
  for (const invariants::Invariant* invariant : invariants::library()) names.emplace_back(invariant->name);
  const Shape<std::string> current = one_of("an invariant of `podreel explore --list`", std::move(names));
  return {current.accepted(),
          [current](const api::Tree& node, const Place& place, std::string& name) {
            const std::string_view today = invariants::current_name(node.text);
            if (node.kind != api::Tree::Kind::string || today == node.text) return current.read(node, place, name);
            place.warning(node.mark, fmt::format("\"{}\" is a former name; write {}", node.text, today));
            name = today;
            return true;
          },
          current.any()->schema};
}

Shape<ExploreSettings> explore_shape() {
  return Object<ExploreSettings>{"explore", "What `podreel explore` varies and holds the runs against."}
      .field("allow", &ExploreSettings::allow, list_of(fault_kind_shape()), "What may go wrong; default: everything.")
      .field("atOnce", &ExploreSettings::at_once, integer<std::size_t>(1, most_at_once),
             "How many things go wrong in one run, at most; default 2.")
      .field("from", &ExploreSettings::from, duration(), "Nothing goes wrong before; default 0s.")
      .field("until", &ExploreSettings::until, duration_or("end"), "Nothing goes wrong from then on; default end.")
      .field("keeps", &ExploreSettings::keeps, list_of(invariant_name()),
             "Which invariants; default: the whole library.")
      .field("expectations", &ExploreSettings::expectations, boolean(),
             "The scenario's own `always`, `never` and `by` are invariants, too; default false.")
      .shape();
}

Shape<sim::Choice> choice_shape() {
  return Object<sim::Choice>{"takenChoice", "How something that is left to chance turns out."}
      .required("site", &sim::Choice::site, site_shape(), "What is decided.")
      .required("key", &sim::Choice::key, possibly_empty_text(), "About what: a pod's UID, a container, a probe.")
      .field("index", &sim::Choice::index, integer<std::uint64_t>(0), "The how manieth such decision; default 0.")
      .required("options", &sim::Choice::options, integer<std::uint64_t>(1), "How many possibilities there are.")
      .required("value", &sim::Choice::value, integer<std::uint64_t>(0), "Which of them, from 0 on.")
      .check(check_choice)
      .shape();
}

}  // namespace podreel::language
