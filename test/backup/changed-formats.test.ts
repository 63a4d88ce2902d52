/**
 * Another `backup.formats` than the night before: that a page is kept with a body more or less is no change of it, and
 * nobody is told that it was edited. Pages are compared by the body that both nights have.
 */
import { expect, test } from 'vitest'
import { compare } from '../../src/diff/compare.ts'
import { historyOf } from '../../src/diff/history.ts'
import { resources } from '../../src/resources/index.ts'
import type { Vault } from '../../src/vault/vault.ts'
import { makeCompany, takeSnapshot } from '../helpers/company.ts'

const EDITED = { 'guides/linux.md': '# On Linux\n\nQuite another text.\n' }

test.each([
  { before: 'markdown', after: 'document,markdown', shared: 'markdown' },
  { before: 'document', after: 'document,markdown', shared: 'document' },
  { before: 'document,markdown', after: 'markdown', shared: 'markdown' },
  { before: 'document,markdown', after: 'document', shared: 'document' },
])(
  'from $before to $after the edited page alone changed, in its $shared',
  async ({ before, after, shared }) => {
    const company = await makeCompany()
    await company.backUp({}, { env: formats(before) })
    await company.edit(EDITED)
    const second = await company.backUp({ exact: true }, { env: formats(after) })
    const vault = company.vault()
    expect(second).toMatchObject({ state: 'complete', added: 0, removed: 0 })
    expect(changed(vault, [1, 2], 'id')).toEqual([`page On Linux: ${shared}`])
    expect(changed(vault, [2, 1], 'id')).toEqual([`page On Linux: ${shared}`])
    expect(changed(vault, [1, 2], 'path')).toEqual([`page On Linux: ${shared}`])
    const pages = [...vault.resources(2, { kind: 'page' })].filter(({ parts }) => parts.length > 0)
    const lives = pages.flatMap(({ key }) => [...historyOf(vault, resources, key)])
    expect(lives.filter(({ change }) => change.type === 'added').length).toBe(pages.length)
    expect(lives.filter(({ change }) => change.type === 'modified').length).toBe(1)
    expect(second.modified).toBe(1)
  },
)

test('with documents alone, a copy is the same by its paths, other ids and all, and an edited page of it is not', async () => {
  const company = await makeCompany({ seed: 1 })
  const copy = await makeCompany({ seed: 2 })
  const env = { ...copy.env, ...formats('document'), DOCVAULT_VAULT_PATH: company.vaultPath }
  await company.backUp({}, { env: formats('document') })
  await takeSnapshot(env)
  await copy.edit(EDITED)
  await takeSnapshot(env)
  const vault = company.vault()
  const [ours, theirs] = [1, 2].map(snapshot => linksIn(vault, snapshot))
  expect(ours?.length).toBeGreaterThan(0)
  expect(theirs).not.toEqual(ours)
  expect(changed(vault, [1, 2], 'path')).toEqual([])
  expect(changed(vault, [1, 3], 'path')).toEqual(['page On Linux: document'])
})

test('with documents alone, pages that differ do so by their paths as well', async () => {
  const company = await makeCompany()
  await company.backUp({}, { env: formats('document') })
  await company.edit(EDITED)
  await company.backUp({}, { env: formats('document') })
  expect(changed(company.vault(), [1, 2], 'path')).toEqual(['page On Linux: document'])
})

function formats(value: string): Record<string, string> {
  return { DOCVAULT_BACKUP_FORMATS: value }
}

/** Each as its kind, its title and the bodies that differ. */
function changed(vault: Vault, [from, to]: [number, number], by: 'id' | 'path'): string[] {
  const at = (wanted: number) => {
    const summary = vault.snapshots().find(({ snapshot }) => snapshot === wanted)
    if (summary === undefined) throw new Error(`there is no snapshot ${wanted}`)
    return summary
  }
  return [...compare(vault, resources, { a: at(from), b: at(to) }, { by })].map(
    ({ description, parts }) => `${description.kind} ${description.title}: ${parts.map(({ name }) => name)}`,
  )
}

/** Ids of pages that documents lead to. */
function linksIn(vault: Vault, snapshot: number): string[] {
  return [...vault.resources(snapshot, { kind: 'page' })].flatMap(({ parts }) =>
    parts.flatMap(({ content }) =>
      [
        ...vault
          .read(content)
          .toString()
          .matchAll(/"kind":"page","page":"([^"]+)"/g),
      ].map(([, id]) => String(id)),
    ),
  )
}
