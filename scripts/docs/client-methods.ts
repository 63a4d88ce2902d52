/**
 * Which method of the client asks for which operation: learned by calling every method with a caller that sends
 * nothing and remembers what it was asked for.
 */
import type { Caller } from '../../src/platform/caller.ts'
import { makeOperations } from '../../src/platform/operations/index.ts'
import { resources } from '../../src/resources/index.ts'

export interface ClientMethod {
  operation: string
  /** E.g. `spaces.find`. */
  name: string
  method: string
  /** Below the root, every parameter `x`. */
  path: string
}

/** Stands for every argument; spread into a query it leaves nothing that anybody reads. */
const ARGUMENT = 'x'
const MOST_ARGUMENTS = 8

export function clientMethods(): ClientMethod[] {
  const methods: ClientMethod[] = []
  let name = ''
  const note = (operation: string, method: string, path: readonly string[]) => {
    methods.push({ operation, name, method, path: ['', 'v1', ...path].join('/') })
  }
  const visit = (value: unknown, names: readonly string[]): void => {
    if (typeof value === 'function') {
      name = names.join('.')
      const before = methods.length
      const result: unknown = Reflect.apply(value, undefined, Array(MOST_ARGUMENTS).fill(ARGUMENT))
      if (methods.length === before) visit(result, names)
    } else if (typeof value === 'object' && value !== null) {
      for (const [key, inner] of Object.entries(value)) visit(inner, [...names, key])
    }
  }
  const { plainLists, ...operations } = makeOperations(recordingCaller(note))
  visit(operations, [])
  for (const [kind, plainList] of declaredLists) {
    name = `plainLists.list, of ${kind}`
    plainLists.list([ARGUMENT], plainList)
    name = `plainLists.find, of ${kind}`
    plainLists.find([ARGUMENT], plainList, ARGUMENT)
  }
  return methods
}

/** Which operations these ask for, the kinds declare. */
const declaredLists = resources.flatMap(resource =>
  'plainList' in resource && resource.plainList ? [[resource.kind, resource.plainList] as const] : [],
)

function recordingCaller(note: (operation: string, method: string, path: readonly string[]) => void): Caller {
  const read = ([operation, path]: Parameters<Caller['bytes']>[0]) => {
    note(operation, 'GET', path)
    return new Promise<never>(() => {})
  }
  const write = ([operation, method, path]: Parameters<Caller['run']>[0]) => {
    note(operation, method, path)
    return new Promise<never>(() => {})
  }
  const list = (asked: Parameters<Caller['bytes']>[0]) => {
    read(asked)
    return (async function* (): AsyncGenerator<never> {})()
  }
  return {
    get: read,
    getDeep: read,
    find: read,
    bytes: read,
    list,
    send: write,
    change: write,
    make: write,
    put: write,
    run: write,
  }
}
