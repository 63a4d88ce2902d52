/**
 * Where commands print: lines for people, or JSON lines for programs (`--json`), never both. Text that came from the
 * platform is stripped of control characters, so that a page title cannot drive somebody's terminal.
 */
import { once } from 'node:events'
import pc from 'picocolors'

export interface Terminal {
  readonly json: boolean
  /** Whether a person looks on: progress bars, colour. */
  readonly interactive: boolean
  readonly colors: ReturnType<typeof pc.createColors>
  line(text?: string): void
  event(messageType: string, fields: object): void
  /** Bytes as they are. Resolves when the reader took them. */
  raw(bytes: Uint8Array): Promise<void>
}

/** `process.stdout`, or a file that stands in for it. */
export type Output = NodeJS.WritableStream & { isTTY?: boolean; columns?: number }

export function openTerminal(stream: Output, json: boolean): Terminal {
  const interactive = stream.isTTY === true && !json
  return {
    json,
    interactive,
    colors: pc.createColors(interactive && pc.isColorSupported),
    line: (text = '') => {
      if (!json) stream.write(`${text}\n`)
    },
    event: (messageType, fields) => {
      if (json) stream.write(`${JSON.stringify({ message_type: messageType, ...fields })}\n`)
    },
    raw: async bytes => {
      if (!stream.write(bytes)) await once(stream, 'drain')
    },
  }
}

/** One line, without control characters. */
export function printable(text: string): string {
  return text.replaceAll(/\p{Cc}+/gu, ' ')
}
