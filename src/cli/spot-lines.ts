/** What a spot check found, for people and for scripts. */
import type { SpotAnswer } from '../../jobs/spot-check.ts'
import { plural } from '../model/plural.ts'
import type { SpotResult, SpotState } from '../verify/spot/types.ts'
import { printable, type Terminal } from './terminal.ts'

const WORDS: Readonly<Record<SpotState, string>> = {
  same: 'as the platform has them',
  changed: 'changed since, as far as anybody can tell',
  gone: 'gone from the platform since',
  unread: 'could not be read',
  wrong: 'WRONG: the platform proves that nothing changed since',
}

export type SpotCounts = Readonly<Record<SpotState, number>>

export function printSpotCheck(terminal: Terminal, answers: readonly SpotAnswer[]): SpotCounts {
  for (const answer of answers) {
    for (const result of answer.results) printResult(terminal, answer, result)
    terminal.line(printable(summaryOf(answer)))
  }
  return countsOf(answers.flatMap(({ results }) => results))
}

function printResult(
  terminal: Terminal,
  answer: SpotAnswer,
  { state, stored, title, about }: SpotResult,
): void {
  const { organization, snapshot } = answer
  const { kind, id } = stored
  terminal.event('spot', { organization, snapshot, kind, id, title, state, about })
  if (state === 'same') return
  const what = about.length === 0 ? '' : `: ${about.join(', ')}`
  terminal.line(printable(`${state}: ${kind} ${title} (${id})${what}`))
}

function summaryOf({ organization, snapshot, results, requests }: SpotAnswer): string {
  const counts = countsOf(results)
  const states = Object.entries(WORDS).flatMap(([state, words]) => {
    const count = Object.entries(counts).find(([name]) => name === state)?.[1] ?? 0
    return count === 0 ? [] : [`${count} ${words}`]
  })
  const drawn = `${plural(results.length, 'resource', 'resources')} of ${organization}, snapshot ${snapshot}`
  return `${drawn}: ${states.join(', ')} (${plural(requests, 'request', 'requests')})`
}

function countsOf(results: readonly SpotResult[]): SpotCounts {
  const count = (state: SpotState) => results.filter(result => result.state === state).length
  return {
    same: count('same'),
    changed: count('changed'),
    gone: count('gone'),
    unread: count('unread'),
    wrong: count('wrong'),
  }
}
