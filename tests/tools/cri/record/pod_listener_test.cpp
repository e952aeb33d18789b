#include "tools/cri/record/pod_listener.hpp"

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/read.hpp>
#include <boost/asio/write.hpp>
#include <chrono>
#include <doctest/doctest.h>
#include <string>
#include <thread>
#include <unistd.h>

namespace podreel::cri {

namespace {

namespace asio = boost::asio;
using asio::ip::tcp;

/// One that nobody else listens on: addresses by this process.
PodPort own_port() {
  constexpr int byte = 256;
  const auto number = static_cast<int>(::getpid()) % (byte * byte);
  return {"127." + std::to_string(number / byte) + "." + std::to_string(number % byte) + ".7", 18080};
}

/// What comes back for `sent`; "refused", or "reset" where the connection is.
std::string asked(const PodPort& port, const std::string& sent) {
  asio::io_context context;
  tcp::socket socket{context};
  boost::system::error_code error;
  socket.connect({asio::ip::make_address(port.ip), port.port}, error);
  if (error) return "refused";
  asio::write(socket, asio::buffer(sent), error);
  std::string answer;
  asio::read(socket, asio::dynamic_buffer(answer), error);
  return error == asio::error::connection_reset ? "reset" : answer;
}

/// When the listener has come to it.
std::string asked_until(const PodPort& port, const std::string& sent, bool is_open) {
  for (int attempt = 0; attempt < 1000; ++attempt) {
    std::string answer = asked(port, sent);
    if ((answer != "refused") == is_open) return answer;
    std::this_thread::sleep_for(std::chrono::milliseconds{5});
  }
  return "never";
}

const std::string get = "GET /ready HTTP/1.1\r\nHost: pod\r\n\r\n";

}  // namespace

TEST_CASE("an open port answers over HTTP as it is instructed to, a closed one refuses") {
  PodListener listener{[](const std::string& container, PodListener::Kind, const PodListener::Answer& answer) {
                         answer({.status = 503, .output = "busy " + container, .timed_out = false, .refused = false});
                       },
                       [](const std::string& problem) { FAIL(problem); }};
  const PodPort port = own_port();
  CHECK(asked(port, get) == "refused");
  CHECK_FALSE(PodListener::problem_with(port));
  listener.open(port, PortProtocol::http, "app");
  const std::string answer = asked_until(port, get, true);
  CHECK(answer.starts_with("HTTP/1.1 503 "));
  CHECK(answer.ends_with("busy app"));
  CHECK(PodListener::problem_with(port));
  // What is no HTTP is not answered.
  CHECK(asked(port, "\r\n\r\nnonsense\r\n\r\n").find("503") == std::string::npos);
  listener.close(port);
  CHECK(asked_until(port, get, false) == "refused");
}

TEST_CASE("who asks a container that has just ended is reset, and who is never answered may go") {
  PodListener::Answer never;
  PodListener listener{[&never](const std::string& container, PodListener::Kind, PodListener::Answer answer) {
                         if (container == "silent") {
                           never = std::move(answer);
                         } else {
                           answer({.status = 0, .output = {}, .timed_out = false, .refused = true});
                         }
                       },
                       [](const std::string& problem) { FAIL(problem); }};
  PodPort port = own_port();
  ++port.port;
  listener.open(port, PortProtocol::http, "ended");
  CHECK(asked_until(port, get, true) == "reset");
  listener.close(port);
  port.port += 4;
  listener.open(port, PortProtocol::http, "silent");
  asio::io_context context;
  tcp::socket socket{context};
  boost::system::error_code error = asio::error::connection_refused;
  for (int attempt = 0; attempt < 1000 && error; ++attempt) {
    socket.close();
    socket.connect({asio::ip::make_address(port.ip), port.port}, error);
    std::this_thread::sleep_for(std::chrono::milliseconds{5});
  }
  REQUIRE_FALSE(error);
  asio::write(socket, asio::buffer(get));
  socket.close();
  listener.close(port);
  for (int attempt = 0; attempt < 1000 && PodListener::problem_with(port); ++attempt) {
    std::this_thread::sleep_for(std::chrono::milliseconds{5});
  }
  CHECK_FALSE(PodListener::problem_with(port));
}

TEST_CASE("over TCP a connection is all") {
  PodListener listener{[](const std::string&, PodListener::Kind, const PodListener::Answer&) { FAIL("nobody asks"); },
                       [](const std::string& problem) { FAIL(problem); }};
  PodPort port = own_port();
  port.port += 2;
  listener.open(port, PortProtocol::tcp, "app");
  CHECK(asked_until(port, "", true).empty());
}

}  // namespace podreel::cri
