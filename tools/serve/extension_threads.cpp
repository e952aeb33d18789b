#include "tools/serve/extension_threads.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <exception>
#include <fmt/format.h>
#include <utility>

#include "tools/serve/status_error.hpp"

namespace podreel::serve {

namespace {

namespace asio = boost::asio;

/// Returns the answer on the thread of the extension.
asio::awaitable<Response> answer_of(HttpExtension& extension, const Request& request, const SessionHistory& history,
                                    std::stop_token stop) {
  try {
    if (stop.stop_requested()) co_return StatusError{503, "ServiceUnavailable", "the request was cancelled"}.response();
    co_return extension.answer(request, history, std::move(stop));
  } catch (const std::exception& error) {
    co_return StatusError{500, "InternalError", error.what()}.response();
  }
}

}  // namespace

ExtensionThreads::ExtensionThreads(const std::vector<HttpExtension*>& extensions) {
  for (const HttpExtension* extension : extensions) {
    pools_.emplace(extension, std::make_unique<Pool>(extension->num_threads()));
  }
}

ExtensionThreads::~ExtensionThreads() {
  stop();
}

void ExtensionThreads::stop() {
  request_stop();
  for (auto& [extension, pool] : pools_) pool->threads.join();
}

asio::awaitable<Response> ExtensionThreads::ask(HttpExtension& extension, Request request, SessionHistory history,
                                                std::stop_token client_left) {
  Pool& pool = *pools_.at(&extension);
  if (pool.num_pending >= max_pending) {
    co_return too_many_requests(fmt::format("found {} unanswered requests, the maximum", max_pending), {}).response();
  }
  ++pool.num_pending;
  // Either reason stops the work.
  std::stop_source stop;
  const std::stop_callback on_end{server_ends_.get_token(), [&stop] { stop.request_stop(); }};
  const std::stop_callback on_leave{client_left, [&stop] { stop.request_stop(); }};
  Response response = co_await asio::co_spawn(pool.threads, answer_of(extension, request, history, stop.get_token()),
                                              asio::use_awaitable);
  --pool.num_pending;
  co_return response;
}

}  // namespace podreel::serve
