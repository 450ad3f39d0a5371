// remap experiment merge OUT [IN…]: databases of shards become one.
#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "cli/console.hpp"
#include "cli/experiment_arguments.hpp"
#include "cli/given_options.hpp"
#include "remap/automata/error.hpp"

namespace remap::cli {

namespace {

namespace fs = std::filesystem;

/// Every database that is meant: a file, or those of a folder and of its shards.
std::vector<fs::path> inputs_of(const ExperimentArguments& arguments) {
  std::vector<std::string> given(arguments.machines.begin() + 1, arguments.machines.end());
  if (given.empty()) given.push_back((fs::path(arguments.machines.front()) / "shards").string());
  std::vector<fs::path> files;
  for (const std::string& name : given) {
    std::error_code error;
    if (!fs::is_directory(name, error)) {
      files.emplace_back(name);
      continue;
    }
    const std::size_t before = files.size();
    for (const fs::path& folder : {fs::path(name), fs::path(name) / "shards"}) {
      for (const auto& entry : fs::directory_iterator(folder, error)) {
        if (entry.path().extension() == ".sqlite") files.push_back(entry.path());
      }
    }
    if (files.size() == before) throw InputError(fmt::format("{}: there is no database to merge in this folder", name));
  }
  std::sort(files.begin(), files.end());
  return files;
}

/// 1, 2, 3, 7 as "1-3, 7".
std::string ranges(const std::vector<std::uint64_t>& numbers) {
  std::string text;
  for (std::size_t i = 0; i < numbers.size();) {
    std::size_t end = i;
    while (end + 1 < numbers.size() && numbers[end + 1] == numbers[end] + 1) ++end;
    text += fmt::format("{}{}", text.empty() ? "" : ", ", numbers[i]);
    if (end > i) text += fmt::format("-{}", numbers[end]);
    i = end + 1;
  }
  return text;
}

}  // namespace

fs::path shard_file(const fs::path& folder, const Shard& shard) {
  return folder / "shards" / fmt::format("{}-of-{}.sqlite", shard.number, shard.count);
}

MissingShards missing_shards(const std::vector<ShardRow>& shards, const std::string& folder) {
  std::map<std::pair<std::string, std::uint64_t>, std::map<std::uint64_t, ShardRow>> sweeps;
  for (const ShardRow& shard : shards) sweeps[{shard.command, shard.shards}][shard.number] = shard;
  MissingShards missing;
  for (const auto& [sweep, rows] : sweeps) {
    const auto& [command, count] = sweep;
    const std::uint64_t rounds = rows.begin()->second.rounds;
    for (std::uint64_t round = 1; round <= rounds; ++round) {
      MissingShards found;
      for (std::uint64_t number = 1; number <= count; ++number) {
        const auto row = rows.find(number);
        if (row != rows.end() && row->second.finished >= round) continue;
        found.numbers.push_back(number);
        found.commands.push_back(
            fmt::format("{} --output {} --shard {}/{}", command, shell_word(folder), number, count));
      }
      if (found.numbers.empty()) continue;
      missing.commands.insert(missing.commands.end(), found.commands.begin(), found.commands.end());
      missing.numbers.insert(missing.numbers.end(), found.numbers.begin(), found.numbers.end());
      missing.of = count;
      missing.between = round > 1 && found.numbers.size() == count;
      break;
    }
  }
  return missing;
}

int merge_shards(const ExperimentArguments& arguments) {
  static constexpr std::string_view used[] = {"NAME", "MACHINE", "--quiet"};
  refuse_others(*arguments.command, used, "with merge, which runs no trials and writes no report");
  if (arguments.machines.empty()) {
    throw InputError("merge needs a folder: remap experiment merge OUT [IN…], where IN are databases or folders");
  }
  const std::vector<fs::path> files = inputs_of(arguments);
  Store store{fs::path(arguments.machines.front())};
  std::uint64_t added = 0;
  for (const fs::path& file : files) {
    std::error_code error;
    if (!fs::equivalent(file, store.file(), error)) added += store.merge(file);
  }
  const MissingShards missing = missing_shards(store.shards(), arguments.machines.front());
  if (!arguments.quiet) {
    print(fmt::format("Merged {}: {} new, {} in all in {}\n", counted(files.size(), "database", "databases"),
                      grouped(added), counted(store.size(), "trial", "trials"), store.file().string()));
  }
  if (missing.numbers.empty()) return 0;
  if (missing.between) {
    if (!arguments.quiet) {
      print("All machines are learned; the policies remain. Run every shard again, then merge again:\n");
      for (const std::string& command : missing.commands) print("  " + command + "\n");
    }
    return 0;
  }
  for (const std::string& command : missing.commands) print("  " + command + "\n");
  throw InputError(fmt::format("{} {} of {} {} missing or unfinished, run {}, then merge again",
                               missing.numbers.size() == 1 ? "shard" : "shards", ranges(missing.numbers), missing.of,
                               missing.numbers.size() == 1 ? "is" : "are",
                               missing.numbers.size() == 1 ? "the command above" : "the commands above"));
}

}  // namespace remap::cli
