/**
 * Where commands print: lines for people, or JSON lines for programs (`--json`), never both. Text that came from the
 * platform is stripped of control characters, so that a page title cannot drive somebody's terminal.
 */
import { once } from 'node:events'
import pc from 'picocolors'
import { formatAge, formatTime } from '../model/format.ts'
import { makeFormatLocal } from '../model/local-time.ts'
import { printable as oneLine, printableJson } from '../model/printable.ts'

export interface Terminal {
  readonly json: boolean
  /** Whether a person looks on: progress bars, colour. */
  readonly interactive: boolean
  readonly colors: ReturnType<typeof pc.createColors>
  /** Characters in a line; null in a pipe, where nothing is cut. */
  readonly width: number | null
  /** A time (UTC, or of the zone), and on a terminal how long ago that is: in a file it would soon be wrong. */
  when(iso: string, timezone?: string): string
  /** How long ago, for a column of its own; empty where nobody looks on. */
  ago(iso: string): string
  line(text?: string): void
  /** Beside the output, on standard error: what is piped on stays clean. For people only. */
  note(text: string): void
  event(messageType: string, fields: object): void
  /** Resolves when the reader has taken what was printed: to be awaited between many lines, which would wait in memory. */
  drained(): Promise<void>
  /** Bytes as they are. Resolves when the reader took them. */
  raw(bytes: Uint8Array): Promise<void>
}

/** `process.stdout`, or a file that stands in for it. */
export type Output = NodeJS.WritableStream & { isTTY?: boolean; columns?: number }

export interface TerminalOptions {
  /** Where notes go; without one, nowhere. */
  stderr?: NodeJS.WritableStream | undefined
  json: boolean
  env: Readonly<Record<string, string | undefined>>
  now: () => number
}

export function openTerminal(stream: Output, { stderr, json, env, now }: TerminalOptions): Terminal {
  const isTerminal = stream.isTTY === true && !json
  const interactive = isTerminal && env.TERM !== 'dumb'
  const ago = (iso: string) => (isTerminal ? formatAge(now() - Date.parse(iso)) : '')
  const formats = new Map<string, (iso: string) => string>()
  const formatLocal = (iso: string, timezone: string) => {
    const format = formats.get(timezone) ?? makeFormatLocal(timezone)
    formats.set(timezone, format)
    return format(iso)
  }
  return {
    json,
    interactive,
    colors: pc.createColors(!json && wantsColor(env, interactive)),
    width: isTerminal ? (stream.columns ?? 80) : null,
    when: (iso, timezone) => {
      const time = timezone === undefined ? formatTime(iso) : formatLocal(iso, timezone)
      return isTerminal ? `${time}, ${ago(iso)}` : time
    },
    ago,
    line: (text = '') => {
      if (!json) stream.write(`${text}\n`)
    },
    note: text => {
      if (!json) stderr?.write(`${oneLine(text)}\n`)
    },
    event: (messageType, fields) => {
      if (json) stream.write(`${printableJson(JSON.stringify({ message_type: messageType, ...fields }))}\n`)
    },
    drained: async () => {
      if ('writableNeedDrain' in stream && stream.writableNeedDrain === true) await once(stream, 'drain')
    },
    raw: async bytes => {
      if (!stream.write(bytes)) await once(stream, 'drain')
    },
  }
}

/** `NO_COLOR` wins over `FORCE_COLOR`, both over what the terminal is. */
function wantsColor(env: TerminalOptions['env'], interactive: boolean): boolean {
  if (env.NO_COLOR) return false
  if (env.FORCE_COLOR) return env.FORCE_COLOR !== '0'
  return interactive
}

/** One line, without control characters. */
export function printable(text: string): string {
  return oneLine(text)
}
