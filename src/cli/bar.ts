/**
 * One line at the bottom of a terminal that says how far something is: never more done than there is, never less than
 * before, how fast, and how long still. Lines above it stay whole, and nothing of it is left when it ends.
 */
import { formatDuration } from '../model/format.ts'
import type { Terminal } from './terminal.ts'

/** Standard error, mostly: what is printed as the result goes elsewhere. */
export interface BarStream {
  isTTY?: boolean
  columns?: number
  write(text: string): unknown
}

export interface Bar {
  expect(more: number): void
  /** One more is done. */
  step(): void
  /** Where both are known; what is less than before is not believed. */
  at(done: number, total: number): void
  label(text: string): void
  /** Takes the bar away for as long as that prints. */
  above(print: () => void): void
  stop(): void
}

const WIDTH = 24
const REDRAW_MS = 100
/** Before this, nobody knows how fast it is. */
const SPEED_AFTER_MS = 2000
const ERASE = '\r\u001b[K'

/** Draws where somebody looks on. */
export function barOf({ interactive }: Pick<Terminal, 'interactive'>): Bar {
  return openBar(interactive ? process.stderr : { write: () => true })
}

export function openBar(stream: BarStream, now: () => number = Date.now): Bar {
  const began = now()
  let [done, total, label, drawnAt, visible] = [0, 0, '', Number.NEGATIVE_INFINITY, false]
  const erase = () => {
    if (visible) stream.write(ERASE)
    visible = false
  }
  const draw = () => {
    if (stream.isTTY !== true || now() - drawnAt < REDRAW_MS) return
    drawnAt = now()
    visible = true
    const columns = columnsOf(stream) - 1
    const line = lineOf({ done, total, label, elapsedMs: now() - began }, columns)
    stream.write(`${ERASE}${trimmed(line, columns)}`)
  }
  return {
    expect(more) {
      total += Math.max(0, more)
      draw()
    },
    step() {
      done++
      total = Math.max(total, done)
      draw()
    },
    at(nowDone, nowTotal) {
      done = Math.max(done, nowDone)
      total = Math.max(total, nowTotal, done)
      draw()
    },
    label(text) {
      label = text
      draw()
    },
    above(print) {
      erase()
      print()
      drawnAt = Number.NEGATIVE_INFINITY
      draw()
    },
    stop: erase,
  }
}

/** A terminal that does not know its width says 0. */
function columnsOf({ columns = 0 }: BarStream): number {
  return columns > 1 ? columns : 80
}

interface Shown {
  done: number
  total: number
  label: string
  elapsedMs: number
}

/** A number that is cut is another number: where it does not fit, the bar goes first, then the numbers. */
function lineOf({ done, total, label, elapsedMs }: Shown, columns: number): string {
  const filled = total === 0 ? 0 : Math.floor((WIDTH * done) / total)
  const bar = '█'.repeat(filled) + '░'.repeat(WIDTH - filled)
  const perSecond = (done * 1000) / elapsedMs
  const isKnown = elapsedMs >= SPEED_AFTER_MS && done > 0
  const left = total > done ? `, about ${formatDuration(((total - done) / perSecond) * 1000)} left` : ''
  const speed = isKnown ? ` ${perSecond.toFixed(perSecond < 10 ? 1 : 0)}/s${left}` : ''
  const counts = ` ${done}/${total}`
  if (counts.length > columns) return ''
  return `${bar.length + 1 + counts.length > columns ? '' : ` ${bar}`}${counts}${speed} ${label}`
}

/** A line that wraps could not be taken away: wide characters count twice, and some that are not wide with them. */
function trimmed(text: string, columns: number): string {
  let width = 0
  let fitting = ''
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0
    width += code >= 0x1100 && !(code >= 0x2000 && code < 0x2c00) ? 2 : 1
    if (width > columns) break
    fitting += character
  }
  return fitting
}
