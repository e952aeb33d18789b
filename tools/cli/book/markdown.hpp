// Markdown as HTML, for the guide.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace podreel::cli {

/// Returns the address of a link's target, or nothing if the target has none in the book.
using LinkResolver = std::function<std::optional<std::string>(std::string_view target)>;

struct MarkdownPage {
  /// Plain text of the first heading.
  std::string title;
  /// Plain text of the first paragraph.
  std::string summary;
  std::string html;
};

/// Converts GitHub's Markdown, tables included. Raw HTML is left out. A link whose target has no address becomes text.
[[nodiscard]] MarkdownPage render_markdown(std::string_view text, const LinkResolver& address_of);

}  // namespace podreel::cli
