/**
 * What people say of a snapshot after its seal: pins, tags and legal holds. Each is one act of one person, in the ledger
 * too; nothing has to wait for it, nor it for anything but the vault.
 */
import { openSigner } from '../src/audit/ledger/keys.ts'
import { noteAct } from '../src/audit/ledger/write.ts'
import type { LegalHold } from '../src/model/annotations.ts'
import { UsageError } from '../src/model/errors.ts'
import { parseTag } from '../src/vault/snapshot-name.ts'
import type { AnnotationWriter, WritableVault } from '../src/vault/vault.ts'
import { accountActor, approvalBookOf, guardedRelease, isGuarded } from './approvals.ts'
import { type Held, withHeld } from './held.ts'
import type { Job, JobContext } from './job.ts'

/** Of every act. */
export interface Actor {
  /** The person at the command line. */
  by: string
}

/** Of what is said of one snapshot. */
export interface OfSnapshot extends Actor {
  /** As people name it. */
  snapshot: string
  /** Which one `latest` means. */
  organization?: string
}

export interface PinData extends OfSnapshot {
  reason: string
  /** ISO 8601; absent: until somebody takes the pin out. */
  until?: string
}

export interface Pinned {
  snapshot: number
  reason: string
  until: string | null
  /** It was forgotten, and is no more. */
  back: boolean
}

export interface TagData extends OfSnapshot {
  tag: string
}

export interface Tagged {
  snapshot: number
  tag: string
}

export interface HoldData extends Actor {
  name: string
  /** Who wants it. */
  who: string
  why: string
  /** Instead of the times below. */
  snapshot?: string
  /** Of snapshots without a name: all of this organization. */
  organization?: string
  /** ISO 8601. When the snapshots were started, and until when they are held. */
  from?: string
  to?: string
  until?: string
}

export interface HeldSnapshots {
  hold: LegalHold
  /** How many snapshots it keeps by now. */
  snapshots: number
  /** Of these, those that were forgotten, and are no more. */
  back: number[]
}

export const pin: Job<PinData, Pinned, never> = {
  name: 'pin',
  doc: 'Keeps a snapshot, whatever the policy says.',
  run: (context, { reason, until, ...of }) =>
    acting(context, of.by, ({ vault, writer }) => {
      const { snapshot } = vault.resolve(of.snapshot, of)
      assertShort(reason, 'the reason')
      const back = writer.pin(snapshot, { reason, untilMs: until === undefined ? null : Date.parse(until) })
      return { snapshot, reason, until: until ?? null, back }
    }),
}

export const unpin: Job<OfSnapshot, { snapshot: number }, never> = {
  name: 'unpin',
  doc: 'Takes the pin out of a snapshot: the policy says again whether it is kept.',
  run: (context, of) =>
    acting(context, of.by, ({ vault, writer }) => {
      const { snapshot } = vault.resolve(of.snapshot, of)
      writer.unpin(snapshot)
      return { snapshot }
    }),
}

export const tag: Job<TagData, Tagged, never> = {
  name: 'tag',
  doc: 'Gives a snapshot a name.',
  run: (context, of) =>
    acting(context, of.by, ({ vault, writer }) => {
      const { snapshot } = vault.resolve(of.snapshot, of)
      const name = parseTag(of.tag, vault.time)
      writer.tag(snapshot, name)
      return { snapshot, tag: name }
    }),
}

export const untag: Job<Actor & { tag: string }, Tagged, never> = {
  name: 'untag',
  doc: 'Takes a name from the snapshot that has it.',
  run: (context, { by, tag: text }) =>
    acting(context, by, ({ writer }) => {
      const name = text.normalize('NFC')
      return { snapshot: writer.untag(name), tag: name }
    }),
}

export const hold: Job<HoldData, HeldSnapshots, never> = {
  name: 'hold',
  doc: 'Keeps every snapshot of a time, whatever the policy says, until the hold is released.',
  run: (context, data) =>
    acting(context, data.by, ({ vault, writer }) => {
      for (const [text, what] of [
        [data.name, 'the name'],
        [data.who, 'who wants it'],
        [data.why, 'the reason'],
      ] as const)
        assertShort(text, what)
      const made = writer.hold({
        name: data.name,
        ...extentOf(vault, data),
        by: data.who,
        reason: data.why,
        untilMs: msOf(data.until),
      })
      const held = vault
        .markedMoments()
        .filter(({ holds }) => holds?.some(({ hold: number }) => number === made.hold.hold))
      return { ...made, snapshots: held.length }
    }),
}

export const release: Job<Actor & { hold: number }, LegalHold, never> = {
  name: 'release',
  doc: 'Ends a hold: the policy says again which of its snapshots are kept.',
  run: (context, { by, hold: number }) =>
    withHeld(context, 'docvault', async held => {
      const { vault, writer } = await actsOf(context, held, by)
      const hold = vault.holds().find(known => known.hold === number && known.released === null)
      if (hold && isGuarded(context.config, 'hold-release'))
        approvalBookOf(context.config, held.now).use(guardedRelease(hold), accountActor(by))
      return writer.release(number)
    }),
}

/** Of one snapshot: when that was started, in its organization. */
function extentOf(vault: WritableVault, { snapshot, organization, from, to }: HoldData) {
  if (snapshot === undefined)
    return { organization: organization ?? null, fromMs: msOf(from), toMs: msOf(to) }
  const found = vault.resolve(snapshot, { organization })
  const startedMs = Date.parse(found.started)
  return { organization: found.organization, fromMs: startedMs, toMs: startedMs }
}

function msOf(iso: string | undefined): number | null {
  return iso === undefined ? null : Date.parse(iso)
}

interface Acts {
  vault: WritableVault
  writer: AnnotationWriter
}

function acting<T>(context: JobContext<never>, by: string, work: (acts: Acts) => T): Promise<T> {
  return withHeld(context, 'docvault', async held => {
    const acts = await actsOf(context, held, by)
    return work(acts)
  })
}

/** Throws UsageError for a key of the ledger that is none. */
export async function actsOf({ config }: Pick<JobContext, 'config'>, held: Held, by: string): Promise<Acts> {
  const file = config['audit.keyFile']
  const signer = file === null ? null : openSigner(file, config['vault.path'])
  const vault = await held.vault()
  const at = new Date(held.now()).toISOString()
  return { vault, writer: vault.annotations({ by, note: noteAct(signer, at) }) }
}

const LONGEST = 500

export function assertShort(text: string, what: string): void {
  if (text.length <= LONGEST) return
  throw new UsageError(`${what} has ${text.length} characters`, { hint: `say it in ${LONGEST}` })
}
