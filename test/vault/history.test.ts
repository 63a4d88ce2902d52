import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { ResourceKey, SnapshotWriter, Vault } from '../../src/vault/vault.ts'
import { findings, newVault, seal, viewOf, writeScope } from './fixture.ts'

/** Spaces by id, their pages by id, texts as states. Null pages: a gap, nothing was read. */
interface State {
  spaces: Record<string, { text: string; pages: Record<string, string> | null }> | null
}

const id = fc.constantFrom('a', 'b', 'c', 'd')
const text = fc.constantFrom('1', '2', '3')
const pages = fc.dictionary(id, text, { maxKeys: 4, noNullPrototype: true })
const state: fc.Arbitrary<State> = fc.record({
  spaces: fc.option(
    fc.dictionary(id, fc.record({ text, pages: fc.option(pages, { freq: 6 }) }), {
      maxKeys: 3,
      noNullPrototype: true,
    }),
    { freq: 8 },
  ),
})
const run = fc.record({
  organization: fc.constantFrom('o1', 'o2'),
  state,
  /** What a crash left before the run that was sealed. */
  crashed: fc.option(state, { freq: 3 }),
  pagesFirst: fc.boolean(),
  twice: fc.boolean(),
})
const history = fc.array(run, { minLength: 1, maxLength: 7 })
type Run = typeof run extends fc.Arbitrary<infer T> ? T : never

describe('a history of snapshots', () => {
  test('every past view and every difference equals a plain model, crashes and repeated scopes or not', async () => {
    await fc.assert(
      fc.asyncProperty(history, async runs => {
        const { vault } = await newVault({ blockBytes: 500 })
        const models: Model[] = []
        for (const one of runs) models.push(await takeSnapshot(vault, one, models))
        for (const model of models) {
          expect(viewOf(vault, model.snapshot)).toEqual(Object.fromEntries(model.view))
          expect(vault.resolve(`${model.snapshot}`).state).toBe(
            model.gaps.size === 0 ? 'complete' : 'partial',
          )
        }
        for (const a of models) {
          for (const b of models) if (a.organization === b.organization) expectSameChanges(vault, a, b)
        }
        expect(await findings(vault)).toEqual([])
        await vault.close()
      }),
      { numRuns: 50 },
    )
  }, 60_000)

  test('a rolled back and resumed snapshot equals one that was never interrupted', async () => {
    await fc.assert(
      fc.asyncProperty(history, async runs => {
        const [crashing, straight] = [await newVault(), await newVault()]
        const [left, right]: Model[][] = [[], []]
        for (const one of runs) {
          left?.push(await takeSnapshot(crashing.vault, one, left))
          right?.push(await takeSnapshot(straight.vault, { ...one, crashed: null }, right))
        }
        const contents = (vault: Vault) =>
          vault.snapshots().map(({ snapshot, contents, state, added, modified, removed, carried, gaps }) => ({
            snapshot,
            contents,
            state,
            added,
            modified,
            removed,
            carried,
            gaps,
          }))
        expect(contents(crashing.vault)).toEqual(contents(straight.vault))
        await crashing.vault.close()
        await straight.vault.close()
      }),
      { numRuns: 20 },
    )
  }, 60_000)

  test('the contents digest does not depend on the order of insertion', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.dictionary(fc.string(), fc.string(), { maxKeys: 12, noNullPrototype: true }),
        async items => {
          const digests: unknown[] = []
          for (const entries of [Object.entries(items), Object.entries(items).reverse()]) {
            const { vault } = await newVault()
            const writer = vault.begin({ id: 'o', title: 'O' }, 'test')
            // Other keys than the other vault's, too.
            if (digests.length > 0)
              await writer
                .scope(null, 'team')
                .add({ id: 'u', changeDigest: '00'.repeat(32), json: Buffer.from('u'), parts: [] })
            await writeScope(writer, null, 'space', Object.fromEntries(entries))
            digests.push((await seal(writer)).contents)
            await vault.close()
          }
          expect(digests[0]).toBe(digests[1])
        },
      ),
      { numRuns: 40 },
    )
  })
})

interface Model {
  snapshot: number
  organization: string
  view: Map<string, string>
  /** Scopes as `kind/parent`. */
  gaps: Set<string>
}

