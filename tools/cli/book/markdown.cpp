#include "tools/cli/book/markdown.hpp"

#include <cmark-gfm-extension_api.h>
#include <cmark-gfm.h>
#include <cstdlib>
#include <memory>
#include <stdexcept>

// Declared here because some versions of cmark-gfm-core-extensions.h include a header that is not installed.
extern "C" void cmark_gfm_core_extensions_ensure_registered();

namespace podreel::cli {

namespace {

template <auto free_it>
struct Free {
  template <typename T>
  void operator()(T* pointer) const {
    free_it(pointer);
  }
};

using Parser = std::unique_ptr<cmark_parser, Free<cmark_parser_free>>;
using Node = std::unique_ptr<cmark_node, Free<cmark_node_free>>;
using Iterator = std::unique_ptr<cmark_iter, Free<cmark_iter_free>>;
using Text = std::unique_ptr<char, Free<std::free>>;

/// Puts the text of a link in the place of the link.
void unlink(cmark_node* link) {
  while (cmark_node* const child = cmark_node_first_child(link)) cmark_node_insert_before(link, child);
  cmark_node_free(link);
}

void resolve_links(cmark_node* root, const LinkResolver& address_of) {
  const Iterator walk{cmark_iter_new(root)};
  for (cmark_event_type event = cmark_iter_next(walk.get()); event != CMARK_EVENT_DONE;
       event = cmark_iter_next(walk.get())) {
    cmark_node* const node = cmark_iter_get_node(walk.get());
    if (event != CMARK_EVENT_EXIT || cmark_node_get_type(node) != CMARK_NODE_LINK) continue;
    const std::optional<std::string> address = address_of(cmark_node_get_url(node));
    if (address) {
      cmark_node_set_url(node, address->c_str());
    } else {
      unlink(node);
    }
  }
}

/// Returns the text of the first block of a kind, in one line; nothing if there is none.
std::string first_text(cmark_node* root, cmark_node_type type) {
  for (cmark_node* block = cmark_node_first_child(root); block != nullptr; block = cmark_node_next(block)) {
    if (cmark_node_get_type(block) != type) continue;
    std::string text;
    const Iterator walk{cmark_iter_new(block)};
    for (cmark_event_type event = cmark_iter_next(walk.get()); event != CMARK_EVENT_DONE;
         event = cmark_iter_next(walk.get())) {
      if (event != CMARK_EVENT_ENTER) continue;
      cmark_node* const node = cmark_iter_get_node(walk.get());
      const char* const literal = cmark_node_get_literal(node);
      if (literal != nullptr) text += literal;
      if (cmark_node_get_type(node) == CMARK_NODE_SOFTBREAK) text += ' ';
    }
    return text;
  }
  return {};
}

}  // namespace

MarkdownPage render_markdown(std::string_view text, const LinkResolver& address_of) {
  cmark_gfm_core_extensions_ensure_registered();
  cmark_syntax_extension* const tables = cmark_find_syntax_extension("table");
  if (tables == nullptr) throw std::logic_error{"cmark-gfm has no tables"};
  const Parser parser{cmark_parser_new(CMARK_OPT_DEFAULT)};
  cmark_parser_attach_syntax_extension(parser.get(), tables);
  cmark_parser_feed(parser.get(), text.data(), text.size());
  const Node root{cmark_parser_finish(parser.get())};
  resolve_links(root.get(), address_of);
  cmark_llist* const extensions = cmark_parser_get_syntax_extensions(parser.get());
  const Text html{cmark_render_html(root.get(), CMARK_OPT_DEFAULT, extensions)};
  return {.title = first_text(root.get(), CMARK_NODE_HEADING),
          .summary = first_text(root.get(), CMARK_NODE_PARAGRAPH),
          .html = html.get()};
}

}  // namespace podreel::cli
