#include "tools/cli/pod_watch.hpp"

#include <algorithm>
#include <string_view>
#include <variant>

namespace podreel::cli {

namespace {

constexpr std::string_view default_namespace = "default";

std::vector<std::string> timeless_row(api::PodColumns columns, api::PodTableForm form) {
  columns.age.clear();
  columns.restarts.resize(std::min(columns.restarts.find(' '), columns.restarts.size()));
  return api::pod_table_row(columns, form);
}

/// Of the pod that an action creates.
struct NamespaceOf {
  std::string operator()(const language::CreatePod& action) const { return action.pod.substr(0, action.pod.find('/')); }
  std::string operator()(const language::AddStaticPod& action) const {
    const nlohmann::json& metadata = action.object.at("metadata");
    return metadata.value("namespace", std::string{default_namespace});
  }
  template <class Other>
  std::string operator()(const Other& /*other*/) const {
    return std::string{default_namespace};
  }
};

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

bool needs_all_namespaces(const language::Scenario& scenario) {
  return std::ranges::any_of(scenario.timeline, [](const language::Step& step) {
    return std::visit(NamespaceOf{}, step.action) != default_namespace;
  });
}

}  // namespace podreel::cli
