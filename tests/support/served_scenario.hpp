// A scenario's runtime as clients are served it, without a wire and without a clock.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "scenarios/format/scenario.hpp"
#include "tests/support/drive.hpp"
#include "tools/cri/runtime/served_runtime.hpp"

namespace podreel::testing {

/// Keeps what is written; folders are there unless they are named "missing".
class KeptLogs final : public cri::Logs {
 public:
  std::optional<std::string> append(const std::string& folder, const std::string& path,
                                    std::string_view text) override {
    if (folder == "missing") return "there is no such folder";
    files[folder + "/" + path] += text;
    return std::nullopt;
  }

  std::map<std::string, std::string> files;
};

/// Time begins at 1000 s after the epoch.
class ServedScenario {
 public:
  /// `spec`: members of it, as YAML in flow style without the braces around them.
  explicit ServedScenario(const std::string& spec = {}, double speed = 1,
                          const net::MemoryBudget& budget = net::MemoryBudget{});

  [[nodiscard]] cri::RuntimeService& service() { return served_->service(); }
  [[nodiscard]] cri::ServedRuntime& served() { return *served_; }
  [[nodiscard]] const std::vector<std::string>& complaints() const { return complaints_; }
  void run_until(sim::Duration since_start) { served_->scheduler().run_until(began + since_start); }

  /// The answer of a call; the simulation goes on until it is there.
  template <class T>
  [[nodiscard]] runtime::Result<T> call(cri::RuntimeService::Answer<T> answer) {
    return drive(client_, std::move(answer));
  }
  /// Of a call that must succeed.
  template <class T>
  T get(cri::RuntimeService::Answer<T> answer) {
    return call(std::move(answer)).value();
  }
  /// Its code, and OK for a call that succeeds.
  template <class T>
  [[nodiscard]] cri::Code code_of(cri::RuntimeService::Answer<T> answer) {
    const runtime::Result<T> result = call(std::move(answer));
    return result ? cri::Code::ok : cri::status_of(result.error()).code;
  }

  [[nodiscard]] static cri::SandboxConfig sandbox(const std::string& pod, std::uint32_t attempt = 0);
  [[nodiscard]] static cri::ContainerConfig container(const std::string& name, std::uint32_t attempt = 0);
  [[nodiscard]] std::string run_sandbox(const std::string& pod);
  /// A container that has been created and started.
  [[nodiscard]] std::string run_container(const std::string& sandbox, const std::string& name);

  static constexpr sim::Time began = sim::from_unix_seconds(1000);

  KeptLogs logs;

 private:
  format::Scenario scenario_;
  std::vector<std::string> complaints_;
  std::unique_ptr<cri::ServedRuntime> served_;
  sim::Process client_;

 public:
  [[nodiscard]] const sim::Process& client() const noexcept { return client_; }
};

}  // namespace podreel::testing
