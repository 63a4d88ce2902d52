/** What became of a body: how much of it is left, and whether it still reads like text. */
import { deflateRawSync } from 'node:zlib'
import { type Digest, digestOf } from '../model/digest.ts'
import { isFields } from '../model/fields.ts'

export interface BodyFate {
  rewritten: boolean
  shrunk: boolean
  dense: boolean
  /** Of what it says now; null where that is nothing. */
  now: Digest | null
}

/** Shorter ones say nothing. Characters. */
const LEAST_BEFORE = 40
const LEAST_DENSE = 400
/** Of longer ones as much is looked at. */
const MOST = 64 * 1024
const SAMPLES = 100
const SAMPLE_LENGTH = 8
const LEFT_OF_REWRITTEN = 0.2
const LEFT_OF_SHRUNK = 0.1
/** Compressed to this share or worse, and so much worse than before: text takes less, whatever its language. */
const DENSE_SHARE = 0.66
const DENSER_BY = 0.1

/** Null: both say the same. */
export function fateOf(before: string, after: string): BodyFate | null {
  if (before === after) return null
  const counts = before.length >= LEAST_BEFORE
  const rewritten = counts && shareLeft(before, after) < LEFT_OF_REWRITTEN
  return {
    rewritten,
    shrunk: counts && after.length <= before.length * LEFT_OF_SHRUNK,
    dense: rewritten && isDense(before, after),
    now: after === '' ? null : digestOf(after),
  }
}

/** Of samples of the text, the share that stands anywhere in the other. */
export function shareLeft(before: string, after: string): number {
  const step = Math.max(1, (before.length - SAMPLE_LENGTH) / SAMPLES)
  let [samples, left] = [0, 0]
  for (let at = 0; at + SAMPLE_LENGTH <= before.length && samples < SAMPLES; at += step) {
    samples++
    const from = Math.floor(at)
    if (after.includes(before.slice(from, from + SAMPLE_LENGTH))) left++
  }
  return samples === 0 ? 1 : left / samples
}

function isDense(before: string, after: string): boolean {
  if (after.length < LEAST_DENSE) return false
  const share = compressedShare(after)
  return share >= DENSE_SHARE && share >= compressedShare(before) + DENSER_BY
}

/** Of its bytes, those that are left when it is compressed: near 1 for noise. */
export function compressedShare(text: string): number {
  const bytes = Buffer.from(text)
  return bytes.length === 0 ? 0 : deflateRawSync(bytes).length / bytes.length
}

/** What a body says, without its heading and what stands before it: the same text on other pages is the same. */
export function plainBody(part: string, bytes: Buffer): string {
  const text = part === 'document' ? textsIn(parseJson(bytes)).join('\n') : bytes.toString()
  return text
    .slice(0, MOST)
    .replace(/^---\r?\n.*?\r?\n---\r?\n/s, '')
    .replace(/^\s*#[^\n]*/, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
}

function parseJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString())
  } catch {
    return bytes.toString()
  }
}

/** Of a document: its words, in order. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (Array.isArray(value)) return value.flatMap(textsIn)
  if (!isFields(value)) return []
  return Object.entries(value).flatMap(([name, below]) =>
    typeof below === 'string' ? (name === 'text' ? [below] : []) : textsIn(below),
  )
}
