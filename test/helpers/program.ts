/** Runs a command line in this process, and returns what it wrote. */
import { once } from 'node:events'
import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { runProgram } from '../../src/cli/program.ts'

export interface Surroundings {
  env?: Record<string, string>
  /** Of the terminal that stands in for a pipe. */
  columns?: number
  now?: () => number
  signal?: AbortSignal
}

/** Of the program that runs in this process. */
export const lineVersion = '1.2.3'

export async function runLine(
  argv: readonly string[],
  { env = {}, columns, now = Date.now, signal = new AbortController().signal }: Surroundings = {},
) {
  const stdout = Object.assign(new PassThrough(), columns === undefined ? {} : { isTTY: true, columns })
  const written = text(stdout)
  const stderr = new PassThrough()
  const noted = text(stderr)
  const code = await runProgram({
    argv,
    env,
    stdout,
    stderr,
    signal,
    now,
    version: lineVersion,
  })
  stdout.end()
  stderr.end()
  await once(stdout, 'close')
  return { code, text: await written, notes: await noted }
}
