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
}

export async function runLine(
  argv: readonly string[],
  { env = {}, columns, now = Date.now }: Surroundings = {},
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
    signal: new AbortController().signal,
    now,
    version: '1.2.3',
  })
  stdout.end()
  stderr.end()
  await once(stdout, 'close')
  return { code, text: await written, notes: await noted }
}
