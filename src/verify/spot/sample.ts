/**
 * Draws resources of a snapshot, each as likely as any other, without holding more than the sample (algorithm R; Vitter,
 * "Random Sampling with a Reservoir", 1985).
 */
import { type Group, groupsUnder } from '../../backup/group.ts'
import type { Kind } from '../../model/resource.ts'
import type { Resource } from '../../resources/resource.ts'
import type { StoredResource } from '../../vault/vault.ts'
import type { SpotCheck } from './types.ts'

type Drawing = Pick<SpotCheck, 'vault' | 'snapshot' | 'resources' | 'alsoRead' | 'count' | 'random'>

export function drawSample(drawing: Drawing): StoredResource[] {
  const { vault, snapshot, count, random = Math.random } = drawing
  const kinds = readableKinds(drawing)
  const drawn: { at: number; stored: StoredResource }[] = []
  let seen = 0
  for (const stored of vault.resources(snapshot.snapshot)) {
    if (!kinds.has(stored.kind)) continue
    const place = seen < count ? seen : Math.floor(random() * (seen + 1))
    if (place < count) drawn[place] = { at: seen, stored }
    seen++
  }
  return drawn.sort((a, b) => a.at - b.at).map(({ stored }) => stored)
}

/** A list that names only what is new says nothing of what it named before, nor of what stands below. */
export function readableKinds({ resources, alsoRead }: Pick<Drawing, 'resources' | 'alsoRead'>): Set<Kind> {
  const kinds = new Set<Kind>()
  const visit = (parent: Kind | null): void => {
    for (const { head, members, grows, byStrangers } of groupsUnder(resources, parent)) {
      if (grows || (byStrangers && !alsoRead.includes(head.kind))) continue
      for (const { kind } of members) kinds.add(kind)
      for (const { kind } of members) visit(kind)
    }
  }
  visit(null)
  return kinds
}

/** The group that a kind is read with. */
export function groupOfKind(resources: readonly Resource[], kind: Kind): Group {
  const declared = resources.find(resource => resource.kind === kind)
  const group = groupsUnder(resources, declared?.parent ?? null).find(({ members }) =>
    members.some(member => member.kind === kind),
  )
  if (group === undefined) throw new Error(`nothing reads the kind ${kind}`)
  return group
}
