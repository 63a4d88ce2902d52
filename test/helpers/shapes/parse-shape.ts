/**
 * Reads the notation: `{ name?: string(≤50 chars); [key]: any }`, `[Item](≥1 items)`, `"a"|"b"`, `A & (B | C)`, `null`.
 * Whatever it does not know throws with the place: a shape read wrongly would judge wrongly.
 */
import { type Field, type Range, type Shape, TEXT_FORMATS, type TextFormat } from './shape.ts'

export function parseShape(text: string): Shape {
  const reader = new Reader(text)
  const shape = either(reader)
  reader.end()
  return shape
}

class Reader {
  private at = 0
  private readonly text: string

  constructor(text: string) {
    this.text = text
  }

  /** The text of it, where it stands next; blanks before it do not count. */
  take(pattern: RegExp): string | null {
    const found = new RegExp(`\\s*(${pattern.source})`, 'uy')
    found.lastIndex = this.at
    const match = found.exec(this.text)
    if (match === null) return null
    this.at = found.lastIndex
    return match[1] ?? ''
  }

  must(pattern: RegExp): string {
    const found = this.take(pattern)
    if (found === null) throw this.problem(`expected ${pattern.source}`)
    return found
  }

  end(): void {
    if (this.text.slice(this.at).trim() !== '') throw this.problem('expected the end')
  }

  problem(words: string): Error {
    return new Error(`${words} at ${JSON.stringify(this.text.slice(this.at, this.at + 60))}`)
  }
}

function either(reader: Reader): Shape {
  const of = [both(reader)]
  while (reader.take(/\|/)) of.push(both(reader))
  return one(of, 'either')
}

function both(reader: Reader): Shape {
  const of = [single(reader)]
  while (reader.take(/&/)) of.push(single(reader))
  return one(of, 'both')
}

function one(of: Shape[], is: 'either' | 'both'): Shape {
  const [first] = of
  return of.length === 1 && first ? first : { is, of }
}

function single(reader: Reader): Shape {
  if (reader.take(/\(/)) {
    const shape = either(reader)
    reader.must(/\)/)
    return shape
  }
  if (reader.take(/\[/)) {
    const of = either(reader)
    reader.must(/\]/)
    return { is: 'list', of, length: limits(reader).range }
  }
  if (reader.take(/\{/)) return record(reader)
  const quoted = reader.take(/"[^"]*"/)
  if (quoted !== null) return { is: 'literal', value: quoted.slice(1, -1) }
  const number = reader.take(/-?\d+(?:\.\d+)?/)
  if (number !== null) return { is: 'literal', value: Number(number) }
  return named(reader, reader.must(/[A-Za-z][\w-]*/))
}

function record(reader: Reader): Shape {
  const fields = new Map<string, Field>()
  let others: Shape | null = null
  while (!reader.take(/\}/)) {
    if (reader.take(/\[key\]:/)) others = either(reader)
    else {
      const name = reader.must(/[\w$.-]+/)
      const optional = reader.take(/\?/) !== null
      reader.must(/:/)
      fields.set(name, { shape: either(reader), optional })
    }
    if (!reader.take(/;/)) {
      reader.must(/\}/)
      break
    }
  }
  return { is: 'record', fields, others }
}

function named(reader: Reader, name: string): Shape {
  switch (name) {
    case 'any':
    case 'unknown':
      return { is: 'any' }
    case 'null':
      // `string(≤512 chars)|null(≤512 chars)`: the limits are those of the text.
      limits(reader)
      return { is: 'null' }
    case 'boolean':
      return { is: 'boolean' }
    case 'true':
    case 'false':
      return { is: 'literal', value: name === 'true' }
    case 'number':
    case 'integer':
      return { is: 'number', whole: name === 'integer', size: limits(reader).range }
    default: {
      const format = TEXT_FORMATS.find(one => one === name)
      return format === undefined ? { is: 'named', name } : text(reader, format)
    }
  }
}

function text(reader: Reader, format: TextFormat): Shape {
  const { range, pattern } = limits(reader)
  // The description says of one text that it has at least two characters and at most one: no limit can be meant.
  const length = range.least > range.most ? UNLIMITED : range
  return { is: 'text', format, length, pattern }
}

const UNLIMITED: Range = { least: 0, most: Number.POSITIVE_INFINITY }

/** `(≥1 chars ≤50 chars /^a+$/)`, `(≥0 ≤1000)`, `(≤10 items)`; a pattern ends at the slash before the closing bracket. */
function limits(reader: Reader): { range: Range; pattern: RegExp | null } {
  if (!reader.take(/\((?=[≥≤/])/)) return { range: UNLIMITED, pattern: null }
  const least = reader.take(/≥-?[\d.]+(?: (?:chars|items))?/)
  const most = reader.take(/≤-?[\d.]+(?: (?:chars|items))?/)
  const pattern = reader.take(/\/.+?\/(?=\)(?:$|[\s;,\])|}&]))/)
  reader.must(/\)/)
  const range = { least: sizeIn(least) ?? UNLIMITED.least, most: sizeIn(most) ?? UNLIMITED.most }
  return { range, pattern: pattern === null ? null : new RegExp(pattern.slice(1, -1)) }
}

function sizeIn(words: string | null): number | null {
  const [size] = /-?[\d.]+/.exec(words ?? '') ?? []
  return size === undefined ? null : Number(size)
}
