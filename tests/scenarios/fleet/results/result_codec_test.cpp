#include "scenarios/fleet/results/result_codec.hpp"

#include <doctest/doctest.h>
#include <limits>
#include <string>

#include "scenarios/format/shapes/duration.hpp"

namespace podreel::fleet {

namespace {

using namespace std::chrono_literals;

NodeResult eventful() {
  NodeResult account;
  account.containers = 300;
  account.restarted = 200;
  account.restarts = {1, 2, 3, 4, 1'000'000};
  account.restarts_of = {{0, 7}, {2, 1}, {9, std::numeric_limits<std::uint32_t>::max()}};
  account.outages = {{{9, 4'000'000'000}, 5s, 5s, true}, {{0, 0}, 0s, 8s + 1ns, true}, {{3, 1}, 1ns, {}, false}};
  account.failed_pods = 2;
  account.seconds = {{0, {1, 2, 3}}, {1, {0, 0, 1}}, {600, {400, 0, 0}}};
  account.done_at = 8s + 1ns;
  account.looked_at_for = format::max_duration;
  account.has_recovered = false;
  return account;
}

std::string encoded(const NodeResult& account) {
  std::string bytes;
  encode(account, bytes);
  return bytes;
}

std::optional<NodeResult> decoded(const std::string& bytes, std::uint32_t workloads) {
  parallel::NumberReader reader{bytes};
  return decode_account(reader, workloads);
}

}  // namespace

TEST_CASE("an account is read as it was written") {
  CHECK(decoded(encoded(eventful()), 10) == eventful());
  CHECK(decoded(encoded({}), 0) == NodeResult{});
}

TEST_CASE("consecutive accounts are separated") {
  const std::string bytes = encoded(eventful()) + encoded({});
  parallel::NumberReader reader{bytes};
  CHECK(decode_account(reader, 10) == eventful());
  CHECK(decode_account(reader, 10) == NodeResult{});
  CHECK(reader.is_at_end());
}

TEST_CASE("an account that names workloads that the cluster does not have is none") {
  CHECK_FALSE(decoded(encoded(eventful()), 9));
  CHECK_FALSE(decoded(encoded(eventful()), 0));
}

TEST_CASE("times that no plan takes are no account") {
  NodeResult account;
  account.done_at = sim::Duration::max();
  CHECK_FALSE(decoded(encoded(account), 1));
}

TEST_CASE("an account that ends too early is none, wherever it ends") {
  const std::string bytes = encoded(eventful());
  for (std::size_t size = 0; size < bytes.size(); ++size) CHECK_FALSE(decoded(bytes.substr(0, size), 10));
}

TEST_CASE("numbers of more than 64 bits are none") {
  parallel::NumberReader longest{"\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01"};
  CHECK(longest.number() == std::numeric_limits<std::uint64_t>::max());
  CHECK_FALSE(longest.has_failed());
  for (const std::string bytes :
       {"\xff\xff\xff\xff\xff\xff\xff\xff\xff\x02", "\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01"}) {
    parallel::NumberReader reader{bytes};
    CHECK(reader.number() == 0);
    CHECK(reader.has_failed());
  }
}

TEST_CASE("a text that is longer than what is there is none") {
  std::string bytes;
  parallel::put_text("web", bytes);
  CHECK(parallel::NumberReader{bytes}.text() == "web");
  bytes.pop_back();
  parallel::NumberReader reader{bytes};
  CHECK(reader.text().empty());
  CHECK(reader.has_failed());
}

}  // namespace podreel::fleet
