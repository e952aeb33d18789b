// The playground on the network.
#pragma once

#include <string>
#include <utility>

#include "tools/serve/guest.hpp"

namespace podreel::playground {

/// Where its page is.
inline constexpr const char* page_path = "/playground";

/// The page; what its engine answers, as POST /podreel/v1/playground; and the scenario that it begins with, as GET
/// /podreel/v1/scenario.
class ServedPage final : public server::Guest {
 public:
  /// `scenario` as it is written.
  explicit ServedPage(std::string scenario) : scenario_{std::move(scenario)} {}

  [[nodiscard]] bool serves(const server::Request& request) const override;
  [[nodiscard]] server::Response answer(const server::Request& request, const server::Past& past) override;

 private:
  std::string scenario_;
};

}  // namespace podreel::playground
