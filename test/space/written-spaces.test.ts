/**
 * Spaces that were written on the platform, whose pages have no file in any repository: what is exported of them, and what
 * comes back, leads where it led, whether the platform's Markdown was kept, documents, or both.
 */
import { describe, expect, test } from 'vitest'
import type { BundleEntry, BundleReference } from '../../src/bundle/bundle.ts'
import { readBundle } from '../../src/bundle/read.ts'
import { writeBundle } from '../../src/bundle/write.ts'
import { DamageFound } from '../../src/model/errors.ts'
import { bundleSourceOf } from '../../src/space/bundle-source.ts'
import type { Vault } from '../../src/vault/vault.ts'
import { makeTemporary } from '../bundle/folders.ts'
import { makeCompany } from '../helpers/company.ts'
import { docvault } from '../helpers/docvault.ts'
import { jsonOf } from '../helpers/state/expected.ts'

/** More than one chapter: a page with others below it has a folder in a bundle. */
const written = { synthetic: { spaces: 1, pages: 60 } }

describe.each(['document', 'markdown', 'document,markdown'])(
  'of a space without files, kept as %s',
  formats => {
    const kept = { DOCVAULT_BACKUP_FORMATS: formats }

    test.each(['files', 'import'] as const)(
      'links lead to pages of the bundle, written for %s',
      async purpose => {
        const company = await makeCompany(written)
        const { snapshot } = await company.backUp({}, { env: kept })
        const links = await linksIn(company.vault(), snapshot, purpose)
        expect(links.length).toBeGreaterThan(40)
        expect(links.filter(({ resolved }) => resolved === null)).toEqual([])
      },
    )

    test('a drill passes', async () => {
      const company = await makeCompany(written)
      await company.backUp({}, { env: kept })
      const { code, stdout } = await docvault(['drill', '--faults', 'off'], { env: company.env })
      expect({ code, said: stdout.toString() }).toEqual({
        code: 0,
        said: expect.stringContaining('passed (full)'),
      })
    })
  },
)

test('a page whose document is damaged is exported with its Markdown, which leads where it led', async () => {
  const company = await makeCompany(written)
  const { snapshot } = await company.backUp()
  const vault = company.vault()
  const documents = new Set(
    [...vault.resources(snapshot)].flatMap(({ parts }) =>
      parts.flatMap(({ name, content }) => (name === 'document' ? [content] : [])),
    ),
  )
  const damaged: Vault = {
    ...vault,
    read(content) {
      if (documents.has(content)) throw new DamageFound(`content ${content} is damaged`)
      return vault.read(content)
    },
  }
  const links = await linksIn(damaged, snapshot, 'files')
  expect(links.length).toBeGreaterThan(40)
  expect(links.filter(({ resolved }) => resolved === null)).toEqual([])
})

async function linksIn(vault: Vault, snapshot: number, purpose: 'files' | 'import') {
  const spaces = [...vault.resources(snapshot, { kind: 'space' })]
  const space = spaces.find(stored => jsonOf(vault.readJson(stored)).title === 'Synthetic 1')
  if (space === undefined) throw new Error('the space is not in the vault')
  const folder = makeTemporary()
  await writeBundle({ folder }, bundleSourceOf(vault, snapshot, space, { purpose }))
  return referencesIn((await readBundle(folder)).entries)
}

function referencesIn(entries: readonly BundleEntry[]): BundleReference[] {
  return entries.flatMap(entry => [
    ...('references' in entry ? entry.references : []),
    ...('entries' in entry ? referencesIn(entry.entries) : []),
  ])
}
