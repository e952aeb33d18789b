#include "scenarios/format/actions/step.hpp"
#include "scenarios/format/shapes/pod_names.hpp"
#include "scenarios/format/shapes/scalar_shapes.hpp"

namespace podreel::actions {

namespace {

class ExitContainer final : public Kind<ExitContainer, RuntimeAction> {
 public:
  static constexpr std::string_view kind = "exitContainer";
  std::int32_t exit_code = 0;
  /// Empty: "Completed" for exit code 0, else "Error".
  std::string reason{};

 private:
  [[nodiscard]] bool act(runtime_fake::FakeRuntime& runtime) const override {
    return runtime.exit_container(pod, container, exit_code, reason);
  }
};

}  // namespace

void add_exit_container(StepFields& step) {
  using Exit = ExitContainer;
  step.action(format::of_container(
      Object<Exit>{Exit::kind, "Exits a container's process."}
          .field("exitCode", &Exit::exit_code, format::integer<std::int32_t>(0, 255), "Default 0.")
          .field("reason", &Exit::reason, format::text().example("OOMKilled"), "Reason; default Completed or Error.")));
}

}  // namespace podreel::actions
