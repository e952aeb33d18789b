#include "engine/api/number_text.hpp"

#include <doctest/doctest.h>

namespace podreel::api {

TEST_CASE("Go's JSON prints numbers as they are, from a millionth to a sextillion") {
  CHECK(go_json_number(0.0) == "0");
  CHECK(go_json_number(-0.0) == "-0");
  CHECK(go_json_number(1.5) == "1.5");
  CHECK(go_json_number(-1.5) == "-1.5");
  CHECK(go_json_number(100) == "100");
  CHECK(go_json_number(0.05) == "0.05");
  CHECK(go_json_number(0.000001) == "0.000001");
  CHECK(go_json_number(0.0000001) == "1e-7");
  CHECK(go_json_number(-1.5e-7) == "-1.5e-7");
  CHECK(go_json_number(1e20) == "100000000000000000000");
  CHECK(go_json_number(1e21) == "1e+21");
}

TEST_CASE("a number as a key of YAML is a float32, with an exponent from 10^21 on and below a ten-thousandth") {
  CHECK(go_key_number(0.0) == "0");
  CHECK(go_key_number(0.1) == "0.1");
  CHECK(go_key_number(-2.5) == "-2.5");
  CHECK(go_key_number(16777217) == "16777216");
  CHECK(go_key_number(0.0001) == "0.0001");
  CHECK(go_key_number(0.00001) == "1e-05");
  CHECK(go_key_number(1e20) == "100000000000000000000");
  CHECK(go_key_number(1e21) == "1e+21");
}

TEST_CASE("a decimal is the number nearest to it, and none where no number is near") {
  CHECK(read_real("0.1") == 0.1);
  CHECK(read_real("-1e21") == -1e21);
  CHECK(read_real("0e-999") == 0.0);
  CHECK_FALSE(read_real("1e999").has_value());
  CHECK_FALSE(read_real("1e-999").has_value());
}

}  // namespace podreel::api
