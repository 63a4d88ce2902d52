/** The operations of the platform, and who has them: the document, the client, the emulator's profiles. */

import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { isOffered, PROFILES } from '../../src/emulator/protocol/profile.ts'
import type { Route } from '../../src/emulator/protocol/route.ts'
import { routes } from '../../src/emulator/routes/index.ts'
import { type ClientMethod, clientMethods } from './client-methods.ts'
import { code, codeList, table } from './markdown.ts'

export interface Operation {
  /** Of the platform's own description: docs/development/platform.md#sections. */
  section: string
  method: string
  /** Parameters in braces. */
  path: string
  name: string
}

/** `src/platform/operations.tsv`: every operation of the document. */
export function readOperations(): Operation[] {
  const file = join(resolve(import.meta.dirname, '../..'), 'src/platform/operations.tsv')
  const [, ...lines] = readFileSync(file, 'utf8').trimEnd().split('\n')
  return lines.map(line => {
    const [section = '', method = '', path = '', name = ''] = line.split('\t')
    return { section, method, path, name }
  })
}

/** What the client or the emulator lacks of the document, or calls by another address. */
export function findMissing(): string[] {
  const methods = clientMethods()
  return readOperations().flatMap(operation => [
    ...(methods.some(clientMethod => asks(clientMethod, operation))
      ? []
      : [`${operation.name} has no client method`]),
    ...(routes.some(route => answers(route, operation)) ? [] : [`${operation.name} has no emulator route`]),
  ])
}

export function operationTable(): string {
  const missing = findMissing()
  if (missing.length > 0) throw new Error(missing.join('\n'))
  const methods = clientMethods()
  const rows = readOperations().map(({ name, section, method, path }) => [
    section,
    code(name),
    code(`${method} ${path}`),
    namesOf(methods, name),
    'yes',
    profilesOf(name),
  ])
  return table(['section', 'operation', 'request', 'client method', 'emulated', 'profiles'], rows)
}

export function extensionTable(): string {
  const documented = new Set(readOperations().map(operation => operation.name))
  const methods = clientMethods()
  const names = new Set([
    ...methods.map(clientMethod => clientMethod.operation),
    ...routes.map(route => route.name),
  ])
  const rows = [...names]
    .filter(name => !documented.has(name))
    .sort()
    .map(name => [
      code(name),
      namesOf(methods, name),
      routes.some(route => route.name === name) ? 'yes' : 'no',
      profilesOf(name),
    ])
  return table(['extension', 'client method', 'emulated', 'profiles'], rows)
}

function asks(clientMethod: ClientMethod, { name, method, path }: Operation): boolean {
  return (
    clientMethod.operation === name &&
    clientMethod.method === method &&
    clientMethod.path === path.replace(/\{\w+\}/g, 'x')
  )
}

function answers(route: Route, { name, method, path }: Operation): boolean {
  const fixed = (text: string) => text.replace(/\{\w+\}/g, '{}')
  return route.name === name && route.method === method && fixed(route.path) === fixed(path)
}

function namesOf(methods: readonly ClientMethod[], operation: string): string {
  return codeList(
    methods
      .filter(clientMethod => clientMethod.operation === operation)
      .map(clientMethod => clientMethod.name),
  )
}

function profilesOf(operation: string): string {
  const route = routes.find(route => route.name === operation)
  return route === undefined ? '' : codeList(PROFILES.filter(profile => isOffered(route, profile)))
}
