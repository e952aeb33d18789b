#include "tools/pages/run/shared_page.hpp"

#include <fmt/format.h>
#include <vector>

#include "engine/api/base64.hpp"
#include "engine/invariant.hpp"
#include "tools/files/deflated.hpp"
#include "tools/pages/run/run_page_data.hpp"

namespace podreel::cli {

namespace {

/// Replaces what is between `begin` and `end`, both included, and returns what was between them.
std::string exchange_part(std::string& page, std::string_view begin, std::string_view end,
                          const std::string& replacement) {
  const std::size_t from = page.find(begin);
  PODREEL_INVARIANT(from != std::string::npos, "a generated page has each of its parts");
  const std::size_t inner = from + begin.size();
  const std::size_t to = page.find(end, inner);
  PODREEL_INVARIANT(to != std::string::npos, "a part of a generated page ends");
  std::string part = page.substr(inner, to - inner);
  page.replace(from, to + end.size() - from, replacement);
  return part;
}

}  // namespace

SharedPage shared_page(Page page, std::string_view style_file, std::string_view script_file) {
  SharedPage shared{page_text(page), {}, {}};
  shared.style = exchange_part(shared.page, "<style>", "</style>",
                               fmt::format(R"(<link rel="stylesheet" href="{}">)", style_file));
  shared.script =
      exchange_part(shared.page, "<script>", "</script>", fmt::format(R"(<script src="{}"></script>)", script_file));
  const std::string licences = exchange_part(shared.page, "<!--\n", "-->\n", "");
  PODREEL_INVARIANT(licences.find("*/") == std::string::npos, "licences can stand in a comment of a script");
  shared.script = fmt::format("/*\n{}*/\n{}", licences, shared.script);
  // The policy names the digests of inline parts.
  exchange_part(shared.page, "script-src 'sha256-", "'", "script-src 'self'");
  exchange_part(shared.page, "style-src 'sha256-", "'", "style-src 'self'");
  exchange_part(shared.page, R"(id="podreel-data")", ">", R"(id="podreel-data" data-encoding="deflate">)");
  return shared;
}

std::string page_with_data(const SharedPage& shared, const std::string& data) {
  std::string page = shared.page;
  page.replace(page.find(page_data_mark), page_data_mark.size(), api::base64(deflated(data)));
  return page;
}

std::string shared_run_page(const SharedPage& shared, const format::Scenario& scenario, const std::string& command) {
  return page_with_data(shared, run_page_data({PageRun{scenario, command}}, command));
}

}  // namespace podreel::cli
