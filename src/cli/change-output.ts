/** A change with its bodies: for people, in colour, and for programs, as one JSON object. */
import { type BodyPair, bodiesOf, bodyDiff, wordDiff } from '../diff/body-diff.ts'
import type { DescribedChange } from '../diff/change.ts'
import { formatMove, formatValue, placeOf } from '../diff/format-value.ts'
import type { Vault } from '../vault/vault.ts'
import { changeEvent } from './change-event.ts'
import { printable, type Terminal } from './terminal.ts'

export interface ChangeOutput {
  /** Words instead of lines. */
  words: boolean
}

export function emitChange(
  vault: Vault,
  change: DescribedChange,
  terminal: Terminal,
  out: ChangeOutput,
): void {
  if (terminal.json) terminal.event('change', changeEvent(change, bodyDiff(vault, change)))
  else printChange(vault, change, terminal, out)
}

function printChange(vault: Vault, change: DescribedChange, terminal: Terminal, out: ChangeOutput): void {
  const { description, type, actions, cause, firstMissing } = change
  const place = placeOf(change)
  const what = actions.length === 1 && actions[0] === type ? type : `${type} (${actions.join(', ')})`
  const head = `${what} ${description.kind} ${description.id}  ${description.title}${place ? `  [${place}]` : ''}`
  terminal.line(colorOf(terminal, type)(printable(head)))
  if (cause) terminal.line(`  ${printable(`${cause.class}: ${cause.message}`)}`)
  if (firstMissing)
    terminal.line(`  first missing in snapshot ${firstMissing.snapshot}, ${firstMissing.at ?? ''}`)
  if (change.moved) terminal.line(`  moved: ${printable(formatMove(change.moved))}`)
  for (const { path, before, after } of change.fields) {
    terminal.line(`  ${printable(`${path}: ${formatValue(before) || '–'} → ${formatValue(after) || '–'}`)}`)
  }
  const bodies = bodiesOf(vault, change)
  if (bodies === null) printParts(change, terminal)
  const text = bodies && (out.words ? inWords(bodies, terminal) : patchOf(vault, change, terminal))
  if (text !== null) terminal.line(text.trimEnd())
}

function printParts(change: DescribedChange, terminal: Terminal): void {
  for (const { name, before, after } of change.parts) {
    const size = (state: typeof before) =>
      state ? `${state.bytes} bytes ${state.digest.slice(0, 12)}` : 'absent'
    terminal.line(`  ${name}: ${size(before)} → ${size(after)}`)
  }
}

function patchOf(vault: Vault, change: DescribedChange, terminal: Terminal): string | null {
  const { green, red, cyan } = terminal.colors
  const patch = bodyDiff(vault, change)
  if (patch === null) return null
  return withoutControls(patch)
    .split('\n')
    .map(line => {
      if (line.startsWith('@@')) return cyan(line)
      if (/^(\+\+\+|---) /.test(line)) return line
      return line.startsWith('+') ? green(line) : line.startsWith('-') ? red(line) : line
    })
    .join('\n')
}

function inWords({ before, after, name }: BodyPair, terminal: Terminal): string {
  const { green, red } = terminal.colors
  const pieces = wordDiff(before, after)
  if (pieces === null) return `${name}: too long to compare by words`
  const marks = {
    same: (text: string) => shortened(text),
    removed: (text: string) => red(`[-${text}-]`),
    added: (text: string) => green(`{+${text}+}`),
  }
  return pieces.map(({ kind, text }) => marks[kind](withoutControls(text))).join('')
}

/** What stayed, as far as it stands near to what did not. */
function shortened(text: string): string {
  const lines = text.split('\n')
  return lines.length > 7 ? [...lines.slice(0, 3), '⋯', ...lines.slice(-3)].join('\n') : text
}

/** Line breaks and tabs stay; a page must not drive somebody's terminal. */
function withoutControls(text: string): string {
  return text.replaceAll(/[^\P{Cc}\n\t]/gu, ' ')
}

function colorOf(terminal: Terminal, type: DescribedChange['type']): (text: string) => string {
  const { green, red, yellow, magenta } = terminal.colors
  return { added: green, removed: red, modified: yellow, unknown: magenta }[type]
}
