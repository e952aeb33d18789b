// The page of `podreel report` in a folder with many of them.
#pragma once

#include <string>
#include <string_view>

#include "scenarios/format/scenario.hpp"
#include "tools/pages/run/page.hpp"

namespace podreel::cli {

/// A page whose style and script are files that it shares with others.
struct SharedPage {
  /// The page with the placeholder of the data, which is there as deflated and base64-encoded JSON.
  std::string page;
  std::string style;
  std::string script;
};

/// Takes a page apart. `style_file` and `script_file` are the URLs of both files, relative to the page.
[[nodiscard]] SharedPage shared_page(Page page, std::string_view style_file, std::string_view script_file);

/// Returns a page with `data`, which is JSON.
[[nodiscard]] std::string page_with_data(const SharedPage& shared, const std::string& data);

/// Returns the page of one run, which `command` replays, with the placeholder of `shared` filled.
[[nodiscard]] std::string shared_run_page(const SharedPage& shared, const format::Scenario& scenario,
                                          const std::string& command);

}  // namespace podreel::cli
