/**
 * Patterns that somebody typed. One that takes for ever is ended when the time of the search is over, wherever it is: it is
 * run where the engine can be told so.
 */
import { createContext, Script } from 'node:vm'
import { UsageError } from '../../model/errors.ts'
import type { Found } from './found.ts'

/** The time of the search was over in the middle of a pattern. */
export class OutOfTime extends Error {}

const TIMED_OUT = 'ERR_SCRIPT_EXECUTION_TIMEOUT'
const SCRIPT = new Script('found = pattern.exec(text)')

interface Variables {
  readonly pattern: RegExp
  text: string
  found: RegExpExecArray | null
}

/**
 * Answers where a text has it, of which the lines are kept, so that `^` and `$` are their ends. Throws UsageError; what it makes throws
 * OutOfTime. `deadline`: as `performance.now()` has it.
 */
export function makePattern(
  source: string,
  matchCase: boolean,
  deadline: () => number,
): (lines: string) => Found | null {
  const variables: Variables = { pattern: compiled(source, matchCase), text: '', found: null }
  const context = createContext({ ...variables })
  return within => {
    const timeout = Math.ceil(deadline() - performance.now())
    if (timeout <= 0) throw new OutOfTime()
    context.text = within
    try {
      SCRIPT.runInContext(context, { timeout })
    } catch (error) {
      if (isTimeOut(error)) throw new OutOfTime()
      throw error
    }
    const { found }: Pick<Variables, 'found'> = { found: context.found }
    return found === null ? null : { within, start: found.index, end: found.index + found[0].length }
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
