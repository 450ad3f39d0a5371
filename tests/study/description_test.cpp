#include "study/description.hpp"

#include "remap/automata/error.hpp"
#include "study/folder.hpp"
#include "study/sha256.hpp"

namespace remap {
namespace {

TEST(Sha256, IsThatOfTheStandard) {
  EXPECT_EQ(sha256(""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  EXPECT_EQ(sha256("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  EXPECT_EQ(sha256("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"),
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
  EXPECT_EQ(sha256(std::string(1'000'000, 'a')), "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

class Description : public test::StudyFolder {
 protected:
  /// The sentence with which a description is refused; empty if it is not.
  std::string refused(const nlohmann::json& changes) const {
    describe(changes);
    try {
      static_cast<void>(read_study(folder));
    } catch (const InputError& error) {
      return error.what();
    }
    return "";
  }
};

TEST_F(Description, BecomesTheFirstLineOfASession) {
  describe({{"mode", "together"}, {"at_once", 6}, {"text", "A story"}, {"settings", {{"confidence", "0.9"}}}});
  const StudyDescription study = read_study(folder);
  EXPECT_EQ(study.mode, StudyMode::together);
  EXPECT_EQ(study.consent_hash, sha256(study.consent));
  const SessionHead head = study.session_head("");
  EXPECT_EQ(setting(head.teacher, "consent"), study.consent_hash);
  EXPECT_EQ(setting(head.settings, "confidence"), "0.9");
  EXPECT_EQ(setting(head.settings, "teacher-errs"), "on");
  const PersonSettings person = read_person(head);
  EXPECT_EQ(person.at_once, 6u);
  EXPECT_EQ(person.story, "A story");
  EXPECT_EQ(person.names, (std::vector<std::string>{"a gift", "bad"}));
  EXPECT_EQ(study.session("p-1").filename(), "session.jsonl");
}

TEST_F(Description, EventsAreNamedAsOnTheCommandLine) {
  write("occurring.txt", "{}\n{p}\n");
  const auto with = [](const char* events) {
    return nlohmann::json{{"letters", nullptr}, {"names", nullptr}, {"propositions", {"p", "q"}}, {"events", events}};
  };
  const std::pair<const char*, std::size_t> all[] = {{"any", 4}, {"one", 3}, {"at-most:1", 3}, {"occurring.txt", 2}};
  for (const auto& [events, letters] : all) {
    describe(with(events));
    EXPECT_EQ(read_study(folder).head.alphabet.size(), letters) << events;
  }
  EXPECT_NE(
      refused(with("some")).find("study.json: 'events' cannot be 'some', expected any, one, at-most:M, or a file"),
      std::string::npos);
}

TEST_F(Description, OwnSessionsNameTheirParticipant) {
  const StudyDescription study = read_study(folder);
  EXPECT_EQ(setting(study.session_head("p-abc").teacher, "participant"), "p-abc");
  EXPECT_EQ(study.session("p-abc"), folder / "sessions" / "p-abc.jsonl");
}

TEST_F(Description, WhatItCannotBeIsToldInASentence) {
  const auto says = [&](const nlohmann::json& changes, const std::string& part) {
    const std::string text = refused(changes);
    EXPECT_NE(text.find(part), std::string::npos) << text;
    EXPECT_NE(text.find("study.json"), std::string::npos) << text;
  };
  says({{"mode", "alone"}}, "'mode' must be \"own\" or \"together\"");
  says({{"letters", nullptr}}, "expected either 'letters' or 'propositions'");
  says({{"propositions", {"a"}}}, "expected either 'letters' or 'propositions'");
  says({{"letters", {1, 2}}}, "'letters' must be a list of texts");
  says({{"participants", -1}}, "'participants' must be a whole number");
  says({{"participants", 1e9}}, "'participants' must be a whole number");
  says({{"names", {{"ugly", "x"}}}}, "'names'");
  says({{"value_names", {"x"}}}, "one name for each");
  says({{"colour", "red"}}, "'colour' is unknown");
  says({{"settings", {{"confidence", "2"}}}}, "'settings'");
  says({{"settings", {{"speed", "2"}}}}, "'settings'");
  says({{"mode", "together"}, {"settings", {{"teacher-errs", "off"}}}}, "contradict each other");
  EXPECT_EQ(refused(nlohmann::json::object()), "");
  write("study.json", "[1");
  EXPECT_THROW(static_cast<void>(read_study(folder)), InputError);
  write("consent.txt", " \n");
  describe(nlohmann::json::object());
  EXPECT_THROW(static_cast<void>(read_study(folder)), InputError);
  EXPECT_THROW(static_cast<void>(read_study(folder / "none")), InputError);
}

}  // namespace
}  // namespace remap
