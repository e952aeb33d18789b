// spec.explore and spec.choices: settings and findings of the explorer.
#include <algorithm>
#include <fmt/format.h>

#include "engine/timing/table.hpp"
#include "scenarios/checks/invariants/invariant.hpp"
#include "scenarios/format/format.hpp"
#include "scenarios/format/shapes/object.hpp"
#include "scenarios/format/shapes/scalar_shapes.hpp"

namespace podreel::format {

namespace {

Shape<FaultKind> fault_kind_shape() {
  std::vector<std::string> names;
  for (const FaultKindName& known : fault_kind_names) names.emplace_back(known.name);
  return adapted<FaultKind>(one_of("a kind of fault", std::move(names)), [](std::string&& name, FaultKind& kind) {
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
  return Object<ExploreSettings>{"explore", "Faults and invariants of `podreel explore`."}
      .field("allow", &ExploreSettings::allow, list_of(fault_kind_shape()), "Kinds of faults; default: all.")
      .field("atOnce", &ExploreSettings::at_once, integer<std::size_t>(1, max_concurrent),
             "Maximum number of faults in one run; default 2.")
      .field("from", &ExploreSettings::from, duration(), "No faults before this time; default 0s.")
      .field("until", &ExploreSettings::until, duration_or("end"), "No faults from this time on; default end.")
      .field("keeps", &ExploreSettings::keeps, list_of(invariant_name()), "Invariants; default: the whole library.")
      .field("expectations", &ExploreSettings::expectations, boolean(),
             "Whether the scenario's own `always`, `never` and `by` are invariants too; default false.")
      .shape();
}

Shape<sim::Choice> choice_shape() {
  return Object<sim::Choice>{"takenChoice", "The result of a random choice."}
      .required("site", &sim::Choice::site, site_shape(), "The site of the choice.")
      .required("key", &sim::Choice::key, possibly_empty_text(),
                "The subject of the choice: a pod's UID, a container, a probe.")
      .field("index", &sim::Choice::index, integer<std::uint64_t>(0),
             "The index of the choice for this site and key; default 0.")
      .required("options", &sim::Choice::options, integer<std::uint64_t>(1), "Number of options.")
      .required("value", &sim::Choice::value, integer<std::uint64_t>(0), "The chosen option, counted from 0.")
      .check(check_choice)
      .shape();
}

}  // namespace podreel::format
