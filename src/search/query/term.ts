/** One thing that is searched for: what an index is asked for it, and whether a text has it. */
import { UsageError } from '../../model/errors.ts'
import { folded, shownForm, shownOf } from '../../model/normal-form.ts'
import type { Found } from './found.ts'
import { longestLiteral } from './literal.ts'
import { makePattern } from './pattern.ts'
import type { FindRequest } from './request.ts'
import { isWholeWord } from './words.ts'

export interface Term {
  /** What each text that it is in contains, in normal form; null: nothing is certain. */
  certain: string | null
  /** A text that contains this has it: there is nothing else to look at. */
  isPlain: boolean
  /** Null: the text does not have it. */
  find(text: SearchedText): Found | null
}

export interface SearchedText {
  /** As people see it, with its lines. */
  lines: string
  shown: string
  folded: string
}

type How = Pick<FindRequest, 'regex' | 'word' | 'matchCase'>

const MOST_CHARACTERS = 1000

/** Throws UsageError. */
export function makeTerm(text: string, how: How, deadline: () => number): Term {
  if (text.length > MOST_CHARACTERS)
    throw new UsageError(`what is searched for has ${text.length} characters`, {
      hint: `at most ${MOST_CHARACTERS}; a part of it finds the same`,
    })
  return how.regex === true ? patternTerm(text, how, deadline) : textTerm(text, how)
}

/** `lines`: the form of that name. */
export function searchedText(lines: string): SearchedText {
  let [shown, lower]: [string | undefined, string | undefined] = [undefined, undefined]
  return {
    lines,
    get shown() {
      shown ??= shownOf(lines)
      return shown
    },
    get folded() {
      lower ??= folded(this.shown)
      return lower
    },
  }
}

function textTerm(text: string, { word = false, matchCase = false }: How): Term {
  const shown = shownForm(text)
  const certain = folded(shown)
  if (certain.trim() === '')
    throw new UsageError('there is nothing to search for', {
      hint: `${JSON.stringify(text)} has no character that can be seen; say a word or a part of one`,
    })
  const wanted = matchCase ? shown : certain
  return {
    certain,
    isPlain: !word && !matchCase,
    find(searched) {
      const within = matchCase ? searched.shown : searched.folded
      const start = indexIn(within, wanted, word)
      if (start < 0) return null
      // Few characters are longer in lower case; then all is shown in it.
      const shown = within.length === searched.shown.length ? searched.shown : within
      return { within: shown, start, end: start + wanted.length }
    },
  }
}

/** -1: it is not in it. */
function indexIn(text: string, wanted: string, word: boolean): number {
  for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + 1))
    if (!word || isWholeWord(text, at, at + wanted.length)) return at
  return -1
}

function patternTerm(text: string, { word, matchCase = false }: How, deadline: () => number): Term {
  if (word === true)
    throw new UsageError('a pattern is not searched for as a word', { hint: 'write \\b where a word ends' })
  const pattern = makePattern(text, matchCase, deadline)
  return { certain: longestLiteral(text), isPlain: false, find: ({ lines }) => pattern(lines) }
}
