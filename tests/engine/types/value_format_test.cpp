#include "engine/types/value_format.hpp"

#include <doctest/doctest.h>
#include <string>
#include <vector>

namespace podreel::types {

namespace {

using Words = std::vector<std::string>;

void check_all(Format format, const Words& right, const Words& wrong) {
  for (const std::string& text : right) {
    CAPTURE(text);
    CHECK(has_format(text, format));
  }
  for (const std::string& text : wrong) {
    CAPTURE(text);
    CHECK_FALSE(has_format(text, format));
  }
}

const std::string label_of_63(63, 'a');

/// Labels of one character between dots.
std::string subdomain(std::size_t length) {
  std::string text;
  while (text.size() + 2 < length) text += "a.";
  return text.append(length - text.size(), 'b');
}

}  // namespace

TEST_CASE("a DNS label has up to 63 small letters, digits and hyphens between them") {
  check_all(Format::dns_label, {"a", "0", "a-b", "a--b", label_of_63},
            {"", "-a", "a-", "A", "a.b", "a_b", label_of_63 + "a"});
}

TEST_CASE("a DNS subdomain has up to 253 characters of labels between dots") {
  check_all(Format::dns_subdomain, {"a", "a.b-c.0", label_of_63 + "a", subdomain(253), subdomain(252)},
            {"", ".", "a.", ".a", "a..b", "a.-b", "a.B", subdomain(255), subdomain(254)});
}

TEST_CASE("the name of a port has a letter and single hyphens, and a port is a number from 1 to 65535 or a name") {
  check_all(Format::port_name, {"http", "a", "a-1", "1-a", std::string(15, 'a')},
            {"", "80", "1-2", "a--b", "-a", "a-", "A", "a.b", std::string(16, 'a')});
  check_all(Format::port, {"1", "65535", "http"}, {"0", "65536", "a--b", "99999999999", "8o--0"});
}

TEST_CASE("an environment variable's name, a label's value and a qualified name have their characters") {
  check_all(Format::label_value, {"", "a", "A.b_c-d", label_of_63}, {"-", "a-", ".a", "a b", label_of_63 + "a"});
  check_all(Format::qualified_name, {"a", "A_b", "example.com/a", "example.com/" + label_of_63},
            {"", "/a", "a/", "a/b/c", "Example.com/a", "-a", "a b", label_of_63 + "a"});
  check_all(Format::no_outer_blanks, {"a", "a b"}, {" a", "a ", "\ta"});
  check_all(Format::environment_name, {"A", "a-b", " ", "~"}, {"", "A=B", "\x1f", "\x7f", "\xc3\xa4"});
  check_all(Format::any, {"", " x ", "\n"}, {});
}

}  // namespace podreel::types
