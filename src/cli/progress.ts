/** Progress of a backup on a terminal: one bar for what is known to come, gaps above it as they happen. */
import type { BackupEvent } from '../backup/events.ts'
import { ackCommand } from '../model/anomaly.ts'
import { barOf } from './bar.ts'
import { printable, type Terminal } from './terminal.ts'

const GAPS_SHOWN = 10
const FRAMES_SHOWN = 5

export interface Progress {
  report(event: BackupEvent): void
  stop(): void
}

export function makeProgress(terminal: Terminal): Progress {
  if (terminal.json) return jsonProgress(terminal)
  return terminal.interactive ? barProgress(terminal) : plainProgress(terminal)
}

/** A line at the start of each space, not of each page: readable, and enough to see that it lives. */
function jsonProgress(terminal: Terminal): Progress {
  let done = 0
  return {
    stop: () => {},
    report: event => {
      if (event.type === 'done') done++
      else if (event.type !== 'scope' && event.type !== 'expect') {
        const { type, ...fields } = event
        terminal.event(type, fields)
      } else if (event.type === 'scope')
        terminal.event('status', { kind: event.kind, within: event.parent, done })
    },
  }
}

function plainProgress(terminal: Terminal): Progress {
  const gaps = makeGapLines()
  return {
    stop: () => {},
    report: event => {
      if (event.type === 'begin') terminal.line(beginLine(event))
      for (const line of gaps(event)) terminal.line(line)
    },
  }
}

function barProgress(terminal: Terminal): Progress {
  const bar = barOf(terminal)
  const gaps = makeGapLines()
  return {
    stop: bar.stop,
    report: event => {
      if (event.type === 'done') bar.step()
      if (event.type === 'expect') bar.expect(event.count)
      if (event.type === 'scope') bar.label(printable(`${event.kind} · ${event.parent}`).slice(0, 60))
      for (const line of event.type === 'begin' ? [beginLine(event)] : gaps(event))
        bar.above(() => terminal.line(line))
    },
  }
}

/** The first gaps one by one; a platform that is down would otherwise fill the screen. */
function makeGapLines(): (event: BackupEvent) => string[] {
  let seen = 0
  return event => {
    if (event.type === 'warning' || event.type === 'left-out')
      return [`  warning: ${printable(event.message)}`]
    if (event.type === 'anomaly') return anomalyLines(event)
    if (event.type === 'bug') return [`  a bug, please report it: ${bugLines(event)}`]
    if (event.type !== 'gap') return []
    seen++
    if (seen > GAPS_SHOWN)
      return seen === GAPS_SHOWN + 1 ? ['  … further gaps are in `docvault snapshots`'] : []
    const message = `${event.kind} in ${event.parent}: ${event.class}: ${event.message}`
    return [`  gap: ${printable(message)}`]
  }
}

function anomalyLines(found: Extract<BackupEvent, { type: 'anomaly' }>): string[] {
  return [
    `  anomaly ${printable(`${found.anomaly}: ${found.text}`)}`,
    `  snapshot ${found.before} is pinned; nothing is forgotten or pruned until \`${ackCommand(found)}\``,
  ]
}

function bugLines({ message, stack }: Extract<BackupEvent, { type: 'bug' }>): string {
  const frames = stack.split('\n').filter(line => line.startsWith('    at '))
  return [printable(message), ...frames.slice(0, FRAMES_SHOWN).map(line => printable(line))].join('\n')
}

function beginLine(event: Extract<BackupEvent, { type: 'begin' }>): string {
  const verb = event.resumed ? 'resuming' : 'writing'
  return `${verb} snapshot ${event.snapshot} of ${printable(event.title)}`
}
