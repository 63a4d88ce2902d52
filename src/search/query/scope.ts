/** Which resources somebody wants to search: of an organization, a space, some kinds. */
import { makeLabelOf } from '../../diff/describe.ts'
import { DamageFound } from '../../model/errors.ts'
import { nameForm } from '../../model/normal-form.ts'
import { resources } from '../../resources/index.ts'
import { ACCOUNT, isPersonKind } from '../../resources/people.ts'
import type { ResourceKey, StoredResource, Vault } from '../../vault/vault.ts'
import type { FindRequest } from './request.ts'

export type IsWanted = (resource: StoredResource) => boolean

export function makeScope(vault: Vault, { kinds, space }: Pick<FindRequest, 'kinds' | 'space'>): IsWanted {
  // What is said of a person stands in the account: a membership's own copy may be older.
  const wanted = kinds && new Set(kinds.some(isPersonKind) ? [...kinds, ACCOUNT] : kinds)
  const isInSpace = space === undefined ? () => true : makeIsInSpace(vault, space)
  return resource => (wanted === undefined || wanted.has(resource.kind)) && isInSpace(resource)
}

/** Of the id, or called so in any night. */
function makeIsInSpace(vault: Vault, space: string): IsWanted {
  const labelOf = makeLabelOf(vault, resources)
  const title = nameForm(space)
  const isCalled = (state: StoredResource) => {
    try {
      return nameForm(labelOf(state)) === title
    } catch (error) {
      if (error instanceof DamageFound) return false
      throw error
    }
  }
  const isSpace = (state: StoredResource) => state.kind === 'space' && (state.id === space || isCalled(state))
  const known = new Map<ResourceKey, boolean>()
  const standsIn = (key: ResourceKey): boolean => {
    const answer = known.get(key)
    if (answer !== undefined) return answer
    const states = vault.versions(key).flatMap(({ since }) => vault.state({ since, resource: key }) ?? [])
    const parent = states[0]?.parent ?? null
    const found = states.some(isSpace) || (parent !== null && standsIn(parent))
    known.set(key, found)
    return found
  }
  return ({ key, parent, kind }) => (kind === 'space' ? standsIn(key) : parent !== null && standsIn(parent))
}
