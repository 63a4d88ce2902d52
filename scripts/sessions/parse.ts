/**
 * Sessions in Markdown: what stands in a `console` block after `$ ` is typed, and what follows it is what it printed.
 * A line `…` in the output stands for lines that the page leaves out. Blocks under `<!-- terminal: NAME -->` are
 * typed in a terminal of that name, which goes on running while the next blocks are typed in the first one. What
 * `<!-- incident: NAME -->` names happens before the block below it; a page that has one is played by its own test.
 */
export interface Session {
  /** Null is the first terminal. */
  terminal: string | null
  incident: string | null
  commands: SessionCommand[]
}

export interface SessionCommand {
  /** As written, lines that end in `\` joined by a line feed. */
  text: string
  printed: string[]
  /** Of the file, from 0: the line of the command, and the range of what it printed. */
  line: number
  from: number
  to: number
}

const OPEN = /^```console$/
const INCIDENT = /^<!-- incident: (.+) -->$/
const TERMINAL = /^<!-- terminal: (\S+) -->$/

export function parseSessions(markdown: string): Session[] {
  const lines = markdown.split('\n')
  const sessions: Session[] = []
  for (let at = 0; at < lines.length; at++) {
    if (!OPEN.test(lines[at] ?? '')) continue
    const end = lines.indexOf('```', at)
    if (end < 0) throw new Error(`line ${at + 1}: a console block has no end`)
    const terminal = TERMINAL.exec(lines[at - 1] ?? '')?.[1] ?? null
    const incident = INCIDENT.exec(lines[at - 1] ?? '')?.[1] ?? null
    sessions.push({ terminal, incident, commands: parseCommands(lines, at + 1, end) })
    at = end
  }
  return sessions
}

/** Whether a page has sessions, and they need nothing but a checkout. */
export function isPlayedAlone(markdown: string): boolean {
  const sessions = parseSessions(markdown)
  return sessions.length > 0 && sessions.every(session => session.incident === null)
}

function parseCommands(lines: readonly string[], from: number, end: number): SessionCommand[] {
  const commands: SessionCommand[] = []
  for (let at = from; at < end; at++) {
    const text = lines[at] ?? ''
    const last = commands.at(-1)
    if (text.startsWith('$ ')) {
      commands.push({ text: text.slice(2), printed: [], line: at, from: at + 1, to: at + 1 })
    } else if (!last) {
      throw new Error(`line ${at + 1}: a console block begins with a command after "$ "`)
    } else if (last.text.endsWith('\\') && last.printed.length === 0) {
      last.text += `\n${text}`
      last.from = last.to = at + 1
    } else {
      last.printed.push(text)
      last.to = at + 1
    }
  }
  return commands
}
