#include "engine/decide/custom_policies.hpp"

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "engine/api/pod.hpp"
#include "engine/decide/policy_text.hpp"
#include "engine/identity/container_hash.hpp"

namespace podreel::decide {

namespace {

using release::v;

constexpr std::uint64_t own_hash = 4711;

api::Container web() {
  return api::container_from_json(
      std::make_shared<const nlohmann::json>(nlohmann::json{{"name", "web"}, {"image", "nginx:1.25"}}));
}

/// Makes a policy for kubelets from 1.30 on whose scenario names no policy of podreel's.
std::shared_ptr<const Policy> make_fixed(const CustomPolicyRequest& request) {
  if (request.release < v(30) || request.scenario_policy != "upstream") return nullptr;
  return std::make_shared<HashPolicy>([](const api::Container&) { return own_hash; });
}

/// Adds the policy "fixed" once.
PolicySettings fixed() {
  static const bool is_added = [] {
    add_custom_policy({"fixed", "one hash for all", make_fixed});
    return true;
  }();
  CHECK(is_added);
  return parse_policy("fixed").value();
}

}  // namespace

TEST_CASE("a policy of the program is selected by its name") {
  const PolicySettings settings = fixed();
  CHECK(settings.kind == PolicyKind::custom);
  CHECK(to_string(settings) == "fixed");
  CHECK(make_policy(settings, v(30))->hash_container(web()) == own_hash);
  CHECK(kubelet_policy_names() == std::vector<std::string>{"upstream", "serialized-spec", "dual-hash", "fixed"});
  CHECK_FALSE(parse_policy("custom"));
  CHECK_FALSE(parse_policy("fixed 1.12"));
}

TEST_CASE("a kubelet for which the program makes no policy keeps its own") {
  const api::Container container = web();
  CHECK(make_policy(fixed(), v(29))->hash_container(container) == identity::container_hash(*container.stored, v(29)));
  const PolicySettings replaced = replaced_policy(parse_policy("dual-hash 1.12 via 1.17").value(), fixed());
  CHECK(replaced.replaced == "dual-hash 1.12.10 via 1.17.17");
  runtime::ContainerStatus old;
  const PolicySettings dual = parse_policy("dual-hash 1.12 via 1.17").value();
  CHECK(make_policy(replaced, v(30))->hash_container(container) == identity::container_hash(*container.stored, v(30)));
  old.hash = identity::container_hash(*container.stored, v(12));
  CHECK(make_policy(replaced, v(30))->compare(container, old).changed ==
        make_policy(dual, v(30))->compare(container, old).changed);
}

TEST_CASE("a policy of podreel's does not remember the one that it replaces") {
  CHECK(replaced_policy(fixed(), parse_policy("serialized-spec").value()) == parse_policy("serialized-spec").value());
}

TEST_CASE("a policy of the program that replaces itself is the same policy") {
  CHECK(replaced_policy(fixed(), fixed()) == fixed());
  CHECK(make_policy(replaced_policy(fixed(), fixed()), v(30))->hash_container(web()) == own_hash);
}

TEST_CASE("names that are taken or malformed are rejected") {
  static_cast<void>(fixed());
  for (const char* name : {"", "upstream", "dual-hash", "rewrite", "fixed", "Mine", "my policy", "1st", "-x"}) {
    CAPTURE(name);
    CHECK_THROWS_AS(add_custom_policy({name, "", make_fixed}), std::invalid_argument);
  }
}

}  // namespace podreel::decide
