#include "scenarios/language/timeline.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <set>

#include "runtime_fake/glob.hpp"
#include "scenarios/language/duration.hpp"
#include "scenarios/language/gate_check.hpp"
#include "scenarios/language/patch_check.hpp"

namespace podreel::language {

namespace {

template <class A>
concept AboutOnePod = requires(A action) {
  action.pod;
}
&&!std::same_as<A, CreatePod>;

bool is_glob(std::string_view name) {
  return name.find_first_of("*?") != std::string_view::npos;
}

void append_created(const WrittenStep& written, std::vector<Step>& steps) {
  const auto count = static_cast<std::int64_t>(written.pods.size());
  for (std::int64_t index = 0; index < count; ++index) {
    const CreatePod& pod = written.pods[static_cast<std::size_t>(index)];
    // In parts, so that long spans times many pods stay in range.
    const sim::Duration offset = written.spread / count * index + written.spread % count * index / count;
    steps.push_back({written.at + offset, pod, written.mark, written.path});
  }
}

std::vector<std::string> created_pods(const std::vector<WrittenStep>& written) {
  std::vector<std::string> names;
  for (const WrittenStep& step : written) {
    for (const CreatePod& pod : step.pods) names.push_back(pod.pod);
  }
  return names;
}

void append_action(const WrittenStep& written, const std::vector<std::string>& pods, std::vector<Step>& steps) {
  const Step step{written.at, written.action, written.mark, written.path};
  std::visit(
      [&](const auto& action) {
        if constexpr (AboutOnePod<std::remove_cvref_t<decltype(action)>>) {
          if (!is_glob(action.pod)) {
            steps.push_back(step);
            return;
          }
          for (const std::string& pod : pods) {
            if (!runtime_fake::glob_matches_pod(action.pod, pod)) continue;
            auto about_pod = action;
            about_pod.pod = pod;
            steps.push_back({step.at, std::move(about_pod), step.mark, step.path});
          }
        } else {
          steps.push_back(step);
        }
      },
      step.action);
}

}  // namespace

std::vector<Step> expanded_timeline(const std::vector<WrittenStep>& written) {
  const std::vector<std::string> pods = created_pods(written);
  std::vector<Step> steps;
  for (const WrittenStep& step : written) {
    if (step.pods.empty()) {
      append_action(step, pods, steps);
    } else {
      append_created(step, steps);
    }
  }
  std::ranges::stable_sort(steps, {}, &Step::at);
  return steps;
}

namespace {

/// Walks a timeline and says what cannot happen.
class TimelineCheck {
 public:
  TimelineCheck(const Scenario& scenario, Reading& reading)
      : scenario_{scenario},
        reading_{reading},
        patches_{scenario.node},
        kubelet_{scenario.node.kubelet.version},
        gates_{scenario.node.kubelet.feature_gates} {}

  void run() {
    report_gates(gates_, kubelet_, Place{reading_, "spec.node.kubelet.featureGates"}, {});
    const sim::Duration end = scenario_.duration.value_or(longest_settling);
    for (const Step& step : scenario_.timeline) {
      step_ = &step;
      if (step.at > end) {
        problem(fmt::format("at {}, after the end of the scenario at {}", duration_text(step.at), duration_text(end)));
      }
      std::visit([this](const auto& action) { check(action); }, step.action);
    }
  }

 private:
  void problem(const std::string& message) { Place{reading_, step_->path}.problem(step_->mark, message); }

  void check(const StopKubelet&) {
    if (!kubelet_runs_) problem("the kubelet does not run at this time; startKubelet comes first");
    kubelet_runs_ = false;
  }

  void check(const StartKubelet& start) {
    if (kubelet_runs_) problem("the kubelet runs at this time; stopKubelet comes first");
    kubelet_runs_ = true;
    kubelet_ = start.version.value_or(kubelet_);
    gates_ = start.feature_gates.value_or(gates_);
    if (!start.version && !start.feature_gates) return;
    report_gates(gates_, kubelet_, Place{reading_, step_->path + ".startKubelet.featureGates"}, step_->mark);
  }

  void check(const StopApiServer&) {
    if (!api_server_runs_) problem("the API server does not run at this time; startApiServer comes first");
    api_server_runs_ = false;
  }

  void check(const StartApiServer&) {
    if (api_server_runs_) problem("the API server runs at this time; stopApiServer comes first");
    api_server_runs_ = true;
  }

  void check(const PatchPod& patch) {
    for (const std::string& message : patches_.patched(patch)) problem(message);
  }

  void check(const UpgradeApiServer& upgrade) { patches_.upgraded(upgrade); }

  void check(const CreatePod& created) {
    patches_.created(created);
    if (!pods_.insert(created.pod).second) problem(fmt::format("pod {} is created a second time", created.pod));
  }

  /// The name is free again when the pod is gone: whether that is in time only the run can tell.
  void check(const DeletePod& deleted) { pods_.erase(deleted.pod); }

  void check(const AddStaticPod& added) {
    if (added.replaces) {
      if (!static_pods_.contains(added.path)) problem(fmt::format("no static pod {} at this time", added.path));
    } else if (!static_pods_.insert(added.path).second) {
      problem(fmt::format("static pod {} is there already; updateStaticPod replaces it", added.path));
    }
    if (!added.path.starts_with('/')) problem(fmt::format("found \"{}\", accepted: an absolute path", added.path));
  }

  void check(const RemoveStaticPod& removed) {
    if (static_pods_.erase(removed.path) == 0) problem(fmt::format("no static pod {} at this time", removed.path));
  }

  template <class A>
  void check(const A&) {}

  const Scenario& scenario_;
  Reading& reading_;
  const Step* step_ = nullptr;
  bool kubelet_runs_ = true;
  bool api_server_runs_ = true;
  PatchCheck patches_;
  release::Release kubelet_;
  release::FeatureGates gates_;
  std::set<std::string> pods_;
  std::set<std::string> static_pods_;
};

}  // namespace

void check_timeline(const Scenario& scenario, Reading& reading) {
  TimelineCheck{scenario, reading}.run();
}

}  // namespace podreel::language
