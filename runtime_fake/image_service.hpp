// CRI's image service.
#pragma once

#include <optional>
#include <vector>

#include "engine/runtime.hpp"
#include "engine/sim/process.hpp"
#include "runtime_fake/call_server.hpp"
#include "runtime_fake/image_store.hpp"
#include "runtime_fake/sandbox_service.hpp"

namespace podreel::runtime_fake {

class ImageService final : public runtime::ImageManagerService {
 public:
  /// All must outlive the service.
  ImageService(const sim::Process& process, CallServer& server, SandboxService& sandboxes, ImageStore& images)
      : process_{process}, server_{server}, sandboxes_{sandboxes}, images_{images} {}

  sim::Task<runtime::Result<std::optional<runtime::ImageStatus>>> image_status(const sim::Process& caller,
                                                                               memory::Text image) override;
  sim::Task<runtime::Result<memory::Text>> pull_image(const sim::Process& caller, memory::Text image,
                                                      api::PodPtr pod) override;
  sim::Task<runtime::Result<std::vector<runtime::ImageSummary>>> list_images(const sim::Process& caller) override;
  sim::Task<runtime::Result<>> remove_image(const sim::Process& caller, memory::Text image) override;
  [[nodiscard]] std::optional<runtime::FilesystemUsage> image_filesystem() const override { return images_.usage(); }

 private:
  const sim::Process& process_;
  CallServer& server_;
  /// Knows the pods that images are pulled for.
  SandboxService& sandboxes_;
  ImageStore& images_;
};

}  // namespace podreel::runtime_fake
