// CRI calls for images.
#include <algorithm>
#include <fmt/format.h>
#include <utility>

#include "tools/cri/runtime/object_memory.hpp"
#include "tools/cri/runtime/runtime_service.hpp"

namespace podreel::cri {

namespace {

runtime::Error no_reference() {
  return error_of(Code::invalid_argument, "failed to parse image reference \"\": invalid reference format");
}

}  // namespace

std::optional<ImageView> RuntimeService::view_of_image(const std::string& name) const {
  const auto image = parts_.runtime.find_image(name);
  if (!image) return std::nullopt;
  return ImageView{.name = name, .id = image->id, .size_bytes = image->size_bytes, .user = image->user};
}

RuntimeService::Answer<std::vector<ImageView>> RuntimeService::list_images(const sim::Process& caller,
                                                                           std::string image) {
  const auto answered = co_await parts_.runtime.ask(caller, "ListImages", {}, {});
  if (!answered) co_return answered.error();
  const std::optional<std::string> only = parts_.images.name_of(image);
  std::vector<ImageView> views;
  for (const auto& [name, known] : parts_.images.all()) {
    if (!image.empty() && name != only) continue;
    if (auto view = view_of_image(name)) views.push_back(*std::move(view));
  }
  co_return views;
}

RuntimeService::Answer<std::optional<ImageView>> RuntimeService::image_status(const sim::Process& caller,
                                                                              std::string image) {
  if (image.empty()) co_return no_reference();
  const std::optional<std::string> name = parts_.images.name_of(image);
  const memory::Text asked = name ? *name : image;
  const auto status = co_await parts_.runtime.image_status(caller, asked);
  if (!status) co_return status.error();
  if (!name || !*status) co_return std::optional<ImageView>{};
  if (!parts_.images.note(*name)) co_return no_memory_for("image");
  co_return view_of_image(*name);
}

RuntimeService::Answer<std::string> RuntimeService::pull_image(const sim::Process& caller, std::string image,
                                                               std::optional<SandboxConfig> sandbox) {
  if (image.empty()) co_return no_reference();
  const std::string name = parts_.images.name_of(image).value_or(image);
  const api::PodPtr pod = sandbox && !sandbox->metadata.uid.empty() ? pod_of(*sandbox, sandbox->metadata.uid) : nullptr;
  const auto pulled = co_await parts_.runtime.pull_image(caller, name, pod);
  if (!pulled) co_return with_code_by_text(pulled.error());
  if (!parts_.images.note(name)) co_return no_memory_for("image");
  co_return text_answer(std::string{pulled->view()});
}

RuntimeService::Answer<> RuntimeService::remove_image(const sim::Process& caller, std::string image) {
  const std::string name = parts_.images.name_of(image).value_or(image);
  if (!parts_.images.note(name)) co_return no_memory_for("image");
  co_return co_await parts_.runtime.remove_image(caller, name);
}

RuntimeService::Answer<ImageFilesystem> RuntimeService::image_fs_info(const sim::Process& caller) {
  const auto answered = co_await parts_.runtime.ask(caller, "ImageFsInfo", {}, {});
  if (!answered) co_return answered.error();
  ImageFilesystem filesystem{.taken_at = now(), .used_bytes = 0};
  for (const auto& [name, known] : parts_.images.all()) {
    if (const auto view = view_of_image(name)) filesystem.used_bytes += view->size_bytes;
  }
  co_return filesystem;
}

}  // namespace podreel::cri
