/** Random histories, random snapshots pruned: whatever stays reads as a plain model says, also after every crash. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { historyOf } from '../../src/diff/history.ts'
import { resources } from '../../src/resources/index.ts'
import {
  openVaultForWriting,
  type ResourceKey,
  type Vault,
  type WritableVault,
} from '../../src/vault/vault.ts'
import { newVault } from './fixture.ts'
import { damageIn, forget, prunable } from './prune/pages.ts'
import { nextView, rounds, takeNight, type View, viewIn } from './prune/world.ts'

const SMALL = { blockBytes: 4000, inlineLimitBytes: 3000 }
/** What fails is not made smaller: that takes hours. */
const RUNS = Number(process.env['DOCVAULT_PRUNE_RUNS'] ?? 12)

class Model {
  readonly views = new Map<number, { organization: string; view: View; digest: string | null }>()

  async take(vault: WritableVault, night: Parameters<typeof takeNight>[1]): Promise<void> {
    const before = [...this.views.values()].findLast(
      ({ organization }) => organization === night.organization,
    )
    const snapshot = await takeNight(vault, night)
    const { digest } = vault.resolve(`${snapshot}`)
    const view = nextView(before?.view, night.spaces)
    this.views.set(snapshot, { organization: night.organization, view, digest })
  }

  /** Those of which the bits say so, but what a vault never lets go. */
  choose(vault: Vault, bits: number): number[] {
    const stay = new Set<number>()
    for (const own of Map.groupBy(vault.snapshots(), ({ organization }) => organization).values()) {
      const complete = own.findLast(({ state }) => state === 'complete')?.snapshot ?? 0
      for (const { snapshot } of own) if (snapshot >= complete) stay.add(snapshot)
    }
    return [...this.views.keys()].filter(
      (snapshot, index) => !stay.has(snapshot) && bits & (1 << (index % 16)),
    )
  }

  drop(snapshots: readonly number[]): void {
    for (const snapshot of snapshots) this.views.delete(snapshot)
  }

  async expectIn(vault: Vault, path: string): Promise<void> {
    expect(vault.snapshots().map(({ snapshot }) => snapshot)).toEqual([...this.views.keys()])
    for (const [snapshot, { view, digest }] of this.views) {
      expect(viewIn(vault, snapshot)).toEqual(view)
      expect(vault.resolve(`${snapshot}`).digest).toBe(digest)
    }
    this.#expectChanges(vault)
    expect(await damageIn(vault)).toEqual([])
    expect(prunable(path)).toEqual([])
  }

  #expectChanges(vault: Vault): void {
    for (const [a, from] of this.views)
      for (const [b, to] of this.views) {
        if (from.organization !== to.organization || a === b) continue
        const changes = [...vault.changes(a, b, { kinds: ['page'], gapsOf: [] })]
        const found = changes.map(({ type, parent, id }) => `${type} ${parent}/${id}`).sort()
        expect(found).toEqual(differences(from.view, to.view))
        for (const { resource } of changes) if (resource !== null) [...historyOf(vault, resources, resource)]
        const changed = vault.changedUnder(a, b)
        for (const { key } of vault.resources(a, { kind: 'space' }))
          if (!changed.has(key)) expect(versionsUnder(vault, a, key)).toEqual(versionsUnder(vault, b, key))
      }
  }
}

function versionsUnder(vault: Vault, snapshot: number, parent: ResourceKey): [ResourceKey, number][] {
  return Array.from(vault.resources(snapshot, { parent }), ({ key, since }) => [key, since])
}

function differences(from: View, to: View): string[] {
  const names = new Set([...from.keys(), ...to.keys()])
  return [...names]
    .filter(name => name.includes('/') && from.get(name) !== to.get(name))
    .map(name => `${from.has(name) ? (to.has(name) ? 'modified' : 'removed') : 'added'} ${name}`)
    .sort()
}

describe('a history of which snapshots are pruned', () => {
  test('reads as a plain model without them, round after round', async () => {
    await fc.assert(
      fc.asyncProperty(rounds, fc.constantFrom(0, 0.25, 1), async (all, leastDeadShare) => {
        const { vault, path } = await newVault(SMALL)
        const model = new Model()
        for (const { nights, forgets } of all) {
          for (const night of nights) await model.take(vault, night)
          const going = model.choose(vault, forgets)
          forget(path, going)
          const planned = await vault.planPrune({ undoMs: 0, leastDeadShare })
          const { plan, finished } = await vault.prune({ undoMs: 0, leastDeadShare })
          expect(finished).toBe(true)
          expect(plan).toEqual(planned)
          expect(plan?.snapshots.map(({ snapshot }) => snapshot)).toEqual(going)
          model.drop(going)
          if (leastDeadShare === 0) await model.expectIn(vault, path)
        }
        await vault.prune({ undoMs: 0, leastDeadShare: 0 })
        await model.expectIn(vault, path)
        await vault.close()
      }),
      { numRuns: RUNS, endOnFailure: true },
    )
  }, 300_000)

  test('is the same where every prune was cut off after each of its transactions', async () => {
    await fc.assert(
      fc.asyncProperty(rounds, async all => {
        const { vault: made, path } = await newVault(SMALL)
        let vault = made
        const model = new Model()
        for (const { nights, forgets } of all) {
          for (const night of nights) await model.take(vault, night)
          const going = model.choose(vault, forgets)
          forget(path, going)
          // Each time one transaction further, until it ends by itself.
          for (let allowed = 0; ; allowed++) {
            const isDone = await cutOff(vault, allowed)
            expect(await damageIn(vault)).toEqual([])
            for (const [snapshot, { view }] of model.views)
              if (!going.includes(snapshot)) expect(viewIn(vault, snapshot)).toEqual(view)
            await vault.close()
            vault = await openVaultForWriting(path, SMALL)
            if (isDone) break
          }
          model.drop(going)
          await model.expectIn(vault, path)
        }
        await vault.close()
      }),
      { numRuns: Math.ceil(RUNS / 3), endOnFailure: true },
    )
  }, 600_000)
})

async function cutOff(vault: WritableVault, allowed: number): Promise<boolean> {
  let left = allowed
  const committed = () => {
    if (left-- === 0) throw new Error('cut off')
  }
  try {
    await vault.prune({ undoMs: 0, leastDeadShare: 0, committed })
    return true
  } catch (error) {
    if (error instanceof Error && error.message === 'cut off') return false
    throw error
  }
}
