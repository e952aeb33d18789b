#include "tools/text/folded_numbers.hpp"

#include <doctest/doctest.h>

namespace podreel::cli {

TEST_CASE("texts that differ only in numbers are the same without them") {
  CHECK(fold_numbers("back-off 10s restarting") == "back-off # restarting");
  CHECK(fold_numbers("back-off 1m20s restarting") == fold_numbers("back-off 40s restarting"));
  CHECK(fold_numbers("app: Error 1, 1 restart") == fold_numbers("app: Error 1, 12 restarts"));
  CHECK(fold_numbers("took 16.4ms") == "took #");
  CHECK(fold_numbers("attempt 3.") == "attempt #.");
  CHECK(fold_numbers("") == "");
}

TEST_CASE("ids are numbers, words are not") {
  CHECK(fold_numbers("pod web_default(78672795-3a54-402d-b943-b716275cdb87)") == "pod web_default(#)");
  CHECK(fold_numbers("id a4509a78") == "id #");
  CHECK(fold_numbers("deadbeef") == "deadbeef");
  CHECK(fold_numbers("web-0") == "web-#");
  CHECK(fold_numbers("classes of glass") == "classes of glass");
}

}  // namespace podreel::cli
