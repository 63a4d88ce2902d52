/**
 * Spaces that were written on the platform, whose pages have no file in any repository: what is exported of them, and what
 * comes back, leads where it led, whether the platform's Markdown was kept or documents alone.
 */
import { describe, expect, test } from 'vitest'
import type { BundleEntry, BundleReference } from '../../src/bundle/bundle.ts'
import { readBundle } from '../../src/bundle/read.ts'
import { writeBundle } from '../../src/bundle/write.ts'
import { bundleSourceOf } from '../../src/space/bundle-source.ts'
import { makeTemporary } from '../bundle/folders.ts'
import { type Company, makeCompany } from '../helpers/company.ts'
import { docvault } from '../helpers/docvault.ts'
import { jsonOf } from '../helpers/state/expected.ts'

/** More than one chapter: a page with others below it has a folder in a bundle. */
const written = { synthetic: { spaces: 1, pages: 60 } }

describe.each(['document', 'document,markdown'])('of a space without files, kept as %s', formats => {
  const kept = { DOCVAULT_BACKUP_FORMATS: formats }

  test.each(['files', 'import'] as const)(
    'links lead to pages of the bundle, written for %s',
    async purpose => {
      const company = await makeCompany(written)
      const { snapshot } = await company.backUp({}, { env: kept })
      const links = await linksIn(company, snapshot, purpose)
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
})

async function linksIn(company: Company, snapshot: number, purpose: 'files' | 'import') {
  const vault = company.vault()
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