async function takeSnapshot(
  vault: Awaited<ReturnType<typeof newVault>>['vault'],
  run: Run,
  models: readonly Model[],
): Promise<Model> {
  const { organization } = run
  if (run.crashed) {
    const crashed = vault.begin({ id: organization, title: 'T' }, 'test')
    await writeState(crashed, run.crashed, run.pagesFirst)
    await crashed.flush()
    await crashed.abandon()
  }
  const writer = vault.begin({ id: organization, title: 'T' }, 'test')
  expect(writer.resumed).toBe(run.crashed !== null)
  await writeState(writer, run.state, run.pagesFirst)
  if (run.twice) await writeState(writer, run.state, !run.pagesFirst)
  const base = models.findLast(one => one.organization === organization)
  const summary = await seal(writer)
  const view = nextView(base?.view ?? new Map(), run.state)
  const before = new Set(
    [...(base?.view ?? new Map<string, string>())].map(([key, value]) => `${key}=${value}`),
  )
  const kept = [...view].filter(([key, value]) => before.has(`${key}=${value}`)).length
  expect(summary).toMatchObject({
    carried: kept,
    added: [...view.keys()].filter(key => !base?.view.has(key)).length,
    removed: [...(base?.view.keys() ?? [])].filter(key => !view.has(key)).length,
  })
  return { snapshot: summary.snapshot, organization, view, gaps: gapsOf(run.state) }
}

async function writeState(writer: SnapshotWriter, { spaces }: State, pagesFirst: boolean): Promise<void> {
  if (spaces === null) {
    writer.gap({ kind: 'space', parentKey: null, class: 'refused', message: 'no' })
    return
  }
  const scope = writer.scope(null, 'space')
  const keys = new Map<string, ResourceKey>()
  for (const [id, space] of Object.entries(spaces)) {
    keys.set(
      id,
      await scope.add({
        id,
        changeDigest: space.text.padStart(64, '0'),
        json: Buffer.from(JSON.stringify(space.text)),
        parts: [],
      }),
    )
  }
  if (!pagesFirst) await scope.finish({ token: null, exact: true })
  for (const [id, space] of Object.entries(spaces)) {
    const parent = keys.get(id) ?? 0
    if (space.pages === null)
      writer.gap({ kind: 'page', parentKey: parent, class: 'truncated', message: 'cut' })
    else await writeScope(writer, parent, 'page', space.pages)
  }
  if (pagesFirst) await scope.finish({ token: null, exact: true })
}

function nextView(base: ReadonlyMap<string, string>, { spaces }: State): Map<string, string> {
  if (spaces === null) return new Map(base)
  const view = new Map<string, string>()
  for (const [id, space] of Object.entries(spaces)) {
    view.set(`space//${id}`, space.text)
    for (const [page, text] of Object.entries(space.pages ?? {})) view.set(`page/${id}/${page}`, text)
    if (space.pages !== null) continue
    for (const [key, text] of base) if (key.startsWith(`page/${id}/`)) view.set(key, text)
  }
  return view
}

function gapsOf({ spaces }: State): Set<string> {
  if (spaces === null) return new Set(['space/'])
  const gaps = Object.entries(spaces).filter(([, space]) => space.pages === null)
  return new Set(gaps.map(([id]) => `page/${id}`))
}

function expectSameChanges(vault: Vault, a: Model, b: Model): void {
  const found = [...vault.changes(a.snapshot, b.snapshot)].map(one =>
    one.resource === null
      ? `unknown ${one.kind}/${one.kind === 'space' ? '' : one.parent}`
      : `${one.type} ${one.kind}/${one.parent ?? ''}/${one.id}`,
  )
  expect(found.sort()).toEqual(expectedChanges(a, b).sort())
}

function expectedChanges(a: Model, b: Model): string[] {
  if (a === b) return []
  const gaps = new Set([...a.gaps, ...b.gaps])
  const expected = [...gaps].map(scope => `unknown ${scope}`)
  for (const key of new Set([...a.view.keys(), ...b.view.keys()])) {
    const [before, after] = [a.view.get(key), b.view.get(key)]
    if (before === after || gaps.has(key.slice(0, key.lastIndexOf('/')))) continue
    const type = before === undefined ? 'added' : after === undefined ? 'removed' : 'modified'
    if (type !== 'modified' && key.startsWith('page/') && gaps.has('space/')) continue
    expected.push(`${type} ${key}`)
  }
  return expected
}
