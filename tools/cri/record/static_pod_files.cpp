#include "tools/cri/record/static_pod_files.hpp"

#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <nlohmann/json.hpp>
#include <system_error>
#include <utility>

namespace podreel::cri {

namespace {

namespace fs = std::filesystem;

}  // namespace

std::string static_pod_file(std::string_view path) {
  std::string name;
  for (const char character : path.substr(1)) {
    if (character == '/' || character == '%' || (character == '.' && name.empty())) {
      name += fmt::format("%{:02X}", static_cast<unsigned char>(character));
    } else {
      name += character;
    }
  }
  return name;
}

StaticPodFiles::StaticPodFiles(kubelet::StaticPodFolder& pods, EventFeed::Complain complain)
    : pods_{pods}, complain_{std::move(complain)} {
  pods_.watch(*this);
}

void StaticPodFiles::on_folder_change() {
  const std::map<std::string, api::Manifest>& wanted = pods_.files();
  for (const auto& [path, manifest] : written_) {
    std::error_code ignored;
    if (!wanted.contains(path)) fs::remove(folder_ + '/' + static_pod_file(path), ignored);
  }
  for (const auto& [path, manifest] : wanted) {
    const auto known = written_.find(path);
    if (known == written_.end() || known->second != manifest) write(path, manifest);
  }
  written_ = wanted;
}

/// Writes a temporary file whose name begins with a dot, which kubelets ignore (pkg/kubelet/config/file.go).
void StaticPodFiles::write(const std::string& path, const api::Manifest& manifest) const {
  const std::string unfinished = folder_ + "/.unfinished";
  std::ofstream file{unfinished};
  file << manifest->dump();
  file.close();
  std::error_code error;
  if (file) fs::rename(unfinished, folder_ + '/' + static_pod_file(path), error);
  if (!file || error) {
    complain_(fmt::format("static pod {}: cannot write its file{}", path, error ? ": " + error.message() : ""));
  }
}

}  // namespace podreel::cri
