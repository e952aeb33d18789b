// The HTTP interface of the playground.
#pragma once

#include <string>
#include <utility>

#include "tools/serve/http_extension.hpp"

namespace podreel::playground {

/// Path of the page.
inline constexpr const char* page_path = "/playground";

/// Serves the page, the answers of the engine as POST /podreel/v1/playground, and the initial scenario as GET
/// /podreel/v1/scenario.
class ServedPage final : public serve::HttpExtension {
 public:
  /// `scenario` is its source.
  explicit ServedPage(std::string scenario) : scenario_{std::move(scenario)} {}

  [[nodiscard]] bool serves(const serve::Request& request) const override;
  [[nodiscard]] serve::Response answer(const serve::Request& request, const serve::SessionHistory& history) override;

 private:
  std::string scenario_;
};

}  // namespace podreel::playground
