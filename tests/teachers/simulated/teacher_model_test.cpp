#include "teachers/simulated/teacher_model.hpp"

#include <gtest/gtest.h>

#include "remap/automata/error.hpp"

namespace remap {
namespace {

TEST(TeacherModelText, PartsAreJoined) {
  const TeacherModel model = parse_teacher_model("persistent:0.05+unsure:0.1+overlooks:0.3+fatigue:0.01,0.2,200");
  EXPECT_EQ(model.noise.mistakes, 0.05);
  EXPECT_TRUE(model.noise.persistent);
  EXPECT_EQ(model.noise.unsure, 0.1);
  EXPECT_EQ(model.noise.fatigue_last, 0.2);
  EXPECT_EQ(model.noise.fatigue_questions, 200);
  EXPECT_EQ(model.overlooking.overlooks, 0.3);
  EXPECT_FALSE(parse_teacher_model("exact").any());
  EXPECT_EQ(parse_teacher_model("all-near-ties").noise.near_ties, 1);
  EXPECT_EQ(parse_teacher_model("bradley-terry:2").noise.temperature, 2);
  EXPECT_EQ(parse_teacher_model("misread:0.02+incomparable:0.1").noise.misread, 0.02);
  EXPECT_EQ(parse_teacher_model("misread:0.02+incomparable:0.1").noise.incomparable, 0.1);
}

TEST(TeacherModelText, WhatIsWrongIsSaid) {
  const auto message = [](const char* text) -> std::string {
    try {
      parse_teacher_model(text);
    } catch (const InputError& error) {
      return error.what();
    }
    return "accepted";
  };
  EXPECT_NE(
      message("sleepy:0.1").find("'sleepy:0.1' is not a teacher model; expected one or more of exact, independent:P"),
      std::string::npos);
  EXPECT_EQ(message("independent"), "teacher model 'independent:P': expected 1 number, found 0");
  EXPECT_EQ(message("independent:0.1,0.2"), "teacher model 'independent:P': expected 1 number, found 2");
  EXPECT_EQ(message("independent:x"), "teacher model 'independent:P': 'x' is not a number of at least 0");
  EXPECT_EQ(message("unsure:1.5"), "teacher model 'unsure:P': a share is at most 1, not 1.5");
  EXPECT_EQ(message("unsure:nan"), "teacher model 'unsure:P': 'nan' is not a number of at least 0");
  EXPECT_NE(message("independent:0.1+").find("'' is not a teacher model"), std::string::npos);
  EXPECT_NE(message(""), "accepted");
}

TEST(TeacherModelText, HelpNamesAll) {
  for (const char* name :
       {"independent:P", "persistent:P", "bradley-terry:T", "near-ties:P", "all-near-ties", "fatigue:P,Q,N", "longer:P",
        "first:P", "unsure:P", "misread:P", "incomparable:P", "overlooks:P", "wrong-values:P"}) {
    EXPECT_NE(teacher_models_help().find(name), std::string::npos) << name;
  }
}

}  // namespace
}  // namespace remap
