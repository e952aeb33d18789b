#include "engine/api/image_reference.hpp"

#include <doctest/doctest.h>
#include <string>

namespace podreel::api {

namespace {

const std::string digest = "sha256:" + std::string(64, 'a');

}  // namespace

TEST_CASE("an image without a tag or with the tag latest is always pulled") {
  for (const char* image : {"nginx", "nginx:latest", "registry:5000/team/app", "localhost/app:latest", "HOST/x"}) {
    CAPTURE(image);
    CHECK(default_pull_policy(image) == "Always");
  }
}

TEST_CASE("an image with another tag or a digest is pulled if it is not present") {
  CHECK(default_pull_policy("nginx:1.25") == "IfNotPresent");
  CHECK(default_pull_policy("nginx@" + digest) == "IfNotPresent");
  CHECK(default_pull_policy("nginx:1.25@" + digest) == "IfNotPresent");
}

TEST_CASE("an image that docker's grammar refuses counts as having another tag") {
  for (const char* image : {"Nginx", "", "a//b", "nginx:", "img-", "a b", "nginx@sha256:short", "nginx@sha256",
                            "nginx@:0123456789abcdef0123456789abcdef", "nginx@1:0123456789abcdef0123456789abcdef"}) {
    CAPTURE(image);
    CHECK_FALSE(parse_image_reference(image).has_value());
    CHECK(default_pull_policy(image) == "IfNotPresent");
  }
}

TEST_CASE("what docker's grammar takes for a name, a tag and a digest") {
  const std::string max_tag_length(128, 'a');
  for (const std::string& image :
       {std::string{"a.b/c"}, std::string{"a_b/c__d"}, std::string{"a---b"}, std::string{"my-registry.io:80/x"},
        std::string{"a:" + max_tag_length}, std::string{"a:_1.x-y"}, "a:1@" + digest}) {
    CAPTURE(image);
    CHECK(parse_image_reference(image).has_value());
  }
  for (const std::string& image :
       {std::string{"a..b"}, std::string{"a___b"}, std::string{"a-_b"}, std::string{"-a"}, std::string{"a/"},
        std::string{"host:8o/x"}, std::string{"host:/x"}, std::string{"-a.io/x"}, std::string{"a-.io/x"},
        std::string{"a..io/x"}, std::string{"a_b.io:1/x"}, "a:" + max_tag_length + "a", std::string{"a:-1"},
        std::string{"a:.1"}, std::string{"a:1+2"}, std::string{"a:1@"}, "a@sha256:" + std::string(64, 'g')}) {
    CAPTURE(image);
    CHECK_FALSE(parse_image_reference(image).has_value());
  }
}

TEST_CASE("a port is no tag") {
  const auto reference = parse_image_reference("registry.example.com:5000/team/app:v1");
  REQUIRE(reference.has_value());
  CHECK(reference->repository == "registry.example.com:5000/team/app");
  CHECK(reference->tag == "v1");
  CHECK(parse_image_reference("registry:5000/app")->tag.empty());
}

TEST_CASE("every character of a port is a digit, and a registry is known by its dot, its port or its name") {
  for (const char* image : {"host:5a/x", "host:a5/x", "host:50a0/x:1"}) {
    CAPTURE(image);
    CHECK_FALSE(parse_image_reference(image).has_value());
  }
  CHECK(parse_image_reference("HOST:5000/x").has_value());
  CHECK(parse_image_reference("HOST/x").has_value());
  CHECK_FALSE(parse_image_reference("HOST/x", ReferenceGrammar::distribution_2).has_value());
  CHECK(default_pull_policy("HOST/x", ReferenceGrammar::distribution_2) == "IfNotPresent");
  CHECK_FALSE(parse_image_reference("x/HOST").has_value());
  CHECK(parse_image_reference("Host.io/x").has_value());
  CHECK_FALSE(parse_image_reference(std::string(64, 'a')).has_value());
  CHECK(parse_image_reference(std::string(63, 'a')).has_value());
}

TEST_CASE("a registry may be an IPv6 address in the newer grammar") {
  for (const char* image : {"[::1]:5000/team/app:v1", "[2001:DB8::1]/app", "[fe80::]/app"}) {
    CAPTURE(image);
    CHECK(parse_image_reference(image).has_value());
    CHECK_FALSE(parse_image_reference(image, ReferenceGrammar::distribution_2).has_value());
  }
  CHECK(parse_image_reference("[::1]:5000/team/app:v1")->repository == "[::1]:5000/team/app");
  for (const char* image : {"[::1/app", "[]:1/app", "[::g]/app", "[::1]:/app", "[::1]x:1/app", "::1/app", "[::1]"}) {
    CAPTURE(image);
    CHECK_FALSE(parse_image_reference(image).has_value());
  }
}

TEST_CASE("the algorithm of a digest has words that begin with letters") {
  const std::string hex(32, 'a');
  for (const char* algorithm : {"a", "sha256", "sha256+b64u", "a-b_c.d+e"}) {
    CAPTURE(algorithm);
    CHECK(parse_image_reference("a@" + std::string{algorithm} + ":" + hex).has_value());
  }
  for (const char* algorithm : {"", "2sha", "sha256+", "sha+256", "a++b", "a b", "-a"}) {
    CAPTURE(algorithm);
    CHECK_FALSE(parse_image_reference("a@" + std::string{algorithm} + ":" + hex).has_value());
  }
}

TEST_CASE("every character of a digest and of an id is a hex digit") {
  CHECK_FALSE(parse_image_reference("a@sha256:" + std::string(63, 'a') + "g").has_value());
  CHECK(parse_image_reference("a@sha256:" + std::string(63, 'a') + "F").has_value());
  CHECK(parse_image_reference(std::string(63, 'a') + "g").has_value());
}

}  // namespace podreel::api
