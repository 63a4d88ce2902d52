/** The configuration file: where it is looked for, what it says, and on which line. */
import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { Document, LineCounter, Node } from 'yaml'
import { UsageError } from '../src/model/errors.ts'
import { type Given, valuesIn } from './given.ts'
import { findPlatforms, type PlatformEntry } from './platforms.ts'
import { findTemplates, type Templates } from './templates.ts'

export type Environment = Readonly<Record<string, string | undefined>>

/** What a file says, or would say. */
export interface ConfigText {
  path: string
  text: string
  /** Names the place of a line, counted from 1; without it `path:line`. */
  placeOf?: (line: number) => string
}

export interface ConfigFile {
  /** Null: there is none. */
  path: string | null
  given: Given[]
  platforms: PlatformEntry[] | null
  /** By name; those that nothing extends, too. */
  templates: Templates
}

const NAME = 'docvault.yaml'
const require = createRequire(import.meta.url)

/** Where a file is looked for when none is named; the first that is there is read, the others are not. */
export function searchPath(env: Environment): string[] {
  const home = env.HOME ? join(env.HOME, '.config') : null
  const user = env.XDG_CONFIG_HOME || home
  return [NAME, ...(user ? [join(user, 'docvault', NAME)] : []), join('/etc/docvault', NAME)]
}

/** `named`: `--config`; without it `DOCVAULT_CONFIG`, then the search. Throws UsageError for a file that cannot be read. */
export function readConfigFile(named: string | undefined, env: Environment, problems: string[]): ConfigFile {
  const path = findConfigFile(named, env)
  if (path === null) return sayingNothing(null)
  return parseConfigText({ path, text: readConfigBytes(path).toString('utf8') }, problems)
}

/** Throws UsageError for what is no YAML. */
export function parseConfigText(source: ConfigText, problems: string[]): ConfigFile {
  const { path, placeOf = line => `${path}:${line}` } = source
  const { document, counter } = parseYaml(source)
  const root: unknown = document.toJS()
  if (root === null || root === undefined) return sayingNothing(path)
  if (typeof root !== 'object' || Array.isArray(root)) {
    problems.push(`${path}: is no map of settings`)
    return sayingNothing(path)
  }
  const { platforms, templates, ...common } = { platforms: undefined, templates: undefined, ...root }
  const lines = linesOf(document.contents, counter)
  const originOf = (key: string) => {
    const line = lines.get(key)
    return line === undefined ? path : placeOf(line)
  }
  const found = findTemplates(templates, originOf, problems)
  return {
    path,
    given: valuesIn(common).map(([key, raw]) => ({ key, raw, origin: originOf(key) })),
    platforms: findPlatforms(platforms, { templates: found, originOf, problems }),
    templates: found,
  }
}

function sayingNothing(path: string | null): ConfigFile {
  return { path, given: [], platforms: null, templates: new Map() }
}

/** Null: none is named, and none found. Throws UsageError where the named one is not there. */
export function findConfigFile(fromOption: string | undefined, env: Environment): string | null {
  const named = fromOption ?? (env.DOCVAULT_CONFIG || undefined)
  if (named === undefined) return searchPath(env).find(path => existsSync(path)) ?? null
  if (existsSync(named)) return named
  throw new UsageError(`there is no configuration file ${named}`, {
    hint: 'check --config or DOCVAULT_CONFIG',
  })
}

/** Loads the parser first: it has more modules than a short command without a file loads altogether. */
export function parseYaml({ path, text }: ConfigText): { document: Document.Parsed; counter: LineCounter } {
  const { parseDocument, LineCounter }: typeof import('yaml') = require('yaml')
  const counter = new LineCounter()
  const document = parseDocument(text, { lineCounter: counter })
  const [error] = document.errors
  if (error === undefined) return { document, counter }
  throw new UsageError(`${path} cannot be read as YAML: ${error.message.split('\n')[0]}`, { cause: error })
}

/** Throws UsageError. */
export function readConfigBytes(file: string): Buffer {
  try {
    return readFileSync(file)
  } catch (cause) {
    throw new UsageError(`the configuration file ${file} cannot be read`, {
      hint: cause instanceof Error ? cause.message : String(cause),
      cause,
    })
  }
}

/** By dotted key, of the entries of `platforms` too: `platforms[0].url`. */
function linesOf(root: Node | null, counter: LineCounter): Map<string, number> {
  const { isMap, isSeq, isNode }: typeof import('yaml') = require('yaml')
  const lines = new Map<string, number>()
  const note = (name: string, node: unknown) => {
    const start = isNode(node) ? node.range?.[0] : undefined
    if (start !== undefined) lines.set(name, counter.linePos(start).line)
  }
  const visit = (node: unknown, name: string): void => {
    if (isMap(node)) {
      for (const { key, value } of node.items) {
        const inner = name === '' ? String(key) : `${name}.${key}`
        note(inner, key)
        visit(value, inner)
      }
    }
    if (isSeq(node)) {
      for (const [index, item] of node.items.entries()) {
        note(`${name}[${index}]`, item)
        visit(item, `${name}[${index}]`)
      }
    }
  }
  visit(root, '')
  return lines
}
