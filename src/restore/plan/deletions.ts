/**
 * What the target has and the snapshot has not. Only with the organization's title typed back; the owner of the token
 * and the organization itself are never among it.
 */
import { resources } from '../../resources/index.ts'
import { restorers } from '../kinds/index.ts'
import { labelOf } from '../naming.ts'
import { phases, type Restorer } from '../restorer.ts'
import type { StateItem } from '../state.ts'
import type { Planning } from './planning.ts'

const DELETABLE: ReadonlySet<string> = new Set([
  'space',
  'collection',
  'team',
  'team-member',
  'openapi-spec',
  'translation-settings',
  'site',
  'saml-provider',
  'space-user-grant',
  'space-team-grant',
  'collection-user-grant',
  'collection-team-grant',
])

export function planDeletions(planning: Planning): void {
  const { request, target, source, matches, chosen } = planning
  if (request.deleteExtra === undefined) return
  const kept = new Set(resources.flatMap(({ kind }) => source.list(kind)).map(item => matches.target(item)))
  for (const restorer of restorers.toReversed()) {
    if (!DELETABLE.has(restorer.kind) || !restorer.remove) continue
    if (!chosen.all && !(request.kinds?.includes(restorer.kind) ?? false)) continue
    for (const item of target.list(restorer.kind)) {
      if (!kept.has(item) && isKept(kept, item)) planDeletion(planning, restorer, item)
    }
  }
}

/** What stands under something that is deleted goes with it. */
function isKept(kept: ReadonlySet<StateItem | null>, { parent }: StateItem): boolean {
  return parent === null || parent.kind === 'organization' || kept.has(parent)
}

function planDeletion(planning: Planning, restorer: Restorer, item: StateItem): void {
  planning.steps.push({
    name: `delete ${item.kind} ${item.path}`,
    action: 'delete',
    kind: item.kind,
    source: item.path,
    label: labelOf(item),
    reason: 'not in the snapshot',
    phase: phases.enforcement,
    requests: 1,
    run: doing =>
      doing.write(
        `delete ${item.kind} ${item.path}`,
        async () => await restorer.remove?.(doing, item),
        async () => null,
      ),
  })
}
