/** Progress of a restore for whoever waits for it: a bar on a terminal, every tenth of the way as a line elsewhere. */
import { Presets, SingleBar } from 'cli-progress'
import type { RestoreEvent } from '../restore/restore.ts'
import { printable, type Terminal } from './terminal.ts'

export interface RestoreProgress {
  report(event: RestoreEvent): void
  stop(): void
}

type StepEvent = Extract<RestoreEvent, { type: 'step' }>

/** `resumable`: the run that begins can be gone on with by its number. */
export function makeRestoreProgress(terminal: Terminal, resumable = true): RestoreProgress {
  if (terminal.json) return { report: event => terminal.event('status', event), stop: () => {} }
  const steps = terminal.interactive ? makeBar() : makeLines(terminal)
  return {
    stop: steps.stop,
    report: event => {
      if (event.type === 'step') steps.step(event)
      else steps.stop()
      const line = event.type === 'begin' && !resumable ? null : lineOf(event)
      if (line !== null) terminal.line(line)
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
  stop(): void
}

function makeBar(): Steps {
  const format = ' {bar} {value}/{total} {step}'
  const bar = new SingleBar(
    { format, hideCursor: true, clearOnComplete: true, barsize: 30, noTTYOutput: false },
    Presets.shades_classic,
  )
  return {
    stop: () => bar.stop(),
    step: event => {
      if (!bar.isActive) bar.start(event.of, 0, { step: '' })
      bar.update(event.at, { step: wordsOf(event).slice(0, 60) })
    },
  }
}

function makeLines(terminal: Terminal): Steps {
  let tenth = 0
  return {
    stop: () => {},
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
