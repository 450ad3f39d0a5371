var searchData=
[
  ['again_0',['again',['../classremap_1_1Comparisons.html#ad030c6adce31e33b888595907dcbcf78',1,'remap::Comparisons']]],
  ['alphabet_1',['alphabet',['../classremap_1_1MealyMachine.html#a3d12d127e9bdb348e4a3522cbd619b08',1,'remap::MealyMachine::alphabet()'],['../classremap_1_1MooreMachine.html#ae1a07144e4c3031d0e330acc4dbe4fc6',1,'remap::MooreMachine::alphabet()'],['../classremap_1_1Session.html#a1ac129fa197709e38b3883506cca865d',1,'remap::Session::alphabet()']]],
  ['alphabet_2',['Alphabet',['../classremap_1_1Alphabet.html#a3e37f357bf3f5f7b3578f6eba33ddfa7',1,'remap::Alphabet']]],
  ['always_3',['always',['../classremap_1_1Formula.html#ac11ab2438b5a373324f021c2094e74e5',1,'remap::Formula']]],
  ['answer_4',['answer',['../classremap_1_1Session.html#a9d3ee3143a85a52acdabdc2e7a4f174f',1,'remap::Session::answer(const EquivalenceAnswer &amp;verdict)'],['../classremap_1_1Session.html#a49380377f19badfaf3bda2819facf09d',1,'remap::Session::answer(std::span&lt; const Output &gt; values)'],['../classremap_1_1Session.html#a273a59c4211fe02d24bb9057aee33e8e',1,'remap::Session::answer(std::span&lt; const Preference &gt; answers)']]],
  ['answer_5ftext_5',['answer_text',['../classremap_1_1DurableRun.html#a3a558a0d397ccfc69d0a0408172e25be',1,'remap::DurableRun']]],
  ['answers_6',['answers',['../classremap_1_1Contradiction.html#a028cde4515f6006a9135443af8497781',1,'remap::Contradiction::answers()'],['../classremap_1_1DurableRun.html#ae3078d46f3094de70e8be426d42ef0d5',1,'remap::DurableRun::answers()']]],
  ['as_5fmoore_7',['as_moore',['../namespaceremap.html#a81030d9ed06287c4bdd94e33b6bb63b4',1,'remap']]],
  ['as_5freward_5fmachine_8',['as_reward_machine',['../namespaceremap.html#acf6d75b090a38d7ebef954f854fac620',1,'remap']]],
  ['askedwords_9',['AskedWords',['../classremap_1_1AskedWords.html#a823586359273945470abff50eda1ef16',1,'remap::AskedWords::AskedWords()=default'],['../classremap_1_1AskedWords.html#a730407da2cc45eb472a3f3d2eb951fd1',1,'remap::AskedWords::AskedWords(const WordTree &amp;words, std::span&lt; const WordId &gt; ids) noexcept']]],
  ['at_5fmost_5fone_10',['at_most_one',['../classremap_1_1Alphabet.html#a173b0cab09946ce789fa5f9d5ce0bb31',1,'remap::Alphabet']]]
];
