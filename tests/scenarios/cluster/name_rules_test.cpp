// Names of objects, ports and labels, as apimachinery accepts them.
#include "scenarios/cluster/name_rules.hpp"

#include <doctest/doctest.h>

namespace podreel::cluster {

TEST_CASE("subdomain names are labels with dots between them") {
  for (const char* name : {"a", "a.b", "a-b.c9", "0"}) CHECK_MESSAGE(is_subdomain_name(name), name);
  for (const char* name : {"", ".a", "a.", "a..b", "-a", "a-", "a.-b", "a-.b", "A", "a_b"}) {
    CHECK_FALSE_MESSAGE(is_subdomain_name(name), name);
  }
  CHECK(is_subdomain_name(std::string(253, 'a')));
  CHECK_FALSE(is_subdomain_name(std::string(254, 'a')));
}

TEST_CASE("label names have no dot and at most 63 letters, and names of services begin with a letter") {
  CHECK(is_label_name(std::string(63, 'a')));
  CHECK_FALSE(is_label_name(std::string(64, 'a')));
  CHECK_FALSE(is_label_name("a.b"));
  CHECK(is_label_name("9a"));
  CHECK_FALSE(is_service_name("9a"));
  CHECK(is_service_name("a9"));
}

TEST_CASE("all errors of a port's name are found") {
  CHECK(broken_port_name("http-2").empty());
  CHECK(broken_port_name("abcdefghijklmno").empty());
  CHECK(broken_port_name("abcdefghijklmnop") == std::vector<std::string>{"must be no more than 15 characters"});
  CHECK(broken_port_name("8080") == std::vector<std::string>{"must contain at least one letter (a-z)"});
  CHECK(broken_port_name("a--b") == std::vector<std::string>{"must not contain consecutive hyphens"});
  CHECK(broken_port_name("-a") == std::vector<std::string>{"must not begin or end with a hyphen"});
  CHECK(broken_port_name("a-") == std::vector<std::string>{"must not begin or end with a hyphen"});
  CHECK(broken_port_name("aB") ==
        std::vector<std::string>{"must contain only alpha-numeric characters (a-z, 0-9), and hyphens (-)"});
  CHECK(broken_port_name("").size() == 2);
}

TEST_CASE("values of labels are empty or begin and end with a letter or digit") {
  for (const char* value : {"", "a", "A_b.c-9"}) CHECK_MESSAGE(broken_label_value(value).empty(), value);
  for (const char* value : {"-a", "a-", "a b", "_"}) CHECK_MESSAGE(broken_label_value(value).size() == 1, value);
  CHECK(broken_label_value(std::string(63, 'a')).empty());
  CHECK(broken_label_value(std::string(64, 'a')) == std::vector<std::string>{"must be no more than 63 characters"});
}

TEST_CASE("a value that is not supported is named with those that are") {
  std::vector<std::string> messages;
  check_supported(messages, "spec.type", "NodePort", {"ClusterIP", "NodePort"});
  CHECK(messages.empty());
  check_supported(messages, "spec.type", "Port", {"ClusterIP", "NodePort"});
  CHECK(messages ==
        std::vector<std::string>{R"(spec.type: Unsupported value: "Port": supported values: "ClusterIP", "NodePort")"});
}

}  // namespace podreel::cluster
