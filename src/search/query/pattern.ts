/**
 * Patterns that somebody typed. One that takes for ever is ended when the time of the search is over, wherever it is: it is
 * run where the engine can be told so.
 */
import { createContext, Script } from 'node:vm'
import { UsageError } from '../../model/errors.ts'
import { linesForm } from '../../model/normal-form.ts'
import type { Found } from './found.ts'

/** The time of the search was over in the middle of a pattern. */
export class OutOfTime extends Error {}

const TIMED_OUT = 'ERR_SCRIPT_EXECUTION_TIMEOUT'
/** Of all texts at once: each run of a script starts a thread that watches the time. */
const SCRIPT = new Script(`
  found = null
  for (at = 0; at < texts.length && found === null; at++) found = pattern.exec(texts[at])`)

interface Variables {
  readonly pattern: RegExp
  texts: readonly string[]
  found: RegExpExecArray | null
  at: number
}

/**
 * Answers with the first of the texts that has it. Lines are kept, so that `^` and `$` are their ends. Throws UsageError;
 * what it makes throws OutOfTime. `deadline`: as `performance.now()` has it.
 */
export function makePattern(
  source: string,
  matchCase: boolean,
  deadline: () => number,
): (texts: readonly string[]) => Found | null {
  const variables: Variables = { pattern: compiled(source, matchCase), texts: [], found: null, at: 0 }
  const context = createContext({ ...variables })
  return texts => {
    const timeout = Math.ceil(deadline() - performance.now())
    if (timeout <= 0) throw new OutOfTime()
    const lines = texts.map(linesForm)
    context.texts = lines
    try {
      SCRIPT.runInContext(context, { timeout })
    } catch (error) {
      if (isTimeOut(error)) throw new OutOfTime()
      throw error
    }
    const { found, at }: Pick<Variables, 'found' | 'at'> = { found: context.found, at: context.at }
    if (found === null) return null
    return {
      text: at - 1,
      within: lines[at - 1] ?? '',
      start: found.index,
      end: found.index + found[0].length,
    }
  }
}

/** It is an error of the other context, and so no instance of ours. */
function isTimeOut(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && error.code === TIMED_OUT
}

function compiled(source: string, matchCase: boolean): RegExp {
  try {
    return new RegExp(source, matchCase ? 'mu' : 'imu')
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new UsageError(`"${source}" is no pattern: ${reason}`, {
      hint: 'patterns are those of JavaScript; without --regex every character stands for itself',
    })
  }
}
