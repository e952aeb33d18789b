// The pods that `podreel upgrade` is asked about.
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/api/input_file.hpp"
#include "engine/upgrade/asked_pods.hpp"
#include "scenarios/fleet/dump/cluster_dump.hpp"
#include "tools/cli/arguments/progress.hpp"
#include "tools/cli/command/verb.hpp"

namespace podreel::cli {

/// Hands over the pods of files one by one, and the containers of JSON Lines files; collects what is wrong.
class UpgradeInput {
 public:
  UpgradeInput(upgrade::AskedPods::Question question, bool keep_going) : asked_{question}, keep_going_{keep_going} {}

  /// Puts the cluster together as well, for simulations.
  void build_dump() { dump_.emplace(); }
  [[nodiscard]] fleet::ReadDump take_dump() { return std::move(*dump_).finish(false); }

  std::function<void(const upgrade::AskedPod& pod)> pod;
  /// A container as stored, in no pod.
  std::function<void(const nlohmann::json& container)> container;

  /// A file, or an archive (.tar, .tar.gz, .tgz) of which the YAML and JSON files are read. With `keep_going` reading
  /// goes on after problems; without, after 100 it stops. In a collection what is no object of Kubernetes is passed
  /// over.
  void read(const std::string& file, bool is_of_collection, Context& context);
  /// What `source` gives; `name` is for messages.
  void read(const std::string& name, const api::InputFile::Source& source, Context& context);
  /// After the last file: hands over the pods that wait for what has been read by now.
  void finish();

  [[nodiscard]] std::vector<api::Problem>& problems() noexcept { return problems_; }
  /// Of many alike one, which says how many.
  [[nodiscard]] std::vector<api::Problem> warnings() const;
  [[nodiscard]] const upgrade::AskedPods& asked() const noexcept { return asked_; }
  /// Files of collections that hold something else than objects.
  [[nodiscard]] std::size_t passed_over() const noexcept { return passed_over_; }

 private:
  class Reader;
  using Take = std::function<void(upgrade::AskedPod)>;
  /// Reads all of something.
  using Stream = std::function<void(std::vector<api::Problem>& problems, const Take& take)>;

  /// Hands over pods while others are read.
  void hand_over(const Stream& stream);
  void sort_problems(std::ptrdiff_t first);
  void stream(api::InputFile& input, const std::string& file, InputProgress& progress,
              std::vector<api::Problem>& problems, const Take& take);
  void stream_archive(const std::string& file, InputProgress& progress, std::vector<api::Problem>& problems,
                      const Take& take);
  void pass_over(std::vector<api::Problem>& problems, std::size_t first);
  void count_warnings(std::vector<api::Problem>& warnings);

  upgrade::AskedPods asked_;
  bool keep_going_;
  std::optional<fleet::DumpBuilder> dump_{};
  std::size_t passed_over_ = 0;
  std::vector<api::Problem> problems_;
  /// The first of those alike, and how many there are; by what they say.
  std::map<std::string, std::pair<api::Problem, std::size_t>> warnings_;
};

}  // namespace podreel::cli
