// What fuzzing found worth keeping (tools/fuzz) is run by every suite.
#include <charconv>
#include <doctest/doctest.h>
#include <filesystem>
#include <fstream>
#include <vector>

extern "C" int fuzz_identity(const std::uint8_t* data, std::size_t size);

namespace podreel {

namespace {

std::vector<std::uint8_t> from_hex(const std::string& line) {
  std::vector<std::uint8_t> bytes(line.size() / 2);
  for (std::size_t index = 0; index < bytes.size(); ++index) {
    const char* digits = line.data() + 2 * index;
    REQUIRE(std::from_chars(digits, digits + 2, bytes[index], 16).ptr == digits + 2);
  }
  return bytes;
}

}  // namespace

TEST_CASE("the walkers of the identity formulas stand every input that was kept") {
  std::ifstream file{std::filesystem::path{PODREEL_SOURCE_DIR} / "tests/fuzz/corpus/identity.hex"};
  int inputs = 0;
  for (std::string line; std::getline(file, line); ++inputs) {
    const std::vector<std::uint8_t> bytes = from_hex(line);
    CHECK(fuzz_identity(bytes.data(), bytes.size()) == 0);
  }
  CHECK(inputs > 100);
  MESSAGE("inputs: " << inputs);
}

}  // namespace podreel
