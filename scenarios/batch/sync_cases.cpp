#include "scenarios/batch/sync_cases.hpp"

#include <algorithm>
#include <chrono>

#include "engine/api/timestamp.hpp"
#include "scenarios/batch/case_fields.hpp"
#include "scenarios/batch/unknown_names.hpp"

namespace podreel::batch {

namespace {

InjectedFault fault_from(const jsonl::JsonField& field) {
  field.has_only({"op", "match", "error", "times"});
  InjectedFault fault;
  const jsonl::JsonField op = field.at("op");
  fault.op = op.text();
  const auto known = faultable_operations();
  if (std::ranges::find(known, fault.op) == known.end()) {
    op.fail("a runtime call such as StopContainer" + api::did_you_mean(fault.op, {known.begin(), known.end()}));
  }
  field.find_into("match", fault.match);
  fault.error = field.at("error").text();
  field.find_into("times", fault.times);
  return fault;
}

GivenBackOff back_off_from(const jsonl::JsonField& field, const api::PodSpec& spec) {
  field.has_only({"container", "seconds"});
  return {container_name_from(field.at("container"), spec), std::chrono::seconds{field.at("seconds").count()}};
}

}  // namespace

SyncCase sync_case_from(const jsonl::JsonField& line) {
  SyncCase sync_case;
  sync_case.situation = situation_from(line);
  line.find_into("step", sync_case.step);
  line.find_into("steps", sync_case.steps);
  if (sync_case.step >= sync_case.steps) line.at("step").fail("less than steps");
  line.for_each_item("images", [&](const jsonl::JsonField& image) { sync_case.images.push_back(image.text()); });
  line.find_into("now", sync_case.now);
  line.for_each_item("inject", [&](const jsonl::JsonField& fault) { sync_case.faults.push_back(fault_from(fault)); });
  line.find_into("podTerminationRequested", sync_case.termination_requested);
  const api::PodSpec& spec = *sync_case.situation.pod.spec;
  line.for_each_item("backOffs",
                     [&](const jsonl::JsonField& given) { sync_case.back_offs.push_back(back_off_from(given, spec)); });
  check_case_fields(line);
  return sync_case;
}

SyncCase sync_case_of(const api::Pod& pod) {
  SyncCase sync_case;
  sync_case.situation = decide_case_of(pod);
  for (const runtime::ContainerStatus& container : sync_case.situation.observed.status.containers) {
    sync_case.now = std::max({sync_case.now, container.started_at, container.finished_at});
  }
  const std::vector<std::string>& missing = sync_case.situation.observed.missing_images;
  for (const auto* containers : {&pod.spec->init_containers, &pod.spec->containers}) {
    for (const api::Container& container : *containers) {
      if (std::ranges::find(missing, container.image) == missing.end()) sync_case.images.emplace_back(container.image);
    }
  }
  sync_case.back_offs = sync_case.situation.observed.back_offs;
  std::vector<std::string>& assumed = sync_case.situation.observed.assumed;
  if (sync_case.now != sim::Time{}) {
    assumed.push_back("the sync is at " + api::format_timestamp(sync_case.now) +
                      ", the latest time in the pod's status");
  }
  assumed.emplace_back("the node has the pod's images, except those whose pull failed");
  return sync_case;
}

}  // namespace podreel::batch
