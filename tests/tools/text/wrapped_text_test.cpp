// Texts on narrow and wide terminals.
#include "tools/text/wrapped_text.hpp"

#include <doctest/doctest.h>

namespace podreel::cli {

TEST_CASE("a text is wrapped at the terminal's width, and at 100 columns on a wide one or in a file") {
  CHECK(text_width({.is_terminal = true, .width = 80}) == 80);
  CHECK(text_width({.is_terminal = true, .width = 200}) == 100);
  CHECK(text_width({}) == 100);
  CHECK(wrapped("one two three", 2, 9) == "one two\n  three");
  CHECK(wrapped("a verylongword b", 0, 6) == "a\nverylongword\nb");
}

TEST_CASE("lines of a paragraph are joined, and paragraphs and lists stay") {
  CHECK(wrapped_paragraphs("one two\nthree\n\nfour\n- five\n- six\n", 12) == "one two\nthree\n\nfour\n- five\n- six\n");
  CHECK(wrapped_paragraphs("one\ntwo", 12) == "one two\n");
  CHECK(wrapped_paragraphs("", 12).empty());
}

}  // namespace podreel::cli
