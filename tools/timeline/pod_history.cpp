#include "tools/timeline/pod_history.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "tools/timeline/page_time.hpp"

namespace podreel::cli {

namespace {

bool is_same_view(const api::PodColumns& left, const api::PodColumns& right) {
  return left.ready == right.ready && left.status == right.status && left.restart_count == right.restart_count &&
         left.restarted_at == right.restarted_at;
}

}  // namespace

void PodHistory::write(sim::Time time, const api::Pod& pod, bool gone) {
  History& history = pods_[api::full_name(pod)];
  add_containers(history, *pod.spec);
  Row row{time, pod.metadata.creation_timestamp, gone, api::pod_columns(pod, time)};
  if (!history.rows.empty()) {
    const Row& last = history.rows.back();
    if (last.gone == gone && last.created == row.created && is_same_view(last.columns, row.columns)) return;
  }
  history.rows.push_back(std::move(row));
}

void PodHistory::add_containers(History& history, const api::PodSpec& spec) {
  const auto add = [&history](const api::Container& container, std::string_view kind) {
    const bool known =
        std::ranges::find(history.containers, container.name, &Container::name) != history.containers.end();
    if (!known) history.containers.push_back({container.name, kind});
  };
  for (const api::Container& container : spec.init_containers) {
    add(container, api::is_restartable_init_container(container) ? "sidecar" : "init");
  }
  for (const api::Container& container : spec.containers) add(container, "regular");
  for (const api::Container& container : spec.ephemeral_containers) add(container, "ephemeral");
}

nlohmann::ordered_json PodHistory::document() const {
  nlohmann::ordered_json pods = nlohmann::ordered_json::array();
  for (const auto& [name, history] : pods_) {
    nlohmann::ordered_json pod{{"name", name}};
    pod["containers"] = nlohmann::ordered_json::array();
    for (const Container& container : history.containers) {
      pod["containers"].push_back({{"name", container.name}, {"kind", container.kind}});
    }
    pod["rows"] = nlohmann::ordered_json::array();
    for (const Row& row : history.rows) pod["rows"].push_back(row_document(row));
    pods.push_back(std::move(pod));
  }
  return pods;
}

nlohmann::ordered_json PodHistory::row_document(const Row& row) const {
  nlohmann::ordered_json document{{"t", seconds(row.from)}};
  if (row.gone) {
    document["gone"] = true;
    return document;
  }
  document["ready"] = row.columns.ready;
  document["status"] = row.columns.status;
  document["restarts"] = row.columns.restart_count;
  if (row.columns.restarted_at) document["restartedAt"] = seconds(*row.columns.restarted_at);
  document["created"] = seconds(row.created);
  return document;
}

double PodHistory::seconds(sim::Time time) const {
  return page_seconds(time - start_);
}

}  // namespace podreel::cli
