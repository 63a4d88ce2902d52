/** What can be taken away again once it is there, and why the rest cannot: no service has an operation for everything. */

import type { Kind } from '../../model/resource.ts'
import { kindInSpace } from '../../resources/drafts.ts'
import { restorerOf } from '../kinds/index.ts'
import type { TargetProfile } from '../read/target-profile.ts'

/** Null when it can. */
export function whyLasting(kind: Kind, { writer }: Pick<TargetProfile, 'writer'>): string | null {
  const content = REASONS[kindInSpace(kind)]
  // All of a space can be replaced, without it.
  if (content !== undefined && writer === 'git') return null
  if (content !== undefined) return writer === 'batch' && content.inBatches ? null : content.reason
  const restorer = restorerOf.get(kind)
  if (restorer?.remove || restorer?.implicit) return null
  return restorer?.lasting ?? 'no operation takes it away again'
}

const REASONS: Readonly<Partial<Record<Kind, { inBatches: boolean; reason: string }>>> = {
  page: { inBatches: true, reason: 'this service deletes no pages: it has to be deleted by hand' },
  'page-group': { inBatches: true, reason: 'this service deletes no groups: it has to be deleted by hand' },
  file: { inBatches: false, reason: 'no operation deletes a file' },
  'reusable-content': { inBatches: false, reason: 'no operation deletes a reusable content' },
}
