/**
 * An emulator that was ended and begun again: what never changes on a platform (a document, a revision, a version of a
 * specification) has the id that it had, and another content has another one, as whoever kept the old one believes the id.
 */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { compare } from '../../src/diff/compare.ts'
import { resources } from '../../src/resources/index.ts'
import { makeCompany, takeSnapshot } from '../helpers/company.ts'
import { type Files, SMALL, start } from './start.ts'

const OTHER_ORDER =
  '# Table of contents\n\n* [Guide](guide.md)\n* [Home](README.md)\n  * [Setup](guide/setup.md)\n'

test('the same folder has the same ids again', async () => {
  expect(await idsOf(SMALL)).toEqual(await idsOf(SMALL))
})

test('an edited page has another document, in another revision, and no other page has', async () => {
  const before = await idsOf(SMALL)
  const after = await idsOf({ ...SMALL, 'guide.md': '# Guide\n\nLast steps.\n' })
  expect(after.revision).not.toBe(before.revision)
  expect(after.Guide).not.toEqual(before.Guide)
  expect({ ...after, revision: '', Guide: '' }).toEqual({ ...before, revision: '', Guide: '' })
})

test('a document whose links lead to other ids is another one', async () => {
  const before = await idsOf(SMALL)
  const after = await idsOf({ ...SMALL, 'SUMMARY.md': OTHER_ORDER })
  const documents = ({ revision, ...pages }: Record<string, unknown>) => Object.values(pages)
  expect(documents(before).length).toBe(3)
  expect(documents(after).filter(id => documents(before).includes(id))).toEqual([])
})

test('a backup sees what was edited while no emulator was running', async () => {
  const company = await makeCompany()
  await company.backUp()
  await writeFile(join(company.handbook, 'guides/linux.md'), '# On Linux\n\nQuite another text.\n')
  const pets = join(company.folder, 'pets.json')
  await writeFile(pets, '{"openapi":"3.1.0","info":{"title":"Pets","version":"2"},"paths":{}}')
  const folders = { Handbook: company.handbook, Second: join(company.folder, 'second') }
  const load = Object.entries(folders).map(([title, folder]) => ({ title, folder }))
  const again = await makeCompany({ specs: [pets], load })
  const b = await takeSnapshot({ ...again.env, DOCVAULT_VAULT_PATH: company.vaultPath })
  const vault = company.vault()
  const kinds = ['page', 'openapi-spec-version'] as const
  const changes = [...compare(vault, resources, { a: vault.resolve('1'), b }, { by: 'id', kinds })]
  expect(
    changes
      .map(({ type, description: { kind, title } }) => `${type} ${kind === 'page' ? title : kind}`)
      .sort(),
  ).toEqual(['added openapi-spec-version', 'modified On Linux', 'removed openapi-spec-version'])
})

/** The revision, and of each page by its title the id of its document. */
async function idsOf(files: Files): Promise<Record<string, unknown>> {
  const { content } = await start(files)
  const { id, pages } = await content()
  const all = (nodes: typeof pages): [string, unknown][] =>
    nodes.flatMap(page => [[page.title, page.documentId], ...all(page.pages ?? [])])
  return { revision: id, ...Object.fromEntries(all(pages)) }
}
