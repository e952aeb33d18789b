// Values of keys in klog's structured messages.
#include "tools/cri/kubelet_log/log_values.hpp"

#include <doctest/doctest.h>

namespace podreel::cri {

TEST_CASE("a value is a word, a quoted text or indented lines") {
  const std::string message = "\"Title with a=b\" pod=\"shop/web\" count=3 output=<\n\tone\n\ttwo\n > last=x";
  CHECK(log_value(message, "pod") == "shop/web");
  CHECK(log_value(message, "count") == "3");
  CHECK(log_value(message, "output") == "one\ntwo");
  CHECK(log_value(message, "last") == "x");
  CHECK_FALSE(log_value(message, "a"));
  CHECK_FALSE(log_value("", "pod"));
}

TEST_CASE("escapes of quoted texts are letters, bytes and code points") {
  CHECK(log_value(R"("T" a="\a\b\f\n\r\t\v\\\"\'")", "a") == "\a\b\f\n\r\t\v\\\"'");
  CHECK(log_value(R"("T" a="\x41\xff")", "a") == "A\xff");
  CHECK(log_value(R"("T" a="\u007f\u0080\u07ff\u0800\uffff")", "a") == "\x7f\xc2\x80\xdf\xbf\xe0\xa0\x80\xef\xbf\xbf");
  CHECK(log_value(R"("T" a="\U00010000\U0010ffff")", "a") == "\xf0\x90\x80\x80\xf4\x8f\xbf\xbf");
}

TEST_CASE("an incomplete value is none, nor is what follows it") {
  for (const char* message : {R"("T" a="x)", R"("T" a="\)", R"("T" a="\q")", R"("T" a="\x4")", R"("T" a="\u12g4")",
                              "\"T\" a=<\n\tx", "\"T\" a=<\n\tx\n", R"("T)", R"("T" a)"}) {
    CHECK_FALSE_MESSAGE(log_value(message, "a"), message);
    CHECK_FALSE_MESSAGE(log_value(std::string{message} + " b=1", "b"), message);
  }
}

TEST_CASE("a text is written so that it is read again") {
  for (const char* text : {"", "plain", "a \"b\"\\", "tab\tand \x7f", "one\ntwo", "one\n\nthree\n"}) {
    const std::string message = "\"T\" a=" + log_value_of(text) + " b=1";
    CHECK_MESSAGE(log_value(message, "a") == text, message);
    CHECK_MESSAGE(log_value(message, "b") == "1", message);
  }
  CHECK(log_value_of("one\ntwo") == "<\n\tone\n\ttwo\n >");
}

}  // namespace podreel::cri
