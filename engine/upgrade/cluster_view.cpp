#include "engine/upgrade/cluster_view.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include "engine/upgrade/natural_order.hpp"

namespace podreel::upgrade {

namespace {

struct Gathered {
  WorkloadView view;
  std::set<std::string, std::less<>> nodes;
};

std::string title_of(const ContainerForecast& pod_forecast) {
  const bool is_static = pod_forecast.owner.view().starts_with("Node/");
  if (!is_static && !pod_forecast.owner.empty()) return pod_forecast.owner;
  return fmt::format("{}/{}/{}", is_static ? "StaticPod" : "Pod", pod_forecast.namespace_name.view(),
                     pod_forecast.pod.view());
}

Exposure exposure_of(const WorkloadView& workload) {
  const std::string_view title = workload.title;
  if (title.starts_with("StaticPod/")) return Exposure::static_pod;
  if (title.starts_with("Job/") || title.starts_with("CronJob/")) return Exposure::job;
  if (title.starts_with("StatefulSet/")) return Exposure::stateful_set;
  const bool is_alone = workload.pods.pods == 1 && workload.nodes == 1;
  return is_alone && !title.starts_with("DaemonSet/") ? Exposure::single_replica : Exposure::other;
}

void add(const ContainerForecast& pod_forecast, Count& count) {
  if (!pod_forecast.is_meant_to_run) return;
  ++count.containers;
  if (pod_forecast.effect == Effect::restarts) ++count.restarting;
  if (pod_forecast.effect == Effect::may_restart) ++count.may_restart;
}

/// Adds up pods, whose containers come one after another.
class Gatherer {
 public:
  explicit Gatherer(const ClusterInventory& cluster) {
    for (const auto& [name, node] : cluster.nodes()) nodes_[name] = {name, node.version, {}, {}};
  }

  void add_pod(const std::vector<ContainerForecast>& pod_forecasts, std::size_t begin, std::size_t end) {
    const ContainerForecast& first = pod_forecasts[begin];
    const std::string title = title_of(first);
    Gathered& workload = workloads_[title];
    workload.view.title = title;
    const auto node = nodes_.find(first.node.view());
    NodeView* of_node = node == nodes_.end() ? nullptr : &node->second;
    if (!first.node.empty()) workload.nodes.insert(first.node);
    bool restarts = false;
    for (std::size_t index = begin; index < end; ++index) {
      restarts = restarts || pod_forecasts[index].effect == Effect::restarts;
      add(pod_forecasts[index], workload.view.containers);
      if (of_node != nullptr) add(pod_forecasts[index], of_node->containers);
    }
    count(workload.view.pods, restarts);
    if (of_node != nullptr) count(of_node->pods, restarts);
  }

  ClusterView finish() && {
    ClusterView view;
    for (auto& [name, node] : nodes_) view.nodes.push_back(std::move(node));
    std::ranges::sort(view.nodes, is_naturally_before, &NodeView::name);
    for (auto& [title, gathered] : workloads_) {
      gathered.view.nodes = static_cast<int>(gathered.nodes.size());
      gathered.view.exposure = exposure_of(gathered.view);
      view.workloads.push_back(std::move(gathered.view));
    }
    std::ranges::sort(view.workloads, is_naturally_before, &WorkloadView::title);
    std::ranges::stable_sort(view.workloads, {}, [](const WorkloadView& workload) {
      return std::tuple{workload.containers.restarting + workload.containers.may_restart == 0, workload.exposure,
                        -workload.pods.restarting};
    });
    return view;
  }

 private:
  static void count(PodCount& pods, bool restarts) {
    ++pods.pods;
    if (restarts) ++pods.restarting;
  }

  std::map<std::string, NodeView, std::less<>> nodes_;
  std::map<std::string, Gathered> workloads_;
};

}  // namespace

std::string_view to_string(Exposure exposure) noexcept {
  constexpr auto names =
      std::to_array<std::string_view>({"static pod", "work starts over", "one replica", "StatefulSet", ""});
  return names.at(static_cast<std::size_t>(exposure));
}

ClusterView view_of(const StepForecasts& steps, const ClusterInventory& cluster) {
  Gatherer gatherer{cluster};
  for (const StepForecast& step : steps) {
    const std::vector<ContainerForecast>& containers = step.containers;
    for (std::size_t begin = 0; begin < containers.size();) {
      std::size_t end = begin + 1;
      const auto is_of_same_pod = [&first = containers[begin]](const ContainerForecast& container) {
        return container.pod == first.pod && container.namespace_name == first.namespace_name &&
               container.owner == first.owner;
      };
      while (end < containers.size() && is_of_same_pod(containers[end])) ++end;
      if (!containers[begin].pod.empty()) gatherer.add_pod(containers, begin, end);
      begin = end;
    }
  }
  return std::move(gatherer).finish();
}

std::vector<SteppedView> views_of(const Forecast& forecast, const ClusterInventory& cluster) {
  std::vector<SteppedView> views;
  for (const StepForecasts& steps : forecast.steps_by_path()) {
    views.push_back({steps.front().get().step, view_of(steps, cluster)});
  }
  return views;
}

}  // namespace podreel::upgrade
