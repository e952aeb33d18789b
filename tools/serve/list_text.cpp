#include "tools/serve/list_text.hpp"

#include <fmt/format.h>
#include <utility>

#include "engine/invariant.hpp"
#include "tools/serve/status_error.hpp"

namespace podreel::serve {

ListText::ListText(const nlohmann::json& list, std::string_view items, std::vector<apiserver::StoredObject> objects,
                   Item item)
    : objects_{std::move(objects)}, item_{std::move(item)}, before_item_{json_text(list)} {
  // No string can contain this, because its quotes would be escaped.
  const std::string empty_array = fmt::format("\"{}\":[]", items);
  const std::size_t place = before_item_.find(empty_array);
  PODREEL_INVARIANT(place != std::string::npos, "a list has an array for its items");
  const std::size_t split = place + empty_array.size() - 1;
  end_ = before_item_.substr(split) + '\n';
  before_item_.resize(split);
}

bool ListText::append_to(std::string& text, std::size_t part_bytes) {
  const std::size_t end = text.size() + part_bytes;
  for (; num_written_ < objects_.size(); ++num_written_) {
    if (text.size() >= end) return false;
    text += std::exchange(before_item_, ",");
    text += json_text(item_(std::exchange(objects_[num_written_], {})));
  }
  if (objects_.empty()) text += before_item_;
  text += end_;
  return true;
}

}  // namespace podreel::serve
