/** Two states of one thing that are compared, by the nights that the address names. */
import { UsageError } from '../../model/errors.ts'
import type { StoredResource } from '../../vault/vault.ts'
import { type Asked, itemAt, kindOf, type NightAsked, nightIn, numberIn, organizationOf } from './asked.ts'

export interface Ends {
  a: NightAsked
  b: NightAsked
  before: StoredResource
  after: StoredResource
}

/** Throws UsageError, NotThere, SeveralThere. */
export function endsOf(asked: Asked): Ends {
  const organization = organizationOf(asked)
  const [kind, id] = [kindOf(asked), asked.param('id')]
  const at = (name: string): NightAsked => {
    const number = numberIn(asked, name)
    if (number === null) throw new UsageError(`${name} is missing: which two nights are to be compared?`)
    return { ...organization, night: nightIn(organization, number) }
  }
  const [a, b] = [at('a'), at('b')]
  return { a, b, before: itemAt(asked, a, kind, id), after: itemAt(asked, b, kind, id) }
}
