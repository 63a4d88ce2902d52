/** What the steps of a plan are done with: ids, journal, and what earlier lives of the run left unclear. */

import { recordOf } from '../../model/fields.ts'
import type { Platform } from '../../platform/client.ts'
import type { WritableVault } from '../../vault/vault.ts'
import { restorerOf } from '../kinds/index.ts'
import type { Matches } from '../match/match.ts'
import { labelOf } from '../naming.ts'
import type { BundlePublisher } from '../publish/publisher.ts'
import type { TargetProfile } from '../read/target-profile.ts'
import type { RestoreRequest } from '../request.ts'
import type { OrganizationState, StateItem } from '../state.ts'
import type { Failure, Note } from './apply-steps.ts'
import { type Doing, doubtfulWrites, makeWrite, NotMapped, wordsOf } from './doing.ts'
import { findMade, wasThere } from './find.ts'
import { parseWrite, textOfWrite } from './write-key.ts'

export interface ApplyRequest {
  platform: Platform
  vault: WritableVault
  run: number
  resumed: boolean
  profile: TargetProfile
  /** The target as it was when the run began. */
  before: OrganizationState
  matches: Matches
  request: RestoreRequest
  publisher: BundlePublisher | null
  signal: AbortSignal | undefined
}

export function makeDoing(wanted: ApplyRequest, notes: Note[], failures: Failure[] = []): Doing {
  const { vault, run, matches, profile, before, request, signal } = wanted
  const { ids } = matches
  const answers: Doing['answers'] = new Map()
  const put = (item: StateItem, target: string, made: boolean) => {
    ids.set(item.kind, item.path, target, made)
    if (item.kind === 'member') ids.set('user', item.id, target, made)
  }
  const map: Doing['map'] = (kind, id) => matches.map(kind, id)
  return {
    ...wanted,
    writer: profile.writer,
    service: profile.service,
    home: profile.home,
    template: profile.template,
    organization: request.to,
    source: profile.source,
    ids,
    answers,
    drafts: new Map(),
    undeleted: new Set(),
    map,
    need(kind, id) {
      const target = map(kind, id)
      if (target === null) throw new NotMapped(kind, id)
      return target
    },
    target(item) {
      const target = ids.of(item)
      if (target === undefined) throw new NotMapped(item.kind, item.id)
      return target.target
    },
    urlsOf: (kind, id) => recordOf((answers.get(`${kind} ${id}`) ?? before.byId(kind, id)?.json)?.urls),
    write: makeWrite(vault, run, signal),
    remember(item, target, made) {
      put(item, target, made)
      vault.restores.putId({ run, kind: item.kind, source: item.path, target, made })
    },
    rememberAll(pairs) {
      for (const [item, target] of pairs) put(item, target, true)
      vault.restores.putIds(
        pairs.map(([item, target]) => ({ run, kind: item.kind, source: item.path, target, made: true })),
      )
    },
    fail({ kind, source, label }, error) {
      const reason = wordsOf(error)
      failures.push({ action: 'import', kind, source, label, reason })
      vault.restores.line(run, {
        write: textOfWrite({ does: 'item', kind, path: source }),
        state: 'failed',
        detail: reason,
      })
    },
    note: (item, words) =>
      void notes.push({ kind: item.kind, source: item.path, label: labelOf(item), words }),
  }
}

/** Creations that were begun in an earlier life and never answered: what they made is found before anything else. */
export async function settleDoubts(doing: Doing): Promise<number> {
  let settled = 0
  for (const name of doubtfulWrites(doing.vault, doing.run)) {
    const item = createdBy(doing.source, name)
    const restorer = item ? restorerOf.get(item.kind) : undefined
    if (!item || !restorer || doing.ids.of(item)?.made) continue
    if (item.parent && item.parent.kind !== 'organization' && !doing.ids.of(item.parent)) continue
    const id = matchedSince(doing, item) ?? (await findMade(doing, restorer, item))?.id
    if (id === undefined) continue
    doing.remember(item, id, true)
    doing.vault.restores.line(doing.run, { write: name, state: 'done', detail: 'found' })
    settled++
  }
  return settled
}

/** Matched by its natural key already, and not there when the run began: it is what the unanswered creation made. */
function matchedSince(doing: Doing, item: StateItem): string | undefined {
  const target = doing.ids.of(item)?.target
  return target === undefined || wasThere(doing, item, target) ? undefined : target
}

function createdBy(source: OrganizationState, write: string): StateItem | undefined {
  const key = parseWrite(write)
  return key?.does === 'create' ? source.at(key.kind, key.path) : undefined
}
