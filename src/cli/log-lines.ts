/** Lines of a log: as they are for programs, readable on a terminal. */
import type { Terminal } from './terminal.ts'

export async function logWriter(terminal: Terminal): Promise<(line: string) => void> {
  if (!terminal.interactive) return line => void process.stdout.write(line)
  const { prettyFactory } = await import('pino-pretty')
  const pretty = prettyFactory({ colorize: terminal.colors.isColorSupported, ignore: 'run,platform' })
  return line => void process.stdout.write(pretty(line))
}
