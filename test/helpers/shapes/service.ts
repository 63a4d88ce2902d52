/** A version of the service as its published description says it: operations and the shapes of what they take and answer. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { widened } from './declared-differences.ts'
import { parseShape } from './parse-shape.ts'
import type { Shape } from './shape.ts'

export const VERSIONS = { full: '0.143.2', current: '0.202.0' } as const
export type Version = (typeof VERSIONS)[keyof typeof VERSIONS]

export interface Service {
  version: Version
  operations: readonly Operation[]
  /** Throws where nothing has that name. */
  named(name: string): Shape
  /** Of a request; the path is below `/v1`, without query. */
  operation(method: string, path: string): Operation | null
}

export interface Operation {
  name: string
  method: string
  /** `/orgs/{organizationId}`. */
  path: string
  query: Shape | null
  body: Shape | null
  /** By status; null: the answer has no body that is described. */
  answers: ReadonlyMap<number, Shape | null>
}

export function readService(version: Version): Service {
  const text = readFileSync(join(import.meta.dirname, `${version}.txt`), 'utf8')
  const [, operationLines = '', typeLines = ''] = text.split(/^## .*$/m)
  const types = new Map(typeLines.split('\n').flatMap(readType))
  const operations = operationLines
    .split(/\n(?=[A-Z])/)
    .filter(block => /^[A-Z]+ \//.test(block))
    .map(readOperation)
  const named = (name: string) => {
    const shape = types.get(name)
    if (shape === undefined) throw new Error(`service ${version} has no shape ${name}`)
    return shape
  }
  const routes = operations.map(operation => ({ operation, ...routeOf(operation.path) }))
  // A path that is said to the letter goes before one with a variable there.
  routes.sort((a, b) => a.variables - b.variables)
  return {
    version,
    operations,
    named,
    operation: (method, path) =>
      routes.find(one => one.operation.method === method && one.pattern.test(path))?.operation ?? null,
  }
}

function readType(line: string): [string, Shape][] {
  const at = line.indexOf(' = ')
  if (at < 0) return []
  const name = line.slice(0, at)
  return [[name, within(line, () => parseShape(widened(name, line.slice(at + 3))))]]
}

function readOperation(block: string): Operation {
  const [head = '', ...lines] = block.trim().split('\n')
  const [, method = '', path = '', name = ''] = /^(\S+) (\S+) {2}(\S+)$/.exec(head) ?? []
  const part = (word: string) => {
    const line = lines.find(one => one.startsWith(`  ${word} `))
    return line === undefined ? null : within(head, () => parseShape(line.slice(word.length + 3)))
  }
  const answers = lines.find(one => one.startsWith('  → ')) ?? ''
  return { name, method, path, query: part('query'), body: part('body'), answers: readAnswers(head, answers) }
}

/** `→ 200 OpenAPISpec , 201 OpenAPISpec`. */
function readAnswers(head: string, line: string): Map<number, Shape | null> {
  const each = line.replace('  → ', '').split(/ ?, (?=\d{3}(?: |$))/)
  return new Map(
    each
      .filter(one => one !== '')
      .map(one => {
        const [, status, shape = ''] = /^(\d{3}) ?(?:[a-z]+\/[\w.-]+ ?)?(.*)$/.exec(one.trim()) ?? []
        return [Number(status), shape === '' ? null : within(head, () => parseShape(shape))]
      }),
  )
}

function routeOf(path: string) {
  const parts = path.split(/\{[^}]*\}/)
  return { pattern: new RegExp(`^${parts.join('[^/]+')}$`), variables: parts.length - 1 }
}

function within<T>(place: string, read: () => T): T {
  try {
    return read()
  } catch (error) {
    throw new Error(`${place.slice(0, 100)}: ${error instanceof Error ? error.message : String(error)}`)
  }
}
