/** What a run may be about: each is brought as far as the run that is cut off. */
import { digestOf } from '../../../src/model/digest.ts'
import { harmedKeys } from '../../../src/replica/check.ts'
import { TargetUnreachable } from '../../../src/replica/errors.ts'
import { makeAgeKeyPair } from '../../../src/replica/keys/age.ts'
import { addRecipient } from '../../../src/replica/keys/manage.ts'
import { PACKS } from '../../../src/replica/layout.ts'
import { readRuns } from '../../../src/replica/recover/runs.ts'
import type { ReplicateOptions, ReplicateReport } from '../../../src/replica/run/replicate.ts'
import type { ReplicaStore } from '../../../src/replica/store.ts'
import type { ReplicaWorld } from '../world.ts'
import { checkWhole } from './judge.ts'
import type { Lane } from './lane.ts'

export interface Scenario {
  /** How the run has to end where nothing disturbs it. */
  ends: Partial<ReplicateReport>
  /** What the run is asked for. */
  prepare(world: ReplicaWorld, lane: Lane): Promise<Partial<ReplicateOptions>>
}

const DAY = 24 * 60 * 60_000
/** So that a few files of 40 kB fill several. */
const packBytes = 100_000

async function begin(world: ReplicaWorld, { store }: Lane): Promise<void> {
  await world.backUp({ a: 'one', b: 'x'.repeat(60_000) }, ['picture.png', 'film.mp4'])
  await world.replicate({ packBytes }, store)
}

/** Each is a run of its own. */
async function nights(world: ReplicaWorld, { store }: Lane, count: number): Promise<void> {
  for (let night = 1; night <= count; night++) {
    await world.backUp({ a: `night ${night} `.repeat(3000) }, [`scan-${night % 2}.pdf`])
    await world.replicate({ packBytes }, store)
  }
}

/** One that the newest run needs. */
async function neededPack({ store }: Lane): Promise<string> {
  const [newest] = (await readRuns(store, { signer: null })).runs
  const pack = newest?.objects.find(({ key }) => key.startsWith(PACKS))
  if (pack === undefined) throw new Error('it has some')
  return pack.key
}

export const scenarios: Readonly<Record<string, Scenario>> = {
  'the first run': {
    ends: { run: 1, changed: true, full: true },
    async prepare(world) {
      await world.backUp({ a: 'one', b: 'x'.repeat(60_000) }, ['picture.png', 'film.mp4', 'scan.pdf'])
      return { packBytes }
    },
  },
  'a run with new pages and files': {
    ends: { run: 2, changed: true, full: false },
    async prepare(world, lane) {
      await begin(world, lane)
      await world.backUp({ a: 'two', c: 'y'.repeat(60_000) }, ['film.mp4', 'scan.pdf', 'draft.pdf'])
      return { packBytes }
    },
  },
  'a run with nothing new': {
    ends: { run: 1, changed: false, packs: 0 },
    async prepare(world, lane) {
      await world.backUp({ a: 'one' }, ['picture.png', 'film.mp4'])
      await world.vault.close()
      await world.replicate({ packBytes }, lane.store)
      return { packBytes }
    },
  },
  'the thirtieth run, which sends the whole catalog': {
    ends: { run: 31, changed: true, full: true },
    async prepare(world, lane) {
      await begin(world, lane)
      await nights(world, lane, 29)
      await world.backUp({ a: 'the thirtieth' })
      return { packBytes }
    },
  },
  'a run for other keys': {
    ends: { run: 3, changed: true, full: true, anew: 'the recipients are others' },
    async prepare(world, lane) {
      await begin(world, lane)
      await nights(world, lane, 1)
      const { recipient } = await makeAgeKeyPair()
      await addRecipient(world.vaultPath, { name: 'grace', recipient }, Date.now())
      return { packBytes }
    },
  },
  'a repair': {
    ends: { run: 4, changed: true, lost: 1 },
    async prepare(world, lane) {
      await begin(world, lane)
      await nights(world, lane, 2)
      const pack = await neededPack(lane)
      const bytes = await lane.store.get(pack)
      bytes[100] = (bytes[100] ?? 0) ^ 1
      await lane.store.put(pack, bytes, { sha256: digestOf(bytes) })
      return { packBytes, distrusted: harmedKeys(await checkWhole(lane.store)) }
    },
  },
  'a run after the target lost a pack': {
    ends: { run: 4, changed: true, lost: 1 },
    async prepare(world, lane) {
      await begin(world, lane)
      await nights(world, lane, 2)
      await lane.store.remove(await neededPack(lane))
      return { packBytes }
    },
  },
  'a run that sweeps': {
    ends: { run: 7, changed: true, removed: 8 },
    async prepare(world, lane) {
      await begin(world, lane)
      await nights(world, lane, 5)
      await world.backUp({ a: 'forsaken' }, ['forsaken.pdf'])
      await world.replicate({ packBytes }, forsaking(lane.store)).catch(() => {})
      lane.age(30 * DAY)
      await world.backUp({ a: 'now' })
      return { packBytes }
    },
  },
}

/** The first pack arrives, and nobody is told: no manifest will ever name it. */
function forsaking(store: ReplicaStore): ReplicaStore {
  return {
    ...store,
    async put(key, bytes, options) {
      const placed = await store.put(key, bytes, options)
      if (key.startsWith(PACKS)) throw new TargetUnreachable(store.name, 'it was cut off')
      return placed
    },
  }
}
