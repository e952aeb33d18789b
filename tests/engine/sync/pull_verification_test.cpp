#include "engine/sync/pull_verification.hpp"

#include <doctest/doctest.h>

namespace podreel::sync {

namespace {

constexpr PresentImageRequest image{.image = "corp/app:1", .reference = "sha256:1", .repository = "corp/app"};
const PullCredential own{.secret = "default/a", .uid = "1", .login = "x:y"};

bool must_pull(PullRecords& records, std::vector<PullCredential> credentials, PullVerification verification = {}) {
  return must_pull_present_image(records, verification, image, [&] { return credentials; });
}

}  // namespace

TEST_CASE("an image that the kubelet never pulled is there for every pod, unless all images are verified") {
  PullRecords records;
  CHECK_FALSE(must_pull(records, {}));
  CHECK(must_pull(records, {own}, {.verified = VerifiedImages::all, .allowlist = {}}));
  CHECK_FALSE(must_pull(records, {}, {.verified = VerifiedImages::not_allowlisted, .allowlist = {"corp/app"}}));
  CHECK_FALSE(must_pull(records, {}, {.verified = VerifiedImages::not_allowlisted, .allowlist = {"corp/*"}}));
  CHECK(must_pull(records, {}, {.verified = VerifiedImages::not_allowlisted, .allowlist = {"corp/other"}}));
}

TEST_CASE("an image that was pulled without credentials is there for every pod, even while it is pulled again") {
  PullRecords records;
  records.record_pulled(image.reference, image.repository, nullptr);
  records.record_intent(image.image);
  CHECK_FALSE(must_pull(records, {}));
}

TEST_CASE("an image with an intent alone is pulled again") {
  PullRecords records;
  records.record_intent(image.image);
  CHECK(must_pull(records, {own}));
  CHECK_FALSE(must_pull(records, {}, {.verified = VerifiedImages::none, .allowlist = {}}));
}

TEST_CASE("an image that was pulled with a Secret is there for pods with that Secret, or with its login") {
  PullRecords records;
  records.record_pulled(image.reference, image.repository, &own);
  CHECK(must_pull(records, {}));
  CHECK(must_pull(records, {{.secret = "default/b", .uid = "2", .login = "other"}}));
  CHECK_FALSE(must_pull(records, {own}));
  CHECK_FALSE(must_pull(records, {{.secret = "default/a", .uid = "1", .login = "changed"}}));
  CHECK_FALSE(must_pull(records, {{.secret = "default/b", .uid = "2", .login = "changed"}}));
  CHECK(must_pull(records, {{.secret = "default/a", .uid = "3", .login = "another"}}));
}

TEST_CASE("a pull without credentials opens the image to every pod, and its removal forgets who pulled it") {
  PullRecords records;
  records.record_pulled(image.reference, image.repository, &own);
  records.record_pulled(image.reference, image.repository, nullptr);
  CHECK_FALSE(must_pull(records, {}));
  records.remove_record(image.reference);
  CHECK_FALSE(records.has_record(image.reference));
}

TEST_CASE("an image that was pulled under another name is verified under this one") {
  PullRecords records;
  records.record_pulled(image.reference, "mirror/app", nullptr);
  CHECK(must_pull(records, {own}));
}

}  // namespace podreel::sync
