#include "tools/cli/run/pod_watch.hpp"

#include <algorithm>

namespace podreel::cli {

namespace {

std::vector<std::string> timeless_row(api::PodColumns columns, api::PodTableForm form) {
  columns.age.clear();
  columns.restarts.resize(std::min(columns.restarts.find(' '), columns.restarts.size()));
  return api::pod_table_row(columns, form);
}

}  // namespace

void PodWatch::pod_changed(sim::Time now, const api::Pod& pod, bool gone) {
  const std::string name = api::full_name(pod);
  const api::PodColumns columns = api::pod_columns(pod, now);
  std::vector<std::string> row = timeless_row(columns, options_.form);
  const auto known = shown_.find(name);
  if (!gone && known != shown_.end() && known->second == row) return;
  if (gone) {
    shown_.erase(name);
  } else {
    shown_.insert_or_assign(name, std::move(row));
  }
  print(columns);
}

void PodWatch::print(const api::PodColumns& columns) {
  const std::vector<std::string> row = api::pod_table_row(columns, options_.form);
  table_.widen(row);
  if (!has_header_) out_ << table_.line(api::pod_table_header(options_.form));
  has_header_ = true;
  out_ << table_.line(row);
  if (options_.flush_lines) out_.flush();
}

bool needs_all_namespaces(const format::Scenario& scenario) {
  return std::ranges::any_of(scenario.timeline, [&scenario](const format::Step& step) {
    const auto created = step.action->creates(scenario.node.name);
    return created && !created->name.starts_with("default/");
  });
}

}  // namespace podreel::cli
