// The HTTP interface of the playground.
#pragma once

#include <string>
#include <utility>

#include "tools/serve/http_extension.hpp"

namespace podreel::playground {

/// Path of the page.
inline constexpr const char* page_path = "/playground";

/// Path of the guided walk through the lessons, which links to the page.
inline constexpr const char* walk_path = "/walk";

/// Serves the page, the guided walk, the answers of the engine (engine_process.hpp) as POST /podreel/v1/playground, and
/// the initial scenario as GET /podreel/v1/scenario.
class ServedPage final : public serve::HttpExtension {
 public:
  /// `scenario` is its source; `program` is the path of a podreel, which answers requests to the engine.
  explicit ServedPage(std::string scenario, std::string program = "/proc/self/exe")
      : scenario_{std::move(scenario)}, program_{std::move(program)} {}

  [[nodiscard]] bool serves(const serve::Request& request) const override;
  [[nodiscard]] std::size_t num_threads() const noexcept override { return 2; }
  [[nodiscard]] serve::Response answer(const serve::Request& request, const serve::SessionHistory& history,
                                       std::stop_token stop) override;

 private:
  std::string scenario_;
  std::string program_;
};

}  // namespace podreel::playground
