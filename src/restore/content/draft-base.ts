/**
 * What a draft has only because its space moved on after it began: no change of the draft's, and never written into it,
 * since a merge would then take back what others did. Judged by the states of the space that the vault knows, and
 * by dates; what neither explains counts as the draft's own.
 */

import { canonicalJson } from '../../model/digest.ts'
import { recordOf, textOf } from '../../model/fields.ts'
import { normalise } from '../../model/normalise.ts'
import type { Kind } from '../../model/resource.ts'
import { kindInSpace } from '../../resources/drafts.ts'
import { resources } from '../../resources/index.ts'
import type { StoredResource } from '../../vault/vault.ts'
import type { OrganizationState, StateItem } from '../state.ts'

export const FROM_BASE = 'the draft does not change it: it gets what the space has now'

const declarations = new Map(resources.map(declaration => [declaration.kind, declaration]))

/** False as well for what the space still has just so. */
export function isFromBase(source: OrganizationState, item: StateItem): boolean {
  const draft = item.parent
  const space = draft?.parent
  if (draft?.kind !== 'change-request' || !space) return false
  const kind = kindInSpace(item.kind)
  if (kind === item.kind) return false
  const wanted = meaningOf(source, kind, item.resource)
  const now = source.at(kind, `${space.path}/${item.id}`)?.resource
  if (now && meaningOf(source, kind, now) === wanted) return false
  // Whoever puts an older text back into a draft makes a new document of it.
  const isSame = (state: StoredResource) =>
    meaningOf(source, kind, state) === wanted &&
    documentIdOf(source, state) === documentIdOf(source, item.resource)
  return isOlderThan(item, draft) || statesOf(source, kind, space, item.id).some(isSame)
}

function documentIdOf({ vault }: OrganizationState, stored: StoredResource): string | null {
  return textOf(recordOf(vault.readJson(stored))?.documentId)
}

/** Nobody touched it since the draft began. */
function isOlderThan({ json }: StateItem, draft: StateItem): boolean {
  const [edited, began] = [textOf(json.updatedAt), textOf(draft.json.createdAt)]
  return edited !== null && began !== null && Date.parse(edited) < Date.parse(began)
}

/** What the space ever said of it, as of the snapshot. */
function statesOf(
  { vault, snapshot, organization }: OrganizationState,
  kind: Kind,
  space: StateItem,
  id: string,
): StoredResource[] {
  const earlier = vault
    .moments({ organization: organization.id, to: snapshot })
    .map(moment => moment.snapshot)
    .reverse()
  const at = (candidate: number) =>
    vault.find(candidate, kind, id).find(found => found.parent === space.resource.key)
  const found = earlier.map(at).find(resource => resource !== undefined)
  if (found === undefined) return []
  return vault
    .versions(found.key)
    .filter(version => version.since <= snapshot)
    .flatMap(version => vault.at(vault.firstKept(version.since), found.key) ?? [])
}

function meaningOf({ vault }: Pick<OrganizationState, 'vault'>, kind: Kind, stored: StoredResource): string {
  const rules = declarations.get(kind) ?? { volatile: [] }
  const bodies = stored.parts.map(part => [part.name, part.digest])
  return canonicalJson({ meaning: normalise(vault.readJson(stored), rules) ?? null, bodies })
}
