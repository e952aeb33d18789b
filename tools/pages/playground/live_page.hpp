// The page of a served simulation.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

#include "tools/pages/playground/play.hpp"
#include "tools/serve/http_extension.hpp"

namespace podreel::playground {

/// Path of the page.
inline constexpr const char* live_page_path = "/live";

/// Serves the page, and its data as GET /podreel/v1/page: a JSON object with "elapsed", in seconds; "page", the data of
/// `podreel report` up to now; and "known". With `?known=` and the last value of "known", "page" is omitted if the
/// records have not changed. Answers 409 if there are more records than a page shows, or more requests than the journal
/// keeps.
class LivePage final : public serve::HttpExtension {
 public:
  /// Shows at most that many records.
  explicit LivePage(std::size_t limit = max_records);
  ~LivePage() override;

  [[nodiscard]] bool serves(const serve::Request& request) const override;
  [[nodiscard]] serve::Response answer(const serve::Request& request, const serve::SessionHistory& history,
                                       std::stop_token stop) override;

 private:
  class LiveState;

  [[nodiscard]] std::string data_of(const serve::Request& request, const serve::SessionHistory& history,
                                    const std::stop_token& stop);

  std::size_t limit_;
  /// Copy of the last requested generation; null before the first request.
  std::unique_ptr<LiveState> state_;
  std::uint64_t generation_ = 0;
};

}  // namespace podreel::playground
