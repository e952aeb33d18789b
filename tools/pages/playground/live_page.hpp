// A simulation that is on the air, as a page to look at.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "tools/serve/guest.hpp"

namespace podreel::playground {

/// Where its page is.
inline constexpr const char* live_page_path = "/live";

/// The page; and what it shows, as GET /podreel/v1/page: a JSON object with "elapsed", in seconds; "page", what
/// `podreel report` shows, up to now; and "known". Who asks with `?known=` what was there last gets no "page" if that
/// has the same records. 409 where more has happened than a page shows, or than is remembered.
class LivePage final : public server::Guest {
 public:
  LivePage();
  ~LivePage() override;

  [[nodiscard]] bool serves(const server::Request& request) const override;
  [[nodiscard]] server::Response answer(const server::Request& request, const server::Past& past) override;

 private:
  class Told;

  [[nodiscard]] std::string data_of(const server::Request& request, const server::Past& past);

  /// Of the generation that was last asked for; null before anybody has asked.
  std::unique_ptr<Told> told_;
  std::uint64_t generation_ = 0;
};

}  // namespace podreel::playground
