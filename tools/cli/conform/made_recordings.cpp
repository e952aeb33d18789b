#include "tools/cli/conform/made_recordings.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <string_view>

#include "engine/identity/fnv128a.hpp"
#include "scenarios/format/shapes/duration.hpp"
#include "tools/files/output_file.hpp"

namespace podreel::cli {

namespace {

namespace fs = std::filesystem;

/// Adds the content of a file; nothing if it cannot be read.
void add_file(identity::Fnv128a& digest, const fs::path& file) {
  std::ifstream input{file, std::ios::binary};
  std::array<char, 1U << 16U> buffer{};
  while (input) {
    input.read(buffer.data(), buffer.size());
    digest.add({buffer.data(), static_cast<std::size_t>(input.gcount())});
  }
}

/// Returns the file of a command's first word, as a shell finds it; empty if there is none.
fs::path program_of(const std::string& command) {
  const std::string word = command.substr(0, command.find(' '));
  std::error_code ignored;
  if (word.find('/') != std::string::npos) return fs::is_regular_file(word, ignored) ? fs::path{word} : fs::path{};
  const char* const path = std::getenv("PATH");
  std::string_view rest = path == nullptr ? "" : path;
  while (!rest.empty()) {
    const fs::path file = fs::path{rest.substr(0, rest.find(':'))} / word;
    if (fs::is_regular_file(file, ignored)) return file;
    rest.remove_prefix(std::min(rest.find(':'), rest.size() - 1) + 1);
  }
  return {};
}

fs::path mark_of(const RecordedScenario& scenario) {
  return fs::path{scenario.output}.replace_extension(".made");
}

std::string content_of(const fs::path& file) {
  std::ifstream input{file, std::ios::binary};
  return {std::istreambuf_iterator<char>{input}, {}};
}

}  // namespace

std::string digest_of(const std::vector<cri::KubeletCommand>& kubelets) {
  identity::Fnv128a digest;
  for (const cri::KubeletCommand& kubelet : kubelets) {
    digest.add(kubelet.command + '\n' + release::to_string(kubelet.release) + '\n');
    add_file(digest, program_of(kubelet.command));
  }
  return digest.hex();
}

std::string MadeRecordings::origin_of(const RecordedScenario& scenario) const {
  identity::Fnv128a digest;
  add_file(digest, scenario.file);
  // Manifests may be in other files.
  for (const format::Step& step : scenario.scenario.timeline) {
    const auto pod = step.action->creates(scenario.scenario.node.name);
    if (pod) digest.add(pod->object.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace));
  }
  return fmt::format("scenario {}\nlength {}\nspeed {}\nkubelets {}\n", digest.hex(),
                     format::duration_text(scenario.length), speed_, kubelets_);
}

bool MadeRecordings::is_made(const RecordedScenario& scenario) const {
  std::error_code ignored;
  return fs::is_regular_file(scenario.output, ignored) && content_of(mark_of(scenario)) == origin_of(scenario);
}

void MadeRecordings::forget(const RecordedScenario& scenario) const {
  std::error_code ignored;
  fs::remove(mark_of(scenario), ignored);
}

void MadeRecordings::remember(const RecordedScenario& scenario) const {
  OutputFile file{mark_of(scenario).string()};
  file.stream() << origin_of(scenario);
  file.commit();
}

}  // namespace podreel::cli
