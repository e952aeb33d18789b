#include "engine/manifests/custom_templates.hpp"

#include <string_view>

#include "engine/api/tree_builder.hpp"

namespace podreel::manifests {

namespace {

using api::Cursor;

bool has_containers(const Cursor& value) {
  const Cursor containers = value["spec"]["containers"];
  return containers.size() > 0 && containers.item(0)["image"].kind() == Cursor::Kind::string;
}

void search(const Cursor& value, const std::string& path, std::vector<CustomTemplate>& found) {
  if (value["kind"]) return;
  if (has_containers(value)) return found.push_back({value, path});
  value.for_each_member([&](std::string_view key, api::Mark /*mark*/, const Cursor& member) {
    search(member, api::path_to_key(path, key), found);
  });
  value.for_each_item(
      [&](const Cursor& item, std::size_t index) { search(item, api::path_to_item(path, index), found); });
}

}  // namespace

std::vector<CustomTemplate> custom_templates(const Cursor& object, const std::string& path) {
  std::vector<CustomTemplate> found;
  if (has_containers(object)) return {{object, path}};
  object.for_each_member([&](std::string_view key, api::Mark /*mark*/, const Cursor& member) {
    if (key != "status" && key != "metadata") search(member, api::path_to_key(path, key), found);
  });
  return found;
}

}  // namespace podreel::manifests
