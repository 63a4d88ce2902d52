/** Progress of a restore for whoever waits for it: a bar on a terminal, every tenth of the way as a line elsewhere. */
import type { RestoreEvent } from '../restore/restoring.ts'
import { barOf } from './bar.ts'
import { printable, type Terminal } from './terminal.ts'

export interface RestoreProgress {
  report(event: RestoreEvent): void
  stop(): void
}

type StepEvent = Extract<RestoreEvent, { type: 'step' }>

/** `resumable`: the run that begins can be gone on with by its number. */
export function makeRestoreProgress(terminal: Terminal, resumable = true): RestoreProgress {
  if (terminal.json) return { report: event => terminal.event('status', event), stop: () => {} }
  const steps = terminal.interactive ? makeBar(terminal) : makeLines(terminal)
  return {
    stop: steps.stop,
    report: event => {
      if (event.type === 'step') steps.step(event)
      const line = event.type === 'begin' && !resumable ? null : lineOf(event)
      if (line !== null) steps.above(() => terminal.line(line))
    },
  }
}

function lineOf(event: RestoreEvent): string | null {
  if (event.type === 'begin')
    return `restore ${event.run} begins. If it ends early, \`docvault restore --resume ${event.run}\` goes on with it.`
  if (event.type !== 'reading') return null
  return event.what === 'before' ? 'reading the target as it is now …' : 'reading it back, to compare …'
}

interface Steps {
  step(event: StepEvent): void
  above(print: () => void): void
  stop(): void
}

function makeBar(terminal: Terminal): Steps {
  const bar = barOf(terminal)
  return {
    stop: bar.stop,
    above: bar.above,
    step: event => {
      bar.at(event.at, event.of)
      bar.label(wordsOf(event).slice(0, 60))
    },
  }
}

function makeLines(terminal: Terminal): Steps {
  let tenth = 0
  return {
    stop: () => {},
    above: print => print(),
    step: event => {
      const now = Math.floor((event.at * 10) / event.of)
      if (now === tenth) return
      tenth = now
      terminal.line(`  step ${event.at} of ${event.of}: ${wordsOf(event)}`)
    },
  }
}

function wordsOf({ action, kind, label }: StepEvent): string {
  return printable(`${action} ${kind} ${label}`)
}
