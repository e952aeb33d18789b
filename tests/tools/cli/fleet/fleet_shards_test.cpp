// `podreel fleet` in shards: what is merged is what one process prints.
#include <algorithm>
#include <doctest/doctest.h>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "tests/support/built_paths.hpp"
#include "tests/support/command.hpp"
#include "tests/support/sample.hpp"
#include "tests/support/sample_fleet.hpp"
#include "tests/support/scratch_folder.hpp"

namespace podreel::testing {

namespace {

using Words = std::vector<std::string>;

Words joined(Words words, const Words& more) {
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

std::string bytes_of(const std::string& file) {
  std::ifstream stream{file, std::ios::binary};
  return {std::istreambuf_iterator<char>{stream}, {}};
}

/// What is said of the shop's plan "drain".
constexpr const char* no_shard_has_it =
    "warning: the plan drain drains nodes, which depend on each other: it is not part of a shard; `podreel fleet "
    "merge` simulates "
    "it\n";

/// The files of all shards of a fleet.
Words shards_of(const std::string& fleet, int count, const ScratchFolder& folder, const Words& options = {}) {
  Words files;
  for (int number = 1; number <= count; ++number) {
    files.push_back(folder / (std::to_string(number) + ".accounts"));
    const CommandResult result =
        run_podreel(joined({"fleet", fleet, "--shard", std::to_string(number) + "/" + std::to_string(count),
                            "--accounts-out", files.back()},
                           options));
    CHECK(result.exit_code == 0);
    CHECK(result.out == "");
    const bool is_of_all_plans = std::ranges::find(options, "--plan") == options.end();
    const std::string document = bytes_of(source_path() / fleet);
    const std::string reported = is_of_all_plans && has(document, "name: drain}") ? no_shard_has_it : "";
    CHECK(result.err == reported);
  }
  return files;
}

CommandResult merged(const std::string& fleet, const Words& files, const Words& options = {}) {
  return run_podreel(joined(joined({"fleet", "merge", "-f", fleet}, files), options));
}

void check_same(const CommandResult& seen, const CommandResult& expected) {
  CHECK(seen.exit_code == expected.exit_code);
  CHECK(seen.out == expected.out);
  CHECK(seen.err == expected.err);
}

void check_refused(const CommandResult& result, const std::string& why) {
  CHECK(result.exit_code == 2);
  CHECK(result.out == "");
  CHECK_MESSAGE(has(result.err, why), result.err);
}

}  // namespace

TEST_CASE("shards merged print what one process prints, however many there are") {
  const CommandResult whole = run_podreel({"fleet", shop_file});
  const CommandResult document = run_podreel({"fleet", shop_file, "-o", "json"});
  for (const int count : {1, 2, 5, 40 / static_cast<int>(one_in({.sanitized = 4}))}) {
    const ScratchFolder folder;
    Words files = shards_of(shop_file, count, folder);
    check_same(merged(shop_file, files), whole);
    std::ranges::reverse(files);
    check_same(merged(shop_file, files, {"-o", "json"}), document);
  }
}

TEST_CASE("so do those of made-up fleets, with what is taken back") {
  for (const std::uint64_t seed : {1U, 2U, 3U}) {
    const ScratchFolder folder;
    const std::string fleet = folder / "fleet.yaml";
    std::ofstream{fleet} << generated_fleet(seed);
    const CommandResult whole = run_podreel({"fleet", fleet, "-o", "json"});
    REQUIRE(whole.exit_code <= 1);
    check_same(merged(fleet, shards_of(fleet, 3, folder), {"-o", "json"}), whole);
  }
}

TEST_CASE("of what shards hold one plan may be merged") {
  const ScratchFolder folder;
  const Words files = shards_of(shop_file, 2, folder);
  check_same(merged(shop_file, files, {"--plan", "rewrite"}), run_podreel({"fleet", shop_file, "--plan", "rewrite"}));
  const ScratchFolder other;
  const Words swapped = shards_of(shop_file, 2, other, {"--plan", "swap"});
  check_same(merged(shop_file, swapped, {"--plan", "swap"}), run_podreel({"fleet", shop_file, "--plan", "swap"}));
  check_refused(merged(shop_file, swapped), swapped.front() + ": the file lacks the plan careful");
}

TEST_CASE("the name of a plan may precede files") {
  const ScratchFolder folder;
  const std::string file = shards_of(shop_file, 1, folder).front();
  const CommandResult swapped = run_podreel({"fleet", "--plan", "swap", shop_file});
  CHECK(has(swapped.out, "plan swap: 18 of 18 nodes"));
  CHECK(run_podreel({"fleet", "merge", "-f", shop_file, "--plan", "swap", file}).out == swapped.out);
}

TEST_CASE("the number of jobs changes nothing in a shard") {
  const ScratchFolder one;
  const ScratchFolder three;
  CHECK(bytes_of(shards_of(shop_file, 1, one, {"-j", "1"}).front()) ==
        bytes_of(shards_of(shop_file, 1, three, {"-j", "3"}).front()));
}

TEST_CASE("shards that do not go together are reported by name") {
  const ScratchFolder folder;
  const Words files = shards_of(shop_file, 3, folder);
  check_refused(merged(shop_file, {files[0], files[2]}),
                files[0] + ": the shards of shard 1/3 are incomplete; missing: 2/3");
  check_refused(merged(shop_file, {files[0], files[1], files[2], files[1]}),
                files[1] + ": duplicate shard 2/3; " + files[1] + " has the same");
  const std::string other = folder / "other.yaml";
  std::ofstream{other} << generated_fleet(1);
  check_refused(merged(other, files), files[0] + ": the file belongs to the fleet shop; accepted: generated-1");
  check_refused(merged(shop_file, {shop_file}), shop_file + ": not an accounts file");
  check_refused(merged(shop_file, {folder / "none"}), ": No such file or directory");
}

TEST_CASE("a shard of a fleet or plan that was changed since is refused") {
  const ScratchFolder folder;
  const std::string fleet = folder / "fleet.yaml";
  const std::string text = bytes_of(source_path(shop_file));
  std::ofstream{fleet} << text;
  const Words files = shards_of(fleet, 1, folder);
  const auto changed = [&](const std::string& from, const std::string& to) {
    std::ofstream{fleet} << std::string{text}.replace(text.find(from), from.size(), to);
    return merged(fleet, files);
  };
  check_refused(changed("replicas: 24", "replicas: 25"), ": the fleet shop has changed since the file was written");
  check_refused(changed("pause: 30s", "pause: 31s"), ": the plan swap has changed since the file was written");
}

TEST_CASE("a shard that was cut off or changed is refused with the place") {
  const ScratchFolder folder;
  const std::string file = shards_of(shop_file, 1, folder).front();
  const std::string bytes = bytes_of(file);
  std::ofstream{file, std::ios::binary} << bytes.substr(0, bytes.size() / 2);
  check_refused(merged(shop_file, {file}), ": the file is incomplete: it ends within a frame");
  std::string flipped = bytes;
  flipped[bytes.size() / 2] = static_cast<char>(flipped[bytes.size() / 2] ^ 1);
  std::ofstream{file, std::ios::binary} << flipped;
  check_refused(merged(shop_file, {file}), ": the file is damaged");
}

TEST_CASE("options of shards that make no sense are refused") {
  check_refused(run_podreel({"fleet", shop_file, "--shard", "9/8", "--accounts-out", "/dev/null"}),
                "--shard: found 9/8");
  check_refused(run_podreel({"fleet", shop_file, "--shard", "1/2"}), "--shard requires --accounts-out");
  check_refused(run_podreel({"fleet", shop_file, "--accounts-out", "/dev/null"}), "--accounts-out requires --shard");
  check_refused(run_podreel({"fleet", shop_file, "--shard", "1/2", "--accounts-out", "/dev/null", "-o", "json"}),
                "excludes --shard");
  check_refused(run_podreel({"fleet", "merge", "-f", shop_file}), "SHARD");
  check_refused(run_podreel({"fleet", "merge", "x.accounts"}), "no input; name a FILE");
}

TEST_CASE("a shard that cannot be written is reported, and leaves nothing") {
  CHECK(run_podreel({"fleet", shop_file, "--shard", "1/1", "--accounts-out", "/dev/full"}).exit_code == 3);
  check_refused(run_podreel({"fleet", shop_file, "--shard", "1/1", "--accounts-out", "nowhere/1.accounts"}),
                "nowhere/1.accounts");
}

TEST_CASE("a verb below a verb is a verb") {
  CHECK(has(run_podreel({"fleet", "merge", "--help"}).out, "Usage:\n  podreel fleet merge [flags] SHARD..."));
  CHECK(has(run_podreel({"fleet", "--help"}).out, "\nVerbs:\n  merge   "));
  CHECK(has(run_podreel({"man", "fleet"}).out, ".SH podreel fleet merge\n"));
  check_refused(run_podreel({"fleet", "merge", "--plam", "x"}),
                "podreel fleet merge: unknown option '--plam'; did you mean '--plan'?");
}

TEST_CASE("nothing is left for a shard of plans that all drain nodes") {
  const ScratchFolder folder;
  check_refused(run_podreel({"fleet", shop_file, "--plan", "drain", "--shard", "1/2", "--accounts-out", folder / "1"}),
                "--shard: all plans drain nodes, which cannot be simulated separately");
  CHECK_FALSE(std::filesystem::exists(folder / "1"));
}

}  // namespace podreel::testing
