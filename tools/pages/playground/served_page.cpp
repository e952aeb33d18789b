#include "tools/pages/playground/served_page.hpp"

#include <sstream>
#include <utility>

#include "tools/pages/playground/engine_process.hpp"
#include "tools/pages/run/page.hpp"
#include "tools/pages/walk/walk_page.hpp"
#include "tools/serve/request_body.hpp"
#include "tools/serve/status_error.hpp"

namespace podreel::playground {

namespace {

constexpr std::string_view engine_path = "/podreel/v1/playground";
constexpr std::string_view scenario_path = "/podreel/v1/scenario";

/// Returns the walk, whose lessons are replayed for the first request only.
const std::string& walk_page() {
  static const std::string page = [] {
    std::ostringstream text;
    cli::print_walk_page(text, cli::walk_lessons(), page_path);
    return std::move(text).str();
  }();
  return page;
}

}  // namespace

bool ServedPage::serves(const serve::Request& request) const {
  const std::string_view path = request.path();
  return path == page_path || path == walk_path || path == engine_path || path == scenario_path;
}

serve::Response ServedPage::answer(const serve::Request& request, const serve::SessionHistory&, std::stop_token stop) {
  const std::string_view path = request.path();
  const bool asks_engine = path == engine_path;
  if (request.method != (asks_engine ? "POST" : "GET")) return serve::method_not_allowed().response();
  if (!asks_engine) {
    constexpr std::string_view html = "text/html; charset=utf-8";
    if (path == page_path) return {.content_type = std::string{html}, .body = cli::page_text(cli::Page::playground)};
    if (path == walk_path) return {.content_type = std::string{html}, .body = walk_page()};
    return {.content_type = "application/yaml; charset=utf-8", .body = scenario_};
  }
  // Pages of other origins can send other content types without permission of this server.
  if (serve::media_type(request) != "application/json") {
    return serve::unsupported_media_type("application/json").response();
  }
  return {.body = answer_in_process(program_, request.body, stop)};
}

}  // namespace podreel::playground
