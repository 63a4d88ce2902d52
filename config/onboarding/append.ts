/**
 * Entries put at the end of the list `platforms`, in the text of a configuration file: every byte of before stays. YAML
 * is asked where the list ends, and afterwards whether the new text says what the old one said, and the entries.
 */
import { createRequire } from 'node:module'
import { isDeepStrictEqual } from 'node:util'
import type { LineCounter, YAMLSeq } from 'yaml'
import { UsageError } from '../../src/model/errors.ts'
import { listOf, recordOf } from '../../src/model/fields.ts'
import { type ConfigText, parseYaml } from '../file.ts'

export interface PlatformList {
  /** Where the entry of a name stands. */
  places: ReadonlyMap<string, string>
  /** Throws UsageError where the text would not say the same and the entries. */
  append(entries: readonly Entry[]): Appended
}

interface Entry {
  entry: Readonly<Record<string, unknown>>
}

export interface Appended {
  text: string
  /** By line of the new text, from 1: of the entry that stands there, its index; else the line in the text of before. */
  at(line: number): { entry: number } | { line: number }
}

/** Where the next entry goes. */
interface Slot {
  offset: number
  indent: string
  newline: string
}

const require = createRequire(import.meta.url)

/** Throws UsageError where there is no list, or none that can be added to. */
export function openPlatformList(source: ConfigText): PlatformList {
  const { document, counter } = parseYaml(source)
  const { isMap, isSeq }: typeof import('yaml') = require('yaml')
  const root = document.contents
  const list = isMap(root) ? root.get('platforms', true) : undefined
  if (list === undefined || Object(list).value === null) throw withoutList(source.path)
  if (!isSeq(list) || list.flow === true || list.anchor !== undefined || list.tag !== undefined)
    throw new UsageError(`platforms in ${source.path} is no list with an entry a line`, {
      hint: 'write it as `platforms:` and below it `  - name: …`, without anchors and aliases',
    })
  const slot = slotAfter(list, source)
  const before: unknown = document.toJS()
  return {
    places: placesOf(before, { list, counter, path: source.path }),
    append(entries) {
      const appended = splice(
        source.text,
        slot,
        entries.map(({ entry }) => linesOf(entry, slot.indent)),
      )
      prove({ ...source, text: appended.text }, before, entries)
      return appended
    },
  }
}

function withoutList(path: string): UsageError {
  return new UsageError(`${path} has no list of platforms to add to`, {
    hint: 'without one, all of it is one platform, with its vault in vault.path. Write the first entry by hand, `platforms:` and below it `  - name: …`, with the vault.path of a vault that is there already: that of an entry is another one by default. docs/how-to/run/platforms.md',
  })
}

function placesOf(
  root: unknown,
  { list, counter, path }: { list: YAMLSeq; counter: LineCounter; path: string },
): Map<string, string> {
  const { isNode }: typeof import('yaml') = require('yaml')
  const places = listOf(recordOf(root)?.platforms).flatMap((entry, index): [string, string][] => {
    const node = list.items[index]
    const start = isNode(node) ? node.range?.[0] : undefined
    const place = start === undefined ? path : `${path}:${counter.linePos(start).line}`
    return [[String(recordOf(entry)?.name), place]]
  })
  return new Map(places)
}

function slotAfter(list: YAMLSeq, { path, text }: ConfigText): Slot {
  const { isNode }: typeof import('yaml') = require('yaml')
  const last = list.items.at(-1)
  const start = list.range?.[0]
  const end = isNode(last) ? last.range?.[1] : undefined
  const indent = start === undefined ? '?' : text.slice(text.lastIndexOf('\n', start - 1) + 1, start)
  // A text of several lines ends with its last line, line end included.
  const rest = end === undefined ? null : text[end - 1] === '\n' ? '' : restOfLine(text, end)
  if (start === undefined || end === undefined || rest === null || !/^\uFEFF?[ ]*$/.test(indent))
    throw notProven(path)
  return {
    offset: afterComments(text, end + rest.length, indent.length),
    indent: indent.replace('\uFEFF', ''),
    newline: text.includes('\r\n') ? '\r\n' : '\n',
  }
}

/** Null where it says anything. */
function restOfLine(text: string, from: number): string | null {
  const [rest = ''] = /^.*\n?/.exec(text.slice(from)) ?? []
  return /^\s*(#.*)?$/.test(rest.trimEnd()) ? rest : null
}

/** Those of the last entry, which are further in than its hyphen. */
function afterComments(text: string, from: number, indent: number): number {
  const [comments = ''] = new RegExp(`^(?: {${indent + 1},}#.*(?:\\n|$))*`).exec(text.slice(from)) ?? []
  return from + comments.length
}

function linesOf(entry: object, indent: string): string[] {
  const { Document, visit }: typeof import('yaml') = require('yaml')
  const document = new Document(entry)
  visit(document, {
    Seq: (_, node) => {
      node.flow = true
    },
  })
  const lines = document.toString({ lineWidth: 0, flowCollectionPadding: false }).trimEnd().split('\n')
  return lines.map((line, index) => `${indent}${index === 0 ? '- ' : '  '}${line}`)
}

function splice(text: string, { offset, newline }: Slot, entries: readonly (readonly string[])[]): Appended {
  const [head, tail] = [text.slice(0, offset), text.slice(offset)]
  const ended = head.endsWith('\n') ? head : head + newline
  const first = ended.split('\n').length
  const entryAt = entries.flatMap((lines, entry) => lines.map(() => entry))
  return {
    text: ended + entries.flatMap(lines => lines.map(line => line + newline)).join('') + tail,
    at(line) {
      const entry = entryAt[line - first]
      if (entry !== undefined) return { entry }
      return { line: line < first ? line : line - entryAt.length }
    },
  }
}

/** Throws UsageError. */
function prove(after: ConfigText, before: unknown, entries: readonly Entry[]): void {
  const { platforms, ...rest } = recordOf(parseYaml(after).document.toJS()) ?? {}
  const { platforms: were, ...restBefore } = recordOf(before) ?? {}
  const wanted = [...listOf(were), ...entries.map(({ entry }) => entry)]
  if (!isDeepStrictEqual(platforms, wanted) || !isDeepStrictEqual(rest, restBefore))
    throw notProven(after.path)
}

function notProven(path: string): UsageError {
  return new UsageError(`${path} is written in a way that nothing can be added to its list of platforms`, {
    hint: 'write platforms as `platforms:` and below it `  - name: …`, an entry of several lines each',
  })
}
