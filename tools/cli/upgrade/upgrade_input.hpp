// The input of `podreel upgrade`.
#pragma once

#include <cstddef>
#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/api/input_file.hpp"
#include "engine/manifests/workloads.hpp"
#include "engine/upgrade/pod_intake.hpp"
#include "scenarios/fleet/dump/cluster_dump.hpp"
#include "tools/cli/arguments/counted_warnings.hpp"
#include "tools/cli/arguments/progress.hpp"
#include "tools/cli/command/verb.hpp"

namespace podreel::cli {

/// Passes on the pods of files one by one, and the containers of JSON Lines files; collects problems.
class UpgradeInput {
 public:
  UpgradeInput(upgrade::PodIntake::Question question, bool keep_going) : asked_{question}, keep_going_{keep_going} {}

  /// Makes read() build the cluster as well, for simulations.
  void build_dump() { dump_.emplace(); }
  /// Frees what only reading needed.
  [[nodiscard]] fleet::ReadDump take_dump() {
    fleet::ReadDump dump = std::move(*dump_).finish(false);
    dump_.reset();
    return dump;
  }

  std::function<void(const upgrade::IntakePod& pod)> pod;
  /// Receives a container as stored, without a pod.
  std::function<void(const nlohmann::json& container)> container;

  /// Reads a file of objects or JSON Lines, or the YAML and JSON files of an archive (.tar, .tar.gz, .tgz). With
  /// `keep_going`, reading continues after problems; without it, reading stops after 100 problems. In a collection,
  /// content that is not a Kubernetes object is ignored.
  void read(const std::string& file, bool is_of_collection, Context& context);
  /// Reads from `source`; `name` is used in messages.
  void read(const std::string& name, const api::InputFile::Source& source, Context& context);
  /// Must be called after the last file; passes on the pods that depend on other objects of the input.
  void finish();

  [[nodiscard]] std::vector<api::Problem>& problems() noexcept { return problems_; }
  /// Returns one problem for each group of equal ones, with their number.
  [[nodiscard]] std::vector<api::Problem> grouped_problems() const;
  /// Returns one warning for each group of equal ones, with their number.
  [[nodiscard]] std::vector<api::Problem> warnings() const { return warnings_.reported(); }
  [[nodiscard]] const upgrade::PodIntake& asked() const noexcept { return asked_; }
  /// Returns whether a pod was read, which may be one that no kubelet runs yet.
  [[nodiscard]] bool has_pods() const noexcept { return has_pods_; }
  /// Number of files of collections with content that is not a Kubernetes object.
  [[nodiscard]] std::size_t passed_over() const noexcept { return passed_over_; }

 private:
  class Reader;
  using Take = std::function<void(upgrade::IntakePod)>;
  /// Reads a complete source.
  using Stream = std::function<void(std::vector<api::Problem>& problems, const Take& take)>;

  /// Passes on pods while others are read.
  void hand_over(const Stream& stream);
  void sort_problems(std::ptrdiff_t first);
  void stream(api::InputFile& input, const std::string& file, InputProgress& progress,
              std::vector<api::Problem>& problems, const Take& take);
  /// Reads JSON Lines with objects of Kubernetes or containers.
  void read_lines(api::InputFile& input, const std::string& file, InputProgress& progress);
  void resolve(manifests::ManifestPod found, const std::string& file, std::vector<api::Problem>& problems,
               const Take& take);
  [[nodiscard]] manifests::Observer observer_of(const std::string& file, std::vector<api::Problem>& problems,
                                                std::vector<api::Problem>& warnings);
  void stream_archive(const std::string& file, InputProgress& progress, std::vector<api::Problem>& problems,
                      const Take& take);
  void pass_over(std::vector<api::Problem>& problems, std::size_t first);
  void count_warnings(std::vector<api::Problem>& warnings);

  upgrade::PodIntake asked_;
  bool keep_going_;
  std::optional<fleet::DumpBuilder> dump_{};
  std::size_t passed_over_ = 0;
  bool has_pods_ = false;
  std::vector<api::Problem> problems_;
  CountedWarnings warnings_;
};

}  // namespace podreel::cli
