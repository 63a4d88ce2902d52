/** Puts together what the steps of a plan are done with. What a run remembers is in the vault before it is relied on. */
import type { Fields } from '../../model/fields.ts'
import { recordOf } from '../../model/fields.ts'
import type { Platform } from '../../platform/client.ts'
import { ACCOUNT, MEMBERSHIP } from '../../resources/people.ts'
import type { WritableVault } from '../../vault/vault.ts'
import type { Matches } from '../match/match.ts'
import { NotMapped } from '../match/not-mapped.ts'
import { labelOf } from '../naming.ts'
import type { BundlePublisher } from '../publish/publisher.ts'
import type { TargetProfile } from '../read/target-profile.ts'
import type { RestoreRequest } from '../request.ts'
import type { OrganizationState, StateItem } from '../state.ts'
import type { Outcome } from './apply-steps.ts'
import { wordsOf } from './item-failures.ts'
import { doubtfulWrites, makeWrite } from './journaled-write.ts'
import type { RestoreKnowledge, RestoreRecord, RestoreSession } from './session.ts'
import { parseWrite, textOfWrite } from './write-key.ts'

export interface SessionRequest {
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

/** `found`: where failures of items and notes go. */
export function openSession(
  wanted: SessionRequest,
  found: Pick<Outcome, 'notes' | 'failures'>,
): RestoreSession {
  const { platform, run, resumed, request, publisher, signal } = wanted
  return {
    context: { platform, run, resumed, request, publisher, signal, organization: request.to },
    knowledge: openKnowledge(wanted),
    record: openRecord(wanted, found),
  }
}

function openKnowledge({ profile, before, matches }: SessionRequest): RestoreKnowledge {
  const { ids } = matches
  const answers = new Map<string, Fields>()
  const map: RestoreKnowledge['map'] = (kind, id) => matches.map(kind, id)
  return {
    source: profile.source,
    before,
    profile,
    ids,
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
    answers,
    urlsOf: (kind, id) => recordOf((answers.get(`${kind} ${id}`) ?? before.byId(kind, id)?.json)?.urls),
    drafts: new Map(),
    undeleted: new Set(),
  }
}

function openRecord(
  { vault, run, signal, matches: { ids } }: SessionRequest,
  { notes, failures }: Pick<Outcome, 'notes' | 'failures'>,
): RestoreRecord {
  const { restores } = vault
  const put = (item: StateItem, target: string, made: boolean) => {
    ids.set(item.kind, item.path, target, made)
    if (item.kind === MEMBERSHIP) ids.set(ACCOUNT, item.id, target, made)
  }
  return {
    write: makeWrite(vault, run, signal),
    done: (key, detail) =>
      restores.line(run, { write: textOfWrite(key), state: 'done', detail: detail ?? null }),
    stepFailed: (step, error) => restores.line(run, { write: step, state: 'failed', detail: wordsOf(error) }),
    doubts: () => [...doubtfulWrites(vault, run)].flatMap(write => parseWrite(write) ?? []),
    remember(item, target, made) {
      put(item, target, made)
      restores.putId({ run, kind: item.kind, source: item.path, target, made })
    },
    rememberAll(pairs) {
      for (const [item, target] of pairs) put(item, target, true)
      restores.putIds(
        pairs.map(([item, target]) => ({ run, kind: item.kind, source: item.path, target, made: true })),
      )
    },
    fail({ kind, source, label }, error) {
      const reason = wordsOf(error)
      failures.push({ action: 'import', kind, source, label, reason })
      const write = textOfWrite({ does: 'item', kind, path: source })
      restores.line(run, { write, state: 'failed', detail: reason })
    },
    note: (item, words) =>
      void notes.push({ kind: item.kind, source: item.path, label: labelOf(item), words }),
  }
}
