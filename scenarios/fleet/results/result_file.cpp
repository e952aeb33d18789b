#include "scenarios/fleet/results/result_file.hpp"

#include <filesystem>
#include <fmt/format.h>
#include <stdexcept>
#include <utility>

#include "scenarios/fleet/results/frames.hpp"
#include "scenarios/fleet/results/result_codec.hpp"
#include "scenarios/parallel/numbers.hpp"

namespace podreel::fleet {

namespace {

constexpr std::string_view first_line = "podreel accounts 3\n";

void put_document(const Provenance::Document& document, std::string& bytes) {
  parallel::put_text(document.name, bytes);
  parallel::put_text(document.fingerprint, bytes);
}

Provenance::Document read_document(parallel::NumberReader& reader) {
  Provenance::Document document;
  document.name = reader.text();
  document.fingerprint = reader.text();
  return document;
}

void put_key(const NodeResultKey& key, std::string& bytes) {
  parallel::put_number(key.plan, bytes);
  parallel::put_number(key.cluster, bytes);
  parallel::put_number(key.node, bytes);
  parallel::put_number(key.stage == Stage::masters ? 1 : 0, bytes);
}

/// Reads the key; the account's bytes follow.
NodeResultKey read_key(parallel::NumberReader& reader) {
  NodeResultKey key;
  key.plan = reader.small();
  key.cluster = reader.small();
  key.node = reader.small();
  key.stage = reader.small(1) == 1 ? Stage::masters : Stage::turn;
  return key;
}

}  // namespace

Provenance provenance_of(const Fleet& fleet, const std::vector<const Plan*>& plans, std::string_view podreel) {
  Provenance provenance;
  provenance.podreel = podreel;
  provenance.fleet = {fleet.name, fleet.fingerprint};
  for (const Plan* plan : plans) provenance.plans.push_back({plan->name, plan->fingerprint});
  return provenance;
}

NodeResultWriter::NodeResultWriter(std::ostream& out, const Provenance& provenance) : out_{out} {
  out_ << first_line;
  parallel::put_text(provenance.podreel, payload_);
  put_document(provenance.fleet, payload_);
  parallel::put_number(provenance.plans.size(), payload_);
  for (const Provenance::Document& plan : provenance.plans) put_document(plan, payload_);
  parallel::put_number(provenance.shard.number, payload_);
  parallel::put_number(provenance.shard.count, payload_);
  write_frame(payload_, out_);
}

void NodeResultWriter::write(const NodeResultKey& key, const NodeResult& account) {
  payload_.clear();
  put_key(key, payload_);
  encode(account, payload_);
  write_frame(payload_, out_);
}

void NodeResultWriter::finish() {
  write_frame({}, out_);
}

NodeResultFile::NodeResultFile(const std::string& path) : path_{path} {
  std::error_code error;
  if (!std::filesystem::is_regular_file(path, error)) {
    fail(error ? error.message() : "not a seekable file");
    return;
  }
  file_.open(path, std::ios::binary);
  std::string line(first_line.size(), '\0');
  file_.read(line.data(), static_cast<std::streamsize>(line.size()));
  if (line != first_line) {
    const bool is_other_version = line.starts_with(first_line.substr(0, first_line.rfind(' ')));
    fail(!file_.is_open()   ? "cannot be read"
         : is_other_version ? "written in another version of the format"
                            : "not an accounts file; accepted: a file that --accounts-out has written");
  } else if (read_next() && !read_provenance()) {
    fail("the fleet is missing in the file");
  }
}

void NodeResultFile::find_results(const Fleet& fleet,
                                  const std::function<void(const NodeResultKey&, std::uint64_t)>& use) {
  while (!problem_ && read_next() && !payload_.empty()) {
    if (const std::optional<NodeResultKey> key = checked_key(fleet)) {
      use(*key, offset_);
    } else {
      fail("found an entry that is no account of a node of the fleet");
    }
  }
  if (!problem_ && file_.peek() != std::ifstream::traits_type::eof()) fail("found data after the end");
  file_.clear();
}

NodeResult NodeResultFile::read(std::uint64_t offset, const Cluster& cluster) {
  file_.seekg(static_cast<std::streamoff>(offset));
  std::optional<NodeResult> account;
  if (read_next()) {
    parallel::NumberReader reader{payload_};
    static_cast<void>(read_key(reader));
    account = decode_account(reader, static_cast<std::uint32_t>(cluster.workloads.size()));
  }
  if (!account) throw std::runtime_error{fmt::format("'{}' changed while it was read", path_)};
  return std::move(*account);
}

bool NodeResultFile::read_next() {
  offset_ = static_cast<std::uint64_t>(file_.tellg());
  if (std::optional<std::string> problem = read_frame(file_, payload_)) fail(std::move(*problem));
  return !problem_;
}

bool NodeResultFile::read_provenance() {
  parallel::NumberReader reader{payload_};
  provenance_.podreel = reader.text();
  provenance_.fleet = read_document(reader);
  constexpr std::uint64_t max_plans = 10'000;
  for (std::uint64_t left = reader.number(max_plans); left > 0 && !reader.has_failed(); --left) {
    provenance_.plans.push_back(read_document(reader));
  }
  provenance_.shard.number = reader.small();
  provenance_.shard.count = reader.small();
  return !reader.has_failed() && reader.is_at_end() && is_possible(provenance_.shard);
}

std::optional<NodeResultKey> NodeResultFile::checked_key(const Fleet& fleet) const {
  parallel::NumberReader reader{payload_};
  const NodeResultKey key = read_key(reader);
  if (key.plan >= provenance_.plans.size() || key.cluster >= fleet.clusters.size()) return std::nullopt;
  const Cluster& cluster = fleet.clusters[key.cluster];
  if (key.node >= node_count(cluster)) return std::nullopt;
  const bool is_account = decode_account(reader, static_cast<std::uint32_t>(cluster.workloads.size())).has_value();
  if (!is_account || !reader.is_at_end()) return std::nullopt;
  return key;
}

void NodeResultFile::fail(std::string message) {
  problem_ = {path_, {}, offset_ > 0 ? fmt::format("byte {}", offset_) : "", std::move(message)};
}

}  // namespace podreel::fleet
