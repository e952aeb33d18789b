#include "scenarios/format/actions/step.hpp"
#include "scenarios/format/shapes/pod_names.hpp"
#include "scenarios/format/shapes/scalar_shapes.hpp"

namespace podreel::actions {

namespace {

class OomKill final : public Kind<OomKill, RuntimeAction> {
 public:
  static constexpr std::string_view kind = "oomKill";
  /// "main" or "child".
  std::string process = "main";
  /// "container" or "node".
  std::string scope = "container";

  [[nodiscard]] KernelKill kernel_kill() const override {
    if (is_of_node()) return KernelKill::for_node;
    return process == "child" ? KernelKill::child_process : KernelKill::main_process;
  }

 private:
  [[nodiscard]] bool is_of_node() const { return scope == "node"; }
  [[nodiscard]] bool act(runtime_fake::FakeRuntime& runtime) const override {
    return runtime.oom_kill(pod, container, process == "main", is_of_node());
  }
  void follow(ActionContext& context) const override {
    if (is_of_node()) context.report_system_oom(container);
  }
};

}  // namespace

void add_oom_kill(StepFields& step) {
  step.action(format::of_container(
      Object<OomKill>{OomKill::kind, "Lets the kernel kill a container's process because no memory is left."}
          .field("process", &OomKill::process, format::one_of("a process", {"main", "child"}),
                 "The process: main (the default), whose end stops the container, or child. Control groups that are "
                 "killed as a whole (1.28, with cgroupVersion 2) stop with either.")
          .field(
              "scope", &OomKill::scope, format::one_of("an OOM scope", {"container", "node"}),
              "Whether the container (the default) or the node is out of memory; for the node its kubelet writes the "
              "event SystemOOM.")));
}

}  // namespace podreel::actions
