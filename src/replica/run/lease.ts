/**
 * Who writes to a target now. One writer at a time, as far as the store can say no: where two could create the same object at
 * once, the one whose name is there in the end goes on. Whoever loses it stops before its next write.
 */
import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { digestOf } from '../../model/digest.ts'
import { DocvaultError } from '../../model/errors.ts'
import { identifyProcess, isCertainlyDead } from '../../model/process-identity.ts'
import { ClockWrong, ObjectAbsent, ObjectExists, TargetBusy } from '../errors.ts'
import { LEASE_KEY } from '../layout.ts'
import type { ReplicaStore } from '../store.ts'

export interface Lease {
  /** Before each write: renews it in good time. Throws TargetBusy where it was lost. */
  hold(): Promise<void>
  /** Where the target is gone, it is over by itself: whatever the run ended with counts. */
  release(): Promise<void>
}

const LEASE_MS = 10 * 60_000
const RENEW_AFTER_MS = LEASE_MS / 3
/** By which the clocks of this machine and of the store may differ. */
const SKEW_MS = 60 * 60_000

const schema = z.object({
  holder: z.string(),
  process: z.object({ pid: z.int(), place: z.string(), born: z.string() }),
  /** Milliseconds since the epoch. */
  until: z.number(),
})

/** Throws TargetBusy, and ClockWrong where the store's clock says quite another time. */
export async function takeLease(store: ReplicaStore, now: () => number): Promise<Lease> {
  const holder = randomUUID()
  let taken = await take(store, holder, now)
  const lost = () => new TargetBusy(store.name, 'it took over while this one did not answer')
  const lease: Lease = {
    async hold() {
      if (now() - taken.at < RENEW_AFTER_MS) return
      try {
        taken = await write(store, { holder, at: now(), ifTag: taken.tag })
      } catch (error) {
        throw error instanceof ObjectExists ? lost() : error
      }
    },
    async release() {
      try {
        if ((await store.head(LEASE_KEY))?.tag === taken.tag) await store.remove(LEASE_KEY)
      } catch (error) {
        if (!(error instanceof DocvaultError)) throw error
      }
    },
  }
  const skew = taken.storedAt - taken.at
  if (Math.abs(skew) < SKEW_MS) return lease
  await lease.release()
  const hours = Math.round(Math.abs(skew) / 3_600_000)
  throw new ClockWrong(
    `the clock of this machine is ${hours} ${hours === 1 ? 'hour' : 'hours'} ${skew > 0 ? 'behind' : 'ahead of'} that of ${store.name}`,
  )
}

interface Taken {
  /** By our clock. */
  at: number
  /** By the store's. */
  storedAt: number
  tag: string
}

async function take(store: ReplicaStore, holder: string, now: () => number): Promise<Taken> {
  const found = await store.head(LEASE_KEY)
  if (found !== null) await assertOver(store, now())
  try {
    const condition = found === null ? { ifAbsent: true } : { ifTag: found.tag }
    return await write(store, { holder, at: now(), ...condition })
  } catch (error) {
    if (error instanceof ObjectExists) throw new TargetBusy(store.name, 'it began at the same time')
    throw error
  }
}

/** Throws TargetBusy for a lease that is still held. What cannot be read is nobody's. */
async function assertOver(store: ReplicaStore, now: number): Promise<void> {
  const lease = parse(await read(store))
  if (lease === null || lease.until <= now || isCertainlyDead(lease.process)) return
  // Nobody holds one for longer than this: it was written by a clock that was wrong.
  if (lease.until > now + LEASE_MS + SKEW_MS) return
  const { pid, place } = lease.process
  const who = place === identifyProcess().place ? `process ${pid}` : 'one on another machine'
  throw new TargetBusy(store.name, `${who}; its lease is good until ${new Date(lease.until).toISOString()}`)
}

function parse(bytes: Buffer | null) {
  if (bytes === null) return null
  try {
    return schema.parse(JSON.parse(String(bytes)))
  } catch {
    return null
  }
}

async function write(
  store: ReplicaStore,
  { holder, at, ...condition }: { holder: string; at: number; ifAbsent?: boolean; ifTag?: string },
): Promise<Taken> {
  const lease = { holder, process: identifyProcess(), until: at + LEASE_MS }
  const bytes = Buffer.from(`${JSON.stringify(lease)}\n`)
  await store.put(LEASE_KEY, bytes, { sha256: digestOf(bytes), ...condition })
  const stored = await store.head(LEASE_KEY)
  // Where the store cannot say no, another one may have written at the same moment.
  if (stored === null || parse(await read(store))?.holder !== holder)
    throw new TargetBusy(store.name, 'it began at the same time')
  return { at, storedAt: stored.modifiedAt, tag: stored.tag }
}

async function read(store: ReplicaStore): Promise<Buffer | null> {
  try {
    return await store.get(LEASE_KEY)
  } catch (error) {
    if (error instanceof ObjectAbsent) return null
    throw error
  }
}
