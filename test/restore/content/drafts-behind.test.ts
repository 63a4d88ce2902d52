/** Drafts that hold pages which their space has no more: what stands there now under their titles is another page. */
import { expect, test } from 'vitest'
import { loadConfig } from '../../../config/load.ts'
import { drill } from '../../../jobs/drill.ts'
import type { Profile } from '../../../src/verify/snapshot-profile.ts'
import { makeCompany } from '../../helpers/company.ts'
import { itemsOf } from '../../helpers/restoring.ts'

const renamed = {
  'SUMMARY.md': summaryOf('* [Install](guides/setup.md)', '  * [On Linux](guides/penguin.md)'),
  'guides/setup.md':
    '# Install\n\n{% include "../.gitbook/includes/note.md" %}\n\nSee [Linux](penguin.md).\n',
  'guides/penguin.md': '# On Linux\n\nWritten anew.\n',
  'guides/install.md': null,
  'guides/linux.md': null,
}
const retitled = {
  'SUMMARY.md': summaryOf('* [Setup](guides/install.md)', '  * [On penguins](guides/linux.md)'),
  'guides/install.md': '# Setup\n\nAnother page.\n',
  'guides/linux.md': '# On penguins\n\nAnother page, too.\n',
}
const gone = {
  'SUMMARY.md': summaryOf(),
  'guides/install.md': null,
  'guides/linux.md': null,
}
const named = { name: 'other names', nights: [renamed] }
const titled = { name: 'other titles, made anew', nights: [gone, retitled] }
const turns: readonly { profile: Profile; name: string; nights: Record<string, string | null>[] }[] = [
  { profile: 'document', ...named },
  { profile: 'full', ...named },
  { profile: 'full', ...titled },
  { profile: 'current', ...named },
]

test.each(turns)('drafts come back beside pages with $name, in $profile', async ({ profile, nights }) => {
  const company = await makeCompany({ profile, changeRequests: 8 })
  await company.backUp()
  for (const files of nights) await company.edit(files)
  const { snapshot } = await company.backUp()
  const ids = (kind: string) => itemsOf(company.vault(), String(snapshot), kind).map(one => one.id)
  expect(ids('change-request-page').filter(id => !ids('page').includes(id))).not.toEqual([])
  const config = loadConfig({ env: company.env })
  const { report } = await drill.run({ config, signal: undefined, report: () => {} }, { faults: 'off' })
  expect([report.differences, report.failures]).toEqual([[], []])
})

function summaryOf(...guides: readonly string[]): string {
  const before = ['# Table of contents', '', '* [Welcome](README.md)', '', '## Guides', '']
  return [...before, ...guides, '* [Empty](guides/empty.md)', '* [Elsewhere](https://example.com/)', ''].join(
    '\n',
  )
}
