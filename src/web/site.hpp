// The addresses of a server for one session, all below a token:
//
//     GET  /TOKEN/                  the page, and its files
//     GET  /TOKEN/api/state         what is asked now
//     GET  /TOKEN/api/history       every answer in force
//     GET  /TOKEN/api/picture       the machine so far as SVG
//     GET  /TOKEN/api/world         the world of the maps
//     POST /TOKEN/api/ACTION        answer, undo, change, accept, reject, levels, retry
//     GET  /TOKEN/machine.txt       the machine as a file, also .dot, .json, .svg
#pragma once

#include <filesystem>
#include <memory>
#include <mutex>
#include <string>

#include "web/access.hpp"
#include "web/page_session.hpp"

namespace remap::web {

/// Told what went wrong, and with whom; empty if with nobody in particular.
using FailureReport = std::function<void(const std::string& who, const std::string& sentence)>;

/// What a server shows.
class Website {
 public:
  explicit Website(FailureReport report) : report_(std::move(report)) {}
  virtual ~Website() = default;
  Website(const Website&) = delete;
  Website& operator=(const Website&) = delete;
  /// Status 200, or the reason for refusal; called before the body of a request is read.
  [[nodiscard]] virtual HttpResponse check(const HttpRequest& request) const = 0;
  [[nodiscard]] virtual HttpResponse handle(const HttpRequest& request) = 0;
  /// What to open in a browser.
  [[nodiscard]] virtual std::string address() const = 0;

 protected:
  /// The response, also where none could be made; failures are reported. `sentence`: what this person is told then;
  /// empty: what went wrong.
  [[nodiscard]] HttpResponse respond(const std::string& who, const std::string& sentence,
                                     const std::function<HttpResponse()>& response) const;
  void report(const std::string& who, const std::string& sentence) const { report_(who, sentence); }

 private:
  FailureReport report_;
};

/// A machine as a picture and as files.
class MachinePages {
 public:
  /// The machine at the moment, with the names that people read or the original ones.
  using Source = std::function<std::optional<Hypothesis>(bool named)>;
  explicit MachinePages(Source machine) : machine_(std::move(machine)) {}

  [[nodiscard]] HttpResponse picture();
  [[nodiscard]] HttpResponse download(const std::string& type);

 private:
  Source machine_;
  std::mutex mutex_;                // only one picture is drawn at a time
  std::string pictured_, picture_;  // the machine and its picture
};

/// What a page can ask of a session.
class SessionPages {
 public:
  /// `who` answers.
  SessionPages(DurableRun run, std::string who, PageOptions options)
      : session_(std::move(run), std::move(options)),
        who_(std::move(who)),
        machine_([this](bool named) { return session_.machine(named); }) {}

  /// Status 404 if the path is none of these.
  [[nodiscard]] HttpResponse get(const std::string& path);
  [[nodiscard]] PageSession::Reply act(const std::string& action, const Json& body) {
    return session_.act(who_, action, body);
  }
  [[nodiscard]] PageSession::Reply state() { return session_.state(who_); }
  [[nodiscard]] PageSession& session() noexcept { return session_; }

 private:
  PageSession session_;
  std::string who_;
  MachinePages machine_;
};

class Site final : public Website {
 public:
  /// `folder`: where to read the files of the page; empty: use those in the program.
  Site(DurableRun run, const std::string& who, Access access, std::string token, std::filesystem::path folder,
       const FailureReport& report);

  [[nodiscard]] HttpResponse check(const HttpRequest& request) const override;
  [[nodiscard]] HttpResponse handle(const HttpRequest& request) override;
  [[nodiscard]] std::string address() const override;

 private:
  [[nodiscard]] HttpResponse response_to(const HttpRequest& request);

  SessionPages pages_;
  Access access_;
  std::string token_;
  std::filesystem::path folder_;
};

/// The part of a path between its first two slashes; empty if there are not two.
std::string_view token_in(std::string_view path);
HttpResponse json_response(const Json& body, int status = 200);
HttpResponse world_response(const SessionHead& head);
HttpResponse json_response(const PageSession::Reply& reply);
/// Throws InputError unless all files of the page are in this folder.
void check_page_folder(const std::filesystem::path& folder);
/// A file of the page; status 404 if there is none.
HttpResponse page_file(const std::string& name, const std::filesystem::path& folder);

}  // namespace remap::web
