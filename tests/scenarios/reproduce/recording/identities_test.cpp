#include "scenarios/reproduce/recording/identities.hpp"

#include <doctest/doctest.h>
#include <string>

namespace podreel::reproduce {

TEST_CASE("UIDs are the same, with dashes and without") {
  CHECK(without_identities("pod web_default(0a1b2c3d-0001-4000-8000-00000000000f) is gone") ==
        "pod web_default(<uid>) is gone");
  CHECK(without_identities("pod web(0123456789abcdef0123456789abcdef)") == "pod web(<uid>)");
  CHECK(without_identities("0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef00") == "<uid><uid>00");
  CHECK(without_identities("0a1b2c3d-0001-4000-8000-00000000000") == "0a1b2c3d-0001-4000-8000-00000000000");
  CHECK(without_identities("0A1B2C3D-0001-4000-8000-00000000000F") == "0A1B2C3D-0001-4000-8000-00000000000F");
  CHECK(without_identities("f0a1b2c3d-0001-4000-8000-00000000000f") == "f<uid>");
}

TEST_CASE("a sandbox is the same in each run, with the first digits of its id and with all") {
  const std::string all = "0a1b2c3d0a1b2c3d0a1b2c3d0a1b2c3d0a1b2c3d0a1b2c3d0a1b2c3d0a1b2c3d";
  CHECK(without_identities(R"(sandbox container "0a1b2c3d" is not running)") ==
        "sandbox container <id> is not running");
  CHECK(without_identities("sandbox container \"" + all + "\" is not running") ==
        "sandbox container <id> is not running");
  CHECK(without_identities(R"(sandbox container "0a1b2c3" is not running)") ==
        R"(sandbox container "0a1b2c3" is not running)");
  CHECK(without_identities(R"(sandbox container "0a1b2c3d0" is not running)") ==
        R"(sandbox container "0a1b2c3d0" is not running)");
}

TEST_CASE("how long a pull took, and how large its image is, differ from run to run") {
  CHECK(without_identities(
            R"(Successfully pulled image "a:1" in 1.5s (2m3.1s including waiting). Image size: 42 bytes.)") ==
        R"(Successfully pulled image "a:1" in <DURATION> (<DURATION> including waiting). Image size: N bytes.)");
  CHECK(without_identities(R"(Successfully pulled image "a:1" in 310.2µs)") ==
        R"(Successfully pulled image "a:1" in <DURATION>)");
  CHECK(without_identities("Successfully pulled image  in 1s") == "Successfully pulled image  in <DURATION>");
  CHECK(without_identities("Successfully pulled image in 1s") == "Successfully pulled image in 1s");
  CHECK(without_identities("Successfully pulled image a\n in 1s") == "Successfully pulled image a\n in 1s");
  CHECK(without_identities("Pulled within 1s") == "Pulled within 1s");
  CHECK(without_identities("Image size: x bytes") == "Image size: x bytes");
}

TEST_CASE("a message is compared however long it is") {
  const std::string image(1'000'000, 'x');
  CHECK(without_identities("Successfully pulled image \"" + image + "\" in 1s") ==
        "Successfully pulled image \"" + image + "\" in <DURATION>");
}

}  // namespace podreel::reproduce
