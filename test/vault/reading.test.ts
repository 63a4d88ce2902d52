/** What a vault gives back of what was written: by parent, by name, under a gap, and of restores. */

import { expect, test } from 'vitest'
import type { Kind } from '../../src/model/resource.ts'
import type { Vault } from '../../src/vault/vault.ts'
import { findings, newVault, ORGANIZATION, seal, writeScope } from './fixture.ts'

test('a run at work has no time of its end, and what it holds under one parent is found there alone', async () => {
  const { vault } = await newVault()
  const first = vault.begin(ORGANIZATION, 'test')
  const spaces = await writeScope(first, null, 'space', { a: 'one', b: 'two' })
  const [a, b] = [spaces.get('a') ?? 0, spaces.get('b') ?? 0]
  await writeScope(first, a, 'page', { p: '1' })
  await writeScope(first, a, 'file', { f: '1' })
  await writeScope(first, b, 'page', { q: '1' })
  const body = { key: 'document 1', name: 'document' }
  const stored = await first.putBody(a, body, Buffer.from('body'))
  expect(first.findBody(a, body)).toEqual(stored)
  await seal(first)
  vault.begin(ORGANIZATION, 'test')
  expect([...vault.snapshots()].map(one => [one.state, one.sealed === null])).toEqual([
    ['complete', false],
    ['running', true],
  ])
  const under = (parent: number | null, kind?: Kind) =>
    [...vault.resources(1, { kind, parent })].map(one => one.id)
  expect([under(null), under(a), under(a, 'page'), under(b), under(null, 'page')]).toEqual([
    ['a', 'b'],
    ['f', 'p'],
    ['p'],
    ['q'],
    [],
  ])
  expect([...vault.bodies(a)]).toEqual([{ ...body, ...stored }])
  expect([...vault.bodies(b)]).toEqual([])
})

test('what was named after it had been gone, and was never stored, is a gap', async () => {
  const { vault } = await newVault()
  for (const items of [{ a: '1', b: '1' }, { a: '1' }]) {
    const writer = vault.begin(ORGANIZATION, 'test')
    await writeScope(writer, null, 'space', items)
    await seal(writer)
  }
  const third = vault.begin(ORGANIZATION, 'test')
  const scope = third.scope(null, 'space')
  scope.keep('a')
  scope.keep('b')
  await scope.finish({ token: null, exact: true })
  const { state, gaps } = await seal(third)
  expect([state, gaps.map(one => one.resource)]).toEqual(['partial', ['b']])
  expect(ids(vault, 3)).toEqual(['a'])
  expect(await findings(vault)).toEqual([])
})

test('a change that a gap hides is told with the state on both sides', async () => {
  const { vault } = await newVault()
  const first = vault.begin(ORGANIZATION, 'test')
  await writeScope(first, null, 'space', { a: '1', b: '1' })
  await seal(first)
  const second = vault.begin(ORGANIZATION, 'test')
  const scope = second.scope(null, 'space')
  scope.keep('a')
  scope.keep('b')
  second.gap({ parentKey: null, kind: 'space', resource: 'a', class: 'unreachable', message: 'down' })
  await scope.finish({ token: null, exact: true })
  await seal(second)
  const [change, ...others] = vault.changes(1, 2)
  const [a] = vault.find(1, 'space', 'a')
  const state = { content: a?.contentDigest, parts: {} }
  expect(others).toEqual([])
  expect(change).toMatchObject({ type: 'unknown', id: 'a' })
  expect([change?.before, change?.after]).toEqual([state, state])
})

test('the lines of a restore are read back in the order in which they were written', async () => {
  const { vault } = await newVault({ clock: () => 1000 })
  const writer = vault.begin(ORGANIZATION, 'test')
  await writeScope(writer, null, 'space', { a: 'one' })
  await seal(writer)
  const begin = () =>
    vault.restores.beginRun({ snapshot: 1, target: 'org', before: 1, request: { spaces: ['a'] } })
  const [run, other] = [begin(), begin()]
  for (const [one, state] of [
    [run, 'begun'],
    [other, 'begun'],
    [run, 'done'],
  ] as const)
    vault.restores.line(one, { write: 'create space a', state, detail: null })
  vault.restores.putId({ run, kind: 'space', source: 'a', target: 'x', made: false })
  vault.restores.putIds([{ run, kind: 'space', source: 'a', target: 'x', made: true }])
  vault.restores.endRun(run, { state: 'complete', after: 1, report: { fine: true } })
  const line = { at: '1970-01-01T00:00:01.000Z', write: 'create space a', detail: null }
  expect(vault.journal(run)).toEqual([
    { ...line, state: 'begun' },
    { ...line, state: 'done' },
  ])
  expect([...vault.restoredIds({ run })]).toEqual([
    { run, kind: 'space', source: 'a', target: 'x', made: true },
  ])
  expect([...vault.restoredIds({ target: 'another' })]).toEqual([])
  expect(vault.restoreRuns()).toMatchObject([
    { id: run, state: 'complete', after: 1, request: { spaces: ['a'] }, report: { fine: true } },
    { id: other, state: 'running', after: null, report: null, finished: null },
  ])
})

test('what became what is read whole however much it is, run after run, without undone ones and while others are read', async () => {
  const { vault } = await newVault()
  const writer = vault.begin(ORGANIZATION, 'test')
  await writeScope(writer, null, 'space', { a: 'one' })
  await seal(writer)
  const begin = (target: string) => vault.restores.beginRun({ snapshot: 1, target, before: 1, request: {} })
  const [first, undone, other, second] = [begin('org'), begin('org'), begin('other'), begin('org')]
  const many = Array.from({ length: 1203 }, (_, at) => `s/${at}`)
  for (const run of [second, other, undone, first])
    for (const kind of ['page', 'file'] as const)
      vault.restores.putIds(
        many.map(source => ({ run, kind, source, target: `${run}`, made: run === second })),
      )
  vault.restores.endRun(undone, { state: 'undone', after: 1, report: null })
  const rows = vault.restoredIds({ target: 'org' })
  const seen: string[] = []
  for (const { run, kind, source, made } of rows) {
    seen.push(`${run} ${kind} ${source} ${made}`)
    if (seen.length === 700) expect([...rows]).toHaveLength(4 * many.length)
  }
  const expected = [first, second].flatMap(run =>
    ['file', 'page'].flatMap(kind =>
      many.toSorted().map(source => `${run} ${kind} ${source} ${run === second}`),
    ),
  )
  expect(seen).toEqual(expected)
})

function ids(vault: Vault, snapshot: number): string[] {
  return [...vault.resources(snapshot)].map(one => one.id)
}
