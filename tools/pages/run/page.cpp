#include "tools/pages/run/page.hpp"

namespace podreel::cli {

std::string page_text(Page page) {
  std::string whole;
  for (const std::string_view piece : page_template(page)) whole += piece;
  return whole;
}

void print_page(std::ostream& out, Page page, std::string_view data) {
  const std::string whole = page_text(page);
  const std::size_t mark = whole.find(page_data_mark);
  out << std::string_view{whole}.substr(0, mark) << data
      << std::string_view{whole}.substr(mark + page_data_mark.size());
}

}  // namespace podreel::cli
