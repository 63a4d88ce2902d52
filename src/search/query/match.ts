/** One thing that was found, by the names that it had last. */
import type { Description } from '../../diff/describe.ts'
import { DamageFound } from '../../model/errors.ts'
import type { Kind } from '../../model/resource.ts'
import type { StoredResource } from '../../vault/vault.ts'
import type { Interval } from './intervals.ts'

/** Where something was found. */
export interface Place {
  field: string
  excerpt: string
}

/** That a text stood in a resource, from one snapshot to another. */
export interface Match extends Interval {
  kind: Kind
  id: string
  /** As the last snapshot that has the text says; the path of a page in its space, or of a file. */
  title: string
  path: string | null
  gitPath: string | null
  within: string | null
  parentKind: Kind | null
  parent: string | null
  /** The newest snapshot does not have what it stood under. */
  isParentGone: boolean
  organization: string
  /** In the last snapshot that has them, one for each text. */
  places: Place[]
  isMarkdown: boolean
  /** Numbers of all that the organization's history is told by, oldest first. */
  snapshots: readonly number[]
}

export function nameOf(state: StoredResource, about: Description) {
  const { kind, id, parentKind, parentId } = state
  const isMarkdown = state.parts.some(({ name }) => name === 'markdown')
  return { kind, id, parentKind, parent: parentId, isMarkdown, ...wordsOf(state, about) }
}

/** What it is called may be damaged where what was found is not. */
function wordsOf({ id }: StoredResource, about: Description) {
  try {
    const { title, path, gitPath, within } = about
    return { title, path, gitPath, within }
  } catch (error) {
    if (!(error instanceof DamageFound)) throw error
    return { title: id, path: null, gitPath: null, within: null }
  }
}
