#include "engine/api/quantity.hpp"

#include <doctest/doctest.h>
#include <string>
#include <vector>

namespace podreel::api {

namespace {

Quantity q(std::string_view text) {
  return Quantity::parse(text).value();
}

}  // namespace

TEST_CASE("amounts are canonical without fractions and with the largest suffix") {
  const std::vector<std::pair<std::string, std::string>> spellings{
      {"0", "0"},
      {"00", "0"},
      {"0.1", "100m"},
      {"1000m", "1"},
      {"1.5", "1500m"},
      {"1000", "1k"},
      {"1000000", "1M"},
      {"0.001", "1m"},
      {"1024Mi", "1Gi"},
      {"1536Mi", "1536Mi"},
      {"1.5Gi", "1536Mi"},
      {"0.5Ki", "512"},
      {"128Mi", "128Mi"},
      {"1e3", "1e3"},
      {"12e6", "12e6"},
      {"1E3", "1E3"},
      {"5.", "5."},
      {"-1", "-1"},
      {"-1500m", "-1500m"},
      {"0.1Ki", "102400m"},
      {"3.14159", "3141590u"},
      {"1e-10", "1e-9"},
      {"10Ei", "9223372036854775807"},
  };
  for (const auto& spelling : spellings) {
    CAPTURE(spelling.first);
    CHECK(q(spelling.first).text() == spelling.second);
  }
}

TEST_CASE("text that is no amount is refused") {
  for (const char* text : {"", " ", "1 Gi", "one", "1Gib", "--1", "1e", "1e3x", "1e1001", "1e-1001", "e3", ".", "+",
                           "1.2.3", "1ki", "0x10", "1e99999"}) {
    CAPTURE(text);
    CHECK_FALSE(Quantity::parse(text).has_value());
  }
}

TEST_CASE("only texts that upstream recognises as canonical while parsing are kept") {
  for (const char* text : {"0", "1", "100m", "1Gi", "3Gi", "100Mi", "1e3", "010", "+5Mi"}) {
    CAPTURE(text);
    CHECK(q(text).kept_text() == text);
  }
  for (const char* text : {"128Mi", "64Mi", "8Gi", "1000", "0.1", ".5", "1.5", "1.5Gi", "000"}) {
    CAPTURE(text);
    CHECK(q(text).kept_text().empty());
  }
}

TEST_CASE("small amounts are integers with a power of ten, others decimals of any length") {
  CHECK(q("1Gi").value() == 1073741824);
  CHECK(q("100m").scale() == -3);
  CHECK_FALSE(q("999Gi").decimal().has_value());
  REQUIRE(q("1.5Gi").decimal().has_value());
  CHECK(q("1.5Gi").decimal()->scale == 9);
  CHECK(words_of(*q("1.5Gi").decimal()) == std::vector<std::uint64_t>{1610612736000000000U});
  CHECK(words_of(*q("99999999999999999999").decimal()) ==
        std::vector<std::uint64_t>{7886392055514347008U, 5421010862U});
  CHECK(words_of(Decimal{}).empty());
}

TEST_CASE("what needs more than E is printed without a suffix, as upstream does") {
  CHECK(q("999E").canonical() == "999E");
  CHECK(q("1000E").canonical() == "1");
  CHECK(q("-100000000000000000000000000000000000000000n").canonical() == "-100");
  CHECK(q("1e21").canonical() == "1e21");
}

TEST_CASE("amounts compare by value across suffixes and forms") {
  CHECK(q("1") == q("1000m"));
  CHECK(q("1.5Gi") == q("1536Mi"));
  CHECK(q("1Ki") > q("1k"));
  CHECK(q("-1") < q("0"));
  CHECK(q("1e3") == q("1k"));
  CHECK(Quantity{} == q("0"));
}

TEST_CASE("rounding up to milli goes away from zero and forgets the text") {
  Quantity tiny = q("1u");
  tiny.round_up_to_milli();
  CHECK(tiny.value() == 1);
  CHECK(tiny.scale() == -3);
  CHECK(tiny.kept_text().empty());
  Quantity coarse = q("100m");
  coarse.round_up_to_milli();
  CHECK(coarse.kept_text() == "100m");
  Quantity decimal = q("1.5Gi");
  decimal.round_up_to_milli();
  CHECK(decimal.decimal()->scale == 3);
}

TEST_CASE("1.2 held every amount with three places") {
  CHECK(parse_old_quantity("1")->amount.digits == "1000");
  CHECK(parse_old_quantity("1u")->amount.digits == "1");
  CHECK(parse_old_quantity("0")->amount.digits.empty());
  CHECK(parse_old_quantity("-1")->amount.negative);
  CHECK_FALSE(parse_old_quantity("x").has_value());
}

TEST_CASE("amounts below zero are less the larger they are") {
  CHECK(q("1") > q("-2"));
  CHECK(q("-2") < q("1"));
  CHECK(q("-2") < q("-1"));
  CHECK(q("-1") > q("-2"));
  CHECK(q("0") > q("-1m"));
}

}  // namespace podreel::api
