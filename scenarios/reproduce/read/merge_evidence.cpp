// Assigns evidence that names no pod or container.
#include <algorithm>
#include <array>
#include <string_view>

#include "engine/api/ascii.hpp"
#include "engine/api/json_member.hpp"
#include "scenarios/reproduce/known_causes.hpp"
#include "scenarios/reproduce/read/nodes.hpp"
#include "scenarios/reproduce/read/pod_names.hpp"
#include "scenarios/reproduce/read/read.hpp"

namespace podreel::reproduce {

namespace {

/// Name of a pod whose name is unknown.
constexpr std::string_view unnamed = "pod";

bool has_event(const SeenPod& pod, std::initializer_list<std::string_view> reasons) {
  return std::ranges::any_of(reasons, [&pod](std::string_view reason) { return pod.event(reason) != nullptr; });
}

/// Score of how well a pod's rows fit events that name no pod.
int fits(const SeenPod& pod, const SeenPod& nameless) {
  if (pod.rows.empty()) return 1;
  const std::string& status = pod.rows.back().status;
  const bool never_started = !has_event(nameless, {"Started", "Created", "Pulled", "Unhealthy", "BackOff"});
  const bool sandbox = has_event(nameless, {"FailedCreatePodSandBox", "SandboxChanged", "FailedMount"});
  if (status == "ContainerCreating") return never_started && sandbox ? 4 : 0;
  if (status.find("CrashLoopBackOff") != std::string::npos) return has_event(nameless, {"BackOff"}) ? 4 : 1;
  if (status.find("Image") != std::string::npos) return has_event(nameless, {"Failed"}) ? 4 : 0;
  const bool is_ready = pod.rows.back().ready == pod.rows.back().containers;
  return is_ready ? 0 : 2;
}

/// Whether a status that ends a pod can be that of a pod with these rows.
bool may_be(const SeenPod& pod, const SeenPod& nameless) {
  const auto known = known_cause(nameless.reason, nameless.message, "");
  const bool is_end = known && (known->cause == Cause::rejected || known->cause == Cause::evicted);
  if (!is_end || pod.rows.empty() || !nameless.events.empty() || !nameless.containers.empty()) return true;
  constexpr std::array<std::string_view, 4> alive{"Running", "CrashLoopBackOff", "ContainerCreating",
                                                  "ImagePullBackOff"};
  return std::ranges::find(alive, pod.rows.back().status) == alive.end();
}

template <class List>
void append(List& list, List& more) {
  list.insert(list.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
}

void take_over(SeenPod& pod, SeenPod& nameless) {
  append(pod.containers, nameless.containers);
  append(pod.events, nameless.events);
  append(pod.errors, nameless.errors);
  append(pod.lines, nameless.lines);
  if (pod.name_space.empty()) pod.name_space = nameless.name_space;
  if (pod.phase.empty()) pod.phase = nameless.phase;
  for (std::string SeenPod::*const field :
       {&SeenPod::uid, &SeenPod::reason, &SeenPod::message, &SeenPod::controller, &SeenPod::node}) {
    if ((pod.*field).empty()) pod.*field = nameless.*field;
  }
  append(pod.finalizers, nameless.finalizers);
  pod.is_scheduled = pod.is_scheduled || nameless.is_scheduled;
  if (!pod.overdue) pod.overdue = nameless.overdue;
  if (!pod.lived) pod.lived = nameless.lived;
  if (!pod.age) pod.age = nameless.age;
  if (pod.spec.is_null()) pod.spec = nameless.spec;
  pod.is_deleted = pod.is_deleted || nameless.is_deleted;
  if (!pod.grace_seconds) pod.grace_seconds = nameless.grace_seconds;
  pod.has_event_table = pod.has_event_table || nameless.has_event_table;
}

/// Merges repeated rows of a list without counts: a watched or updated event is shown again each time it occurs.
void count_repeated(SeenPod& pod) {
  std::vector<SeenEvent> counted;
  for (SeenEvent& event : pod.events) {
    const auto same = std::ranges::find_if(counted, [&event](const SeenEvent& known) {
      return !event.is_counted && !known.first_at && known.reason == event.reason && known.message == event.message &&
             known.container == event.container;
    });
    if (same == counted.end()) {
      counted.push_back(std::move(event));
      continue;
    }
    ++same->count;
    same->is_counted = true;
    const bool is_older = event.last && same->last && event.last->minimum > same->last->minimum;
    if (!same->first) same->first = same->last;
    if (is_older && event.last->minimum > same->first->minimum) same->first = event.last;
    if (!is_older) same->last = event.last;
  }
  pod.events = std::move(counted);
}

/// Container name if the evidence has none: the pod's name without the suffixes of controllers.
std::string likely_name(const SeenPod& pod) {
  std::string name = pod.name;
  for (int suffixes = 0; suffixes < 2; ++suffixes) {
    const std::size_t dash = name.rfind('-');
    if (dash == std::string::npos || dash == 0) break;
    const std::string last = name.substr(dash + 1);
    const bool has_digit = last.find_first_of("0123456789") != std::string::npos;
    if (last.size() < 1 || last.size() > 10 || (!has_digit && last.size() != 5)) break;
    name.resize(dash);
  }
  name.resize(std::min<std::size_t>(name.size(), 63));
  std::ranges::replace(name, '.', '-');
  return name.empty() || name == unnamed ? "app" : name;
}

/// Returns the pod that a message of the nameless pod names.
std::optional<NamedPod> name_in_messages(const SeenPod& nameless) {
  for (const SeenEvent& event : nameless.events) {
    if (auto named = pod_named_in(event.message)) return named;
  }
  for (const SeenError& error : nameless.errors) {
    if (auto named = pod_named_in(error.message)) return named;
  }
  return std::nullopt;
}

/// Whether the evidence of a named pod names its containers.
bool names_containers(const SeenPod& pod) {
  const auto has_container = [](const SeenError& error) { return !error.container.empty(); };
  return !pod.name.empty() && (!pod.containers.empty() || std::ranges::any_of(pod.errors, has_container));
}

/// Assigns failures that name a container but no pod to the pod with this container. Without one, the container
/// becomes a pod of its own, because a log is about many pods.
void assign_nameless_errors(Evidence& evidence) {
  const auto nameless = std::ranges::find(evidence.pods, std::string{}, &SeenPod::name);
  if (nameless == evidence.pods.end()) return;
  std::vector<SeenError> errors = std::move(nameless->errors);
  nameless->errors.clear();
  const bool is_alone = evidence.pods.size() == 1;
  for (SeenError& error : errors) {
    const auto named = pod_named_in(error.message);
    if (named) {
      if (error.container.empty()) error.container = named->container;
      evidence.pod(named->name).errors.push_back(std::move(error));
      continue;
    }
    const auto has_container = [&error](const SeenPod& pod) {
      return !pod.name.empty() && (pod.find(error.container) != nullptr || likely_name(pod) == error.container);
    };
    const auto owner = std::ranges::find_if(evidence.pods, has_container);
    const auto others = std::ranges::count_if(evidence.pods, [](const SeenPod& pod) { return !pod.name.empty(); });
    const bool is_of_other = !error.container.empty() && std::ranges::any_of(evidence.pods, names_containers);
    if (!error.container.empty() && owner != evidence.pods.end()) {
      owner->errors.push_back(std::move(error));
    } else if (is_alone || (others == 1 && !is_of_other)) {
      evidence.pod("").errors.push_back(std::move(error));
    } else if (!error.container.empty()) {
      const std::string name = error.container;
      evidence.pod(name).errors.push_back(std::move(error));
    } else {
      evidence.node_lines.push_back({error.line, error.action + " fails: " + error.message, true});
    }
  }
}

bool shows_node(const SeenPod& pod) {
  return !pod.node.empty() || std::ranges::any_of(pod.rows, [](const SeenRow& row) { return !row.more.empty(); });
}

/// Assigns lines with a pod's UID to that pod, and lines of a log about a single pod to it if they name a cause.
void assign_node_lines(Evidence& evidence) {
  std::erase_if(evidence.node_lines, [&evidence](SeenLine& line) {
    auto owner = line.uid.empty() ? evidence.pods.end() : std::ranges::find(evidence.pods, line.uid, &SeenPod::uid);
    // A line about a node concerns the only pod unless the pod shows its own node.
    const auto known = known_cause("", line.text, "");
    // A pod that was never created is another one.
    const bool may_be_its = known && known->cause != Cause::not_created;
    const bool is_only =
        evidence.pods.size() == 1 && may_be_its && !(line.is_of_node && shows_node(evidence.pods.front()));
    if (owner == evidence.pods.end() && is_only) owner = evidence.pods.begin();
    if (owner == evidence.pods.end()) return false;
    owner->lines.push_back(std::move(line));
    return true;
  });
}

void find_owner(Evidence& evidence) {
  const auto nameless = std::ranges::find(evidence.pods, std::string{}, &SeenPod::name);
  if (nameless == evidence.pods.end()) return;
  SeenPod lost = std::move(*nameless);
  evidence.pods.erase(nameless);
  const bool is_held = lost.is_deleted && !lost.finalizers.empty();
  const bool is_stated = is_held || known_cause(lost.reason, lost.message, "").has_value();
  const bool is_empty = lost.observations() == 0 && lost.spec.is_null() && lost.events.empty() && lost.lines.empty();
  if (is_empty && !is_stated) return;
  const auto named = name_in_messages(lost);
  const std::string name = named ? named->name : std::string{};
  if (named && lost.name_space.empty()) lost.name_space = named->name_space;
  const auto best = std::ranges::max_element(
      evidence.pods, {}, [&](const SeenPod& pod) { return pod.name == name && !name.empty() ? 9 : fits(pod, lost); });
  const bool is_only = evidence.pods.size() == 1;
  const bool is_likely = best != evidence.pods.end() && (is_only || best->name == name || fits(*best, lost) > 0);
  if (is_likely && may_be(*best, lost)) return take_over(*best, lost);
  lost.name = name.empty() ? std::string{unnamed} : name;
  evidence.pods.insert(evidence.pods.begin(), std::move(lost));
}

/// Assigns manifests that were given or pasted to pods, by their name or that of the workload. A pod without a known
/// name takes the given manifest.
void add_manifests(Evidence& evidence) {
  for (SeenManifest& manifest : evidence.manifests) {
    for (SeenPod& pod : evidence.pods) {
      const bool is_named = pod.name == manifest.name || pod.name.starts_with(manifest.name + "-");
      const bool is_its = manifest.is_given ? is_named || pod.name == unnamed : is_named && pod.spec.is_null();
      if (!is_its) continue;
      if (pod.name == unnamed && !manifest.name.empty()) pod.name = manifest.name;
      pod.spec = manifest.spec;
      pod.is_spec_given = manifest.is_given;
      manifest.is_used = true;
    }
  }
}

bool is_about_a_container(const SeenEvent& event) {
  constexpr std::array<std::string_view, 12> reasons{"Pulling",
                                                     "Pulled",
                                                     "Created",
                                                     "Started",
                                                     "BackOff",
                                                     "Failed",
                                                     "Unhealthy",
                                                     "Killing",
                                                     "ErrImageNeverPull",
                                                     "InspectFailed",
                                                     "FailedPostStartHook",
                                                     "FailedPreStopHook"};
  return std::ranges::find(reasons, event.reason) != reasons.end();
}

/// Returns the quoted text of `Pulling image "registry/group/name:tag"`; empty if there is none.
std::string_view quoted_image(std::string_view message) {
  const std::size_t begin = message.find('"');
  const std::size_t end = begin == std::string_view::npos ? begin : message.find('"', begin + 1);
  return end == std::string_view::npos ? std::string_view{} : message.substr(begin + 1, end - begin - 1);
}

/// Returns "name" of "registry/group/name:tag".
std::string_view short_name(std::string_view image) {
  image.remove_prefix(image.rfind('/') == std::string_view::npos ? 0 : image.rfind('/') + 1);
  return image.substr(0, image.find_first_of(":@"));
}

/// Assigns pulls that name no container to the only container with that image, or with the image's name.
void find_by_image(SeenPod& pod) {
  for (SeenEvent& event : pod.events) {
    if (!event.container.empty() || (event.reason != "Pulling" && event.reason != "Pulled")) continue;
    const std::string_view image = quoted_image(event.message);
    if (image.empty()) continue;
    const auto is_of_image = [image](const SeenContainer& each) {
      return each.image.empty() ? each.name == short_name(image) : each.image == image;
    };
    if (std::ranges::count_if(pod.containers, is_of_image) != 1) continue;
    event.container = std::ranges::find_if(pod.containers, is_of_image)->name;
  }
}

/// Assigns events that name no container to that of the next row that does, because an image is pulled before its
/// container is created. Events after the last such row belong to its container.
void find_nearest(std::vector<SeenEvent>& events) {
  std::string next;
  for (auto event = events.rbegin(); event != events.rend(); ++event) {
    if (!is_about_a_container(*event)) continue;
    if (event->container.empty() && event->reason != "Unhealthy") event->container = next;
    next = event->container;
  }
  std::string last;
  for (SeenEvent& event : events) {
    if (!is_about_a_container(event)) continue;
    if (event.container.empty()) event.container = last;
    if (!event.container.empty()) last = event.container;
  }
}

/// Gives the container of a description without its first lines the name that events use, if that is one name.
void name_container(SeenPod& pod, std::size_t nameless, const std::string& otherwise) {
  const auto named = std::ranges::find_if(pod.containers, [](const SeenContainer& container) {
    return !container.name.empty() && container.state.empty() && container.probes.empty();
  });
  const bool is_one = pod.containers.size() == 2 && named != pod.containers.end();
  pod.containers[nameless].name = is_one ? named->name : otherwise;
  if (is_one) pod.containers.erase(named);
}

/// Adds containers from the manifest, messages and errors; without any name, adds a made-up one.
void find_containers(SeenPod& pod) {
  for (const char* list : {"initContainers", "containers"}) {
    api::for_each_item(pod.spec, list, [&](const nlohmann::json& container) {
      static_cast<void>(pod.container(api::string_member(container, "name"), std::string_view{list} != "containers"));
    });
  }
  for (SeenEvent& event : pod.events) {
    if (!event.container.empty()) static_cast<void>(pod.container(event.container, event.is_init));
  }
  for (const SeenError& error : pod.errors) {
    if (!error.container.empty()) static_cast<void>(pod.container(error.container));
  }
  const bool only_init =
      std::ranges::none_of(pod.containers, [](const SeenContainer& container) { return !container.is_init; });
  std::string name = likely_name(pod);
  const auto nameless = std::ranges::find(pod.containers, std::string{}, &SeenContainer::name);
  if (nameless != pod.containers.end()) {
    name_container(pod, static_cast<std::size_t>(nameless - pod.containers.begin()), name);
  } else if (only_init) {
    if (pod.find(name) != nullptr) name += "-app";
    static_cast<void>(pod.container(name));
  }
  find_by_image(pod);
  find_nearest(pod.events);
  const auto first = std::ranges::find(pod.containers, false, &SeenContainer::is_init);
  for (SeenEvent& event : pod.events) {
    if (event.container.empty() && is_about_a_container(event)) event.container = first->name;
  }
}

/// Gives failed calls that name no container to the only one.
void find_by_call(SeenPod& pod) {
  if (std::ranges::count(pod.containers, false, &SeenContainer::is_init) != 1 || pod.containers.size() != 1) return;
  for (SeenError& error : pod.errors) {
    const bool is_about_container = error.action == "CreateContainer" || error.action == "StartContainer";
    if (is_about_container && error.container.empty()) error.container = pod.containers.front().name;
  }
}

bool is_name(std::string_view text, std::size_t longest) {
  const auto fits = [](char letter) { return api::is_lower(letter) || api::is_digit(letter); };
  return !text.empty() && text.size() <= longest && fits(text.front()) && fits(text.back()) &&
         std::ranges::all_of(text, [&](char letter) { return fits(letter) || letter == '-' || letter == '.'; });
}

/// Removes names that no cluster accepts, because they cannot be simulated.
void forget_impossible_names(Evidence& evidence) {
  constexpr std::size_t max_pod_width = 253;
  constexpr std::size_t max_container_length = 63;
  const auto forgotten = std::erase_if(evidence.pods, [](const SeenPod& pod) {
    return !pod.name.empty() && (!is_name(pod.name, max_pod_width) ||
                                 (!pod.name_space.empty() && !is_name(pod.name_space, max_container_length)));
  });
  if (forgotten > 0) evidence.notes.emplace_back("invalid pod names are left out");
  const auto is_container = [](std::string_view name) {
    return is_name(name, max_container_length) && name.find('.') == std::string_view::npos;
  };
  for (SeenPod& pod : evidence.pods) {
    std::erase_if(pod.containers,
                  [&](const SeenContainer& each) { return !each.name.empty() && !is_container(each.name); });
    for (SeenEvent& event : pod.events) {
      if (event.container.empty()) event.container = container_named_in(event);
      if (!is_container(event.container)) event.container.clear();
    }
    for (SeenError& error : pod.errors) {
      if (!is_container(error.container)) error.container.clear();
    }
  }
}

}  // namespace

void merge_evidence(Evidence& evidence) {
  forget_impossible_names(evidence);
  assign_nameless_errors(evidence);
  find_owner(evidence);
  report_nodes(evidence);
  assign_node_lines(evidence);
  add_manifests(evidence);
  for (SeenPod& pod : evidence.pods) {
    count_repeated(pod);
    find_containers(pod);
    find_by_call(pod);
  }
}

}  // namespace podreel::reproduce
