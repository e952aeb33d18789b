#include "engine/sync/default_image_tag.hpp"

#include <doctest/doctest.h>

#include "tests/support/kubelet_label.hpp"

namespace podreel::sync {

namespace {

/// The image as it is pulled, or what is wrong with it.
std::string tagged(const std::string& image, const char* release = "1.32.0") {
  const auto result = apply_default_image_tag(image, testing::behaviour_of_label(release));
  return result ? *result : result.error().message;
}

bool says(const std::string& image, const char* problem) {
  return tagged(image).find(problem) != std::string::npos;
}

}  // namespace

TEST_CASE("a registry is not looked at for small letters, and what stands behind it is") {
  CHECK(tagged("Registry.io/app") == "Registry.io/app:latest");
  CHECK(tagged("HOST:5000/app:1") == "HOST:5000/app:1");
  CHECK(says("registry.io/App", "repository name (App) must be lowercase"));
  CHECK(tagged("app:TAG") == "app:TAG");
}

TEST_CASE("a first component with capital letters is a registry from 1.29 on") {
  for (const char* release : {"1.29.0", "1.32.0"}) {
    CAPTURE(release);
    CHECK(tagged("Team/app", release) == "Team/app:latest");
    CHECK(tagged("UPPER/x:1", release) == "UPPER/x:1");
    CHECK(says("Team/App", "repository name (App) must be lowercase"));
  }
  CHECK(tagged("Team/app", "1.28.0").find("repository name must be lowercase") != std::string::npos);
  CHECK(normalized_repository("Team/app:1") == "Team/app");
}

TEST_CASE("an official image is in the library, and index.docker.io is docker.io") {
  CHECK(says("docker.io/App", "repository name (library/App) must be lowercase"));
  CHECK(says("index.docker.io/App", "repository name (library/App) must be lowercase"));
  CHECK(says("index.docker.io/team/App", "repository name (team/App) must be lowercase"));
  CHECK(says("localhost/App", "repository name (App) must be lowercase"));
}

TEST_CASE("a name may be as long as 255 characters, up to 1.31 with its registry") {
  struct Limit {
    const char* release;
    std::string counted;
  };
  for (const Limit& limit : {Limit{"1.31.0", "docker.io/library/"}, Limit{"1.32.0", "library/"}}) {
    const char* release = limit.release;
    CAPTURE(release);
    const std::string longest(255 - limit.counted.size(), 'a');
    CHECK(tagged(longest, release) == longest + ":latest");
    CHECK(tagged(longest + "a", release).find("must not be more than 255 characters") != std::string::npos);
    CHECK(tagged(longest + ":1", release) == longest + ":1");
  }
}

TEST_CASE("a digest has the length of its algorithm, in small hex digits") {
  CHECK_FALSE(says("a@sha512:" + std::string(128, '0'), "couldn't"));
  CHECK_FALSE(says("a@sha384:" + std::string(96, 'f'), "couldn't"));
  CHECK(says("a@sha384:" + std::string(64, 'f'), "invalid checksum digest length"));
  CHECK(says("a@sha256:" + std::string(64, 'F'), "invalid checksum digest format"));
  CHECK(tagged("a:1@sha256:" + std::string(64, 'a')) == "a:1@sha256:" + std::string(64, 'a'));
}

TEST_CASE("sixty-four characters are an id if all are small hex digits") {
  CHECK(says(std::string(64, 'f'), "cannot specify 64-byte hexadecimal strings"));
  CHECK(tagged(std::string(64, 'g')) == std::string(64, 'g') + ":latest");
  CHECK(tagged(std::string(63, 'f')) == std::string(63, 'f') + ":latest");
}

TEST_CASE("the first and the last of the capital letters are capital letters") {
  for (const char* name : {"A", "Z", "fooZ", "a/fooA"}) {
    CAPTURE(name);
    CHECK(says(name, "must be lowercase"));
  }
  for (const char* name : {"fooA/bar", "Zoo/bar"}) CHECK(tagged(name) == name + std::string{":latest"});
}

}  // namespace podreel::sync
