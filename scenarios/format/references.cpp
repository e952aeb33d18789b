#include "scenarios/format/references.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "runtime_fake/glob.hpp"
#include "scenarios/format/actions/pod_facts.hpp"

namespace podreel::format {

namespace {

using actions::PodFacts;
using Referred = Reference::Kind;

/// Returns "web" for "default/web", as in scenarios.
std::string_view short_name(std::string_view pod) {
  constexpr std::string_view prefix = "default/";
  return pod.starts_with(prefix) ? pod.substr(prefix.size()) : pod;
}

std::string accepted_of(std::string_view name, const PodFacts::Names& names) {
  return accepted_names(name, {names.begin(), names.end()});
}

class ReferenceCheck {
 public:
  ReferenceCheck(const actions::PlannedNode& planned, Reading& reading)
      : pods_{planned.pods_ever()}, needs_users_of_images_{!planned.removes_old_images()}, reading_{reading} {}

  void check(const Reference& reference) const {
    const Place place{reading_, reference.path};
    if (reference.kind == Referred::image) {
      if (needs_users_of_images_) check_image(reference, place);
      return;
    }
    if (reference.kind == Referred::config_map) return check_use(reference, place, &PodFacts::config_maps, "ConfigMap");
    if (reference.kind == Referred::secret) return check_use(reference, place, &PodFacts::secrets, "Secret");
    std::size_t fitting = 0;
    PodFacts facts;
    for (const auto& [pod, of_pod] : pods_) {
      if (!runtime_fake::glob_matches_pod(reference.pod, pod)) continue;
      ++fitting;
      if (reference.kind != Referred::pod) facts.add(of_pod);
    }
    if (reference.kind == Referred::pod) {
      if (fitting == 0) place.problem(reference.mark, unknown_pod(reference));
    } else if (fitting != 0) {
      // A missing pod is reported once, not again for each of its containers.
      check_part(reference, facts, place);
    }
  }

 private:
  [[nodiscard]] std::string unknown_pod(const Reference& reference) const {
    std::vector<std::string_view> names;
    for (const auto& [pod, facts] : pods_) names.push_back(short_name(pod));
    const std::string_view found = short_name(reference.pod);
    if (names.empty()) return fmt::format("unknown pod \"{}\": the scenario creates no pods", found);
    return fmt::format("unknown pod \"{}\"{}", found, accepted_names(found, names));
  }

  static void check_part(const Reference& reference, const PodFacts& facts, const Place& place) {
    const std::string& name = reference.name;
    const std::string_view pod = short_name(reference.pod);
    const auto fits = [&name](const std::string& container) { return runtime_fake::glob_matches(name, container); };
    if (reference.kind == Referred::volume || reference.kind == Referred::attached_volume) {
      check_volume(reference, facts, place);
    } else if (reference.kind == Referred::container) {
      if (std::ranges::any_of(facts.containers, fits)) return;
      const std::string in_pod = reference.pod == "*/*" ? "" : fmt::format(" in pod {}", pod);
      place.problem(reference.mark,
                    fmt::format("unknown container \"{}\"{}{}", name, in_pod, accepted_of(name, facts.containers)));
    } else if (reference.kind == Referred::command) {
      if (facts.commands.contains(name)) return;
      place.warning(reference.mark, fmt::format("without effect: no probe or hook of pod {} runs \"{}\"{}", pod, name,
                                                accepted_of(name, facts.commands)));
    } else if (!facts.endpoints.contains(name)) {
      place.warning(reference.mark, fmt::format("without effect: no probe or hook of pod {} uses {}", pod, name));
    }
  }

  static void check_volume(const Reference& reference, const PodFacts& facts, const Place& place) {
    const std::string of_pod = reference.pod == "*/*" ? "" : fmt::format(" of pod {}", short_name(reference.pod));
    const auto fits = [&reference](const std::string& volume) {
      return runtime_fake::glob_matches(reference.name, volume);
    };
    if (std::ranges::none_of(facts.volumes, fits)) {
      place.problem(reference.mark, fmt::format("no container{} mounts a volume \"{}\"{}", of_pod, reference.name,
                                                accepted_of(reference.name, facts.volumes)));
    } else if (reference.kind == Referred::attached_volume && std::ranges::none_of(facts.attached_volumes, fits)) {
      place.problem(reference.mark,
                    fmt::format("the volume \"{}\"{} is not of a type that is attached to nodes{}", reference.name,
                                of_pod, accepted_of(reference.name, facts.attached_volumes)));
    }
  }

  void check_image(const Reference& reference, const Place& place) const {
    PodFacts::Names images;
    for (const auto& [pod, facts] : pods_) images.insert(facts.images.begin(), facts.images.end());
    const bool is_used = std::ranges::any_of(images, [&reference](const std::string& image) {
      return image == reference.name || image + ":latest" == reference.name;
    });
    if (is_used) return;
    place.warning(reference.mark, fmt::format("without effect: no container has the image \"{}\"{}", reference.name,
                                              accepted_of(reference.name, images)));
  }

  void check_use(const Reference& reference, const Place& place, PodFacts::References PodFacts::*references,
                 std::string_view kind) const {
    PodFacts::Names used;
    for (const auto& [pod, facts] : pods_) {
      if (!runtime_fake::glob_matches_pod(reference.pod, pod)) continue;
      for (const auto& [name, keys] : facts.*references) used.insert(name);
    }
    if (used.contains(reference.name)) return;
    place.warning(reference.mark, fmt::format("without effect: no pod refers to the {} \"{}\"{}", kind, reference.name,
                                              used.empty() ? "" : accepted_of(reference.name, used)));
  }

  actions::PlannedNode::Pods pods_;
  bool needs_users_of_images_;
  Reading& reading_;
};

}  // namespace

void check_references(const actions::PlannedNode& planned, Reading& reading) {
  const ReferenceCheck check{planned, reading};
  for (const Reference& reference : reading.references) check.check(reference);
}

}  // namespace podreel::format
