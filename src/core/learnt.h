// What the executor learns of a program while it runs it.
//
// Some of what is explored depends on facts that only executions show: which words need a lock, which choices come
// first. A search assumes that all of them are known (core/assumption.h). When another one shows, the search is void
// and starts again, with the same program, knowing it. There are finitely many of each, so that this ends.
//
// To add one: its type, its assumption, both here; its entry in check/learnt_json.cpp.
#pragma once

#include "core/assumption.h"
#include "core/mixed_sizes.h"
#include "core/reader_words.h"
#include "core/section_choices.h"
#include "core/section_words.h"

namespace heddle::core {

// Shared by the executor and whoever starts a search again. It grows.
struct Learnt {
  SectionWords sectionWords;      // Assumption::SectionWords
  SectionChoices sectionChoices;  // Assumption::KnownChoices
  ReaderWords readers;            // Assumption::KnownReaders
  MixedWords mixedWords;          // Assumption::OneSize
};

// Whether the assumption is that something of it is known.
bool isAboutLearnt(Assumption assumption);
// Notes what `broken`, such an assumption, has shown. False: it was known, and starting again would show it again.
bool learn(Learnt& learnt, const Broken& broken);

}  // namespace heddle::core
