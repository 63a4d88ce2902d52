/** Checks names of kinds given on the command line. */
import { UsageError } from '../model/errors.ts'
import { resources } from '../resources/index.ts'

export function assertKind(kind: string): string
export function assertKind(kind: string | undefined): string | undefined
export function assertKind(kind: string | undefined): string | undefined {
  const known = resources.map(one => one.kind)
  if (kind === undefined || known.includes(kind)) return kind
  throw new UsageError(`there is no kind "${kind}"`, { hint: `kinds are ${known.join(', ')}` })
}
