// Selectors as kubectl's options and the queries of the API have them.
#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "engine/api/field_selector.hpp"
#include "engine/api/label_selector_text.hpp"

namespace podreel::api {

namespace {

bool selects(const char* text) {
  const ParsedLabelSelector parsed = parse_label_selector(text);
  CAPTURE(text);
  CHECK(parsed.malformed == "");
  return parsed.selector.matches({{"env", "a"}, {"tier", ""}, {"example.org/team", "core"}});
}

}  // namespace

TEST_CASE("a label selector compares labels with values and with sets of values") {
  for (const char* text : {"", " ", "env", "env=a", "env == a", "env!=b", "!old", "! old", "env in (a,b)",
                           "env  in(b, a)", "env notin (b)", "old notin (a)", "tier in (,x)",
                           "tier=", "example.org/team=core", "env in (a),tier,!old, env notin (b,c)"}) {
    CHECK(selects(text));
  }
  for (const char* text : {"env=b", "env!=a", "!env", "old", "env in (b,c)", "env notin (b,a)", "old in (a)", "in"}) {
    CHECK_FALSE(selects(text));
  }
}

TEST_CASE("a malformed label selector is answered with the requirement that is malformed") {
  for (const char* text : {"=a", "!", "env in", "env in ()", "env in a", "in (a)", "env in (a", "env notin (a b)",
                           "a b", "env>1", "env=a b", "env in (a))", "/x", "!env=a", "env!==a"}) {
    CAPTURE(text);
    CHECK(parse_label_selector(text).malformed == text);
  }
  CHECK(parse_label_selector("a,,b").malformed == "a,,b");
  CHECK(parse_label_selector("a,b c").malformed == "b c");
}

TEST_CASE("a field selector compares fields of an object, of which flags are false if they are missing") {
  const nlohmann::json pod{{"metadata", {{"name", "web"}}}, {"spec", {{"nodeName", "n1"}}}};
  for (const char* text : {"", "metadata.name=web", "metadata.name==web,spec.nodeName!=n2", "spec.hostNetwork=false",
                           "status.phase=", "status.phase!=Running"}) {
    CAPTURE(text);
    const ParsedFieldSelector parsed = parse_field_selector(text);
    CHECK(parsed.malformed == "");
    CHECK(parsed.selector.matches(pod));
  }
  CHECK_FALSE(parse_field_selector("metadata.name=web,spec.nodeName=n2").selector.matches(pod));
  CHECK(parse_field_selector("metadata.name=web,spec").malformed == "spec");
}

}  // namespace podreel::api
