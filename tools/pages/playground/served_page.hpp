// The HTTP interface of the playground.
#pragma once

#include <string>
#include <utility>

#include "tools/serve/guest.hpp"

namespace podreel::playground {

/// Path of the page.
inline constexpr const char* page_path = "/playground";

/// Serves the page, the answers of the engine as POST /podreel/v1/playground, and the initial scenario as GET
/// /podreel/v1/scenario.
class ServedPage final : public server::Guest {
 public:
  /// `scenario` is its source.
  explicit ServedPage(std::string scenario) : scenario_{std::move(scenario)} {}

  [[nodiscard]] bool serves(const server::Request& request) const override;
  [[nodiscard]] server::Response answer(const server::Request& request, const server::Past& past) override;

 private:
  std::string scenario_;
};

}  // namespace podreel::playground
