// Images by name, id and digest.
#include "tools/cri/runtime/known_images.hpp"

#include <doctest/doctest.h>

#include "runtime_fake/identifiers.hpp"

namespace podreel::cri {

TEST_CASE("images of the script and noted ones have ids and digests") {
  runtime_fake::ImageScript scripted;
  scripted.name = "app:1";
  KnownImages images{{scripted}};
  const std::string id = runtime_fake::image_id("app:1");
  CHECK(images.name_of(id) == "app:1");
  CHECK(images.name_of("app@" + id) == "app:1");
  CHECK(images.name_of("app:1") == "app:1");
  CHECK(images.name_of("other:1") == "other:1");
  const std::string other = runtime_fake::image_id("other:1");
  CHECK_FALSE(images.name_of(other));
  CHECK(images.name_of("other@" + other) == "other@" + other);
  CHECK(images.note("other:1"));
  CHECK(images.name_of(other) == "other:1");
  CHECK(images.note("other:1"));
  CHECK(images.all().size() == 2);
}

}  // namespace podreel::cri
