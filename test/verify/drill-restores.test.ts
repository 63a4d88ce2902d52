/** What a drill brings back: as a real restore would, whatever had happened to the content, and whatever fails meanwhile. */
import { describe, expect, test } from 'vitest'
import { loadConfig } from '../../config/load.ts'
import { type DrillData, drill } from '../../jobs/drill.ts'
import { profileOfSnapshot } from '../../src/verify/snapshot-profile.ts'
import { type Company, handbookFiles, makeCompany } from '../helpers/company.ts'

const profiles = ['document', 'full', 'current'] as const

async function runDrill(company: Company, data: DrillData = {}) {
  const config = loadConfig({ env: company.env })
  const { report } = await drill.run({ config, signal: undefined, report: () => {} }, data)
  return report
}

const found = ({ differences, failures }: Awaited<ReturnType<typeof runDrill>>) => ({
  differences: differences.map(one => `${one.kind} ${one.label} ${one.field}`),
  failures: failures.map(one => `${one.kind} ${one.label}: ${one.reason}`),
})
const nothing = { differences: [], failures: [] }

describe.each(profiles)('profile %s', profile => {
  test('a drill is of the kind of service that the snapshot is of, and ends under faults as without', async () => {
    const company = await makeCompany({ profile, comments: 3, changeRequests: 4, sites: 2 })
    const summary = await company.backUp()
    expect(profileOfSnapshot(summary)).toBe(profile)
    const quiet = await runDrill(company, { faults: 'off' })
    expect(quiet).toMatchObject({ target: profile, faults: null })
    expect(found(quiet)).toEqual(nothing)
    const faulty = await runDrill(company, { faults: 'on' })
    expect(found(faulty)).toEqual(nothing)
    expect(faulty.faults?.length).toBeGreaterThan(10)
    expect(faulty.kinds).toEqual(quiet.kinds)
  })

  test('a page retitled in the table of contents alone comes back with the document that it had', async () => {
    const company = await makeCompany({ profile })
    await company.backUp()
    const summary = handbookFiles['SUMMARY.md']?.replace('[On Linux]', '[Linux, anew]') ?? ''
    await company.edit({ 'SUMMARY.md': summary })
    await company.backUp()
    expect(found(await runDrill(company))).toEqual(nothing)
  })

  test('a page keeps its address where its file is that of a folder, or none', async () => {
    const company = await makeCompany({ profile })
    const summary = [
      '# Table of contents',
      '',
      '* [Overview](guides/README.md)',
      '  * [Empty below](empty.md)',
      '  * [Twice](guides/README.md)',
      '* [Later](later/README.md)',
      '',
    ].join('\n')
    await company.edit({
      ...Object.fromEntries(Object.keys(handbookFiles).map(name => [name, null])),
      'SUMMARY.md': summary,
      'guides/README.md': '# Overview\n\nText.\n',
      '.gitbook.yaml': 'structure:\n  readme: later/README.md\n',
      'later/README.md': '# Later\n\nThe home page.\n',
    })
    await company.backUp()
    expect(found(await runDrill(company))).toEqual(nothing)
  })

  test('links lead where they led, whatever was moved, deleted or added since they were written', async () => {
    const company = await makeCompany({ profile })
    const summaryOf = (...files: string[]) => files.map(file => `* [${file}](${file})\n`).join('')
    await company.edit({
      'SUMMARY.md': summaryOf('README.md', 'a.md', 'moved.md', 'guides/gone.md'),
      'a.md': [
        '# a.md\n',
        'To [what moves](moved.md#there), [what goes](guides/gone.md), ![a picture](.gitbook/assets/logo.png),',
        '[the first](README.md) and [what comes](guides/comes.md).\n',
        '{% content-ref url="moved.md" %}\n[moved.md](moved.md)\n{% endcontent-ref %}\n',
      ].join('\n'),
      'moved.md': '# moved.md\n\nThe same text, and back to [a](a.md).\n',
      'guides/gone.md': '# Gone\n',
    })
    await company.backUp()
    await company.edit({
      'SUMMARY.md': summaryOf('README.md', 'a.md', 'guides/comes.md').concat(
        '* [moved.md](guides/else/where.md)\n',
      ),
      'moved.md': null,
      'guides/gone.md': null,
      'guides/else/where.md': '# moved.md\n\nThe same text, and back to [a](a.md).\n',
      'guides/comes.md': '# Comes\n',
    })
    await company.backUp()
    const report = await runDrill(company)
    expect(found(report)).toEqual(nothing)
    const ofPages = report.kinds.find(one => one.kind === 'page')?.reasons
    if (profile !== 'current')
      expect(ofPages).toHaveProperty(
        'dead links: a link that led nowhere leads to what stands at its path now',
      )
  })

  test('a draft behind its space comes back with what it changes, and takes back nothing that others did', async () => {
    const company = await makeCompany({ profile, changeRequests: 4 })
    await company.backUp()
    await company.edit({
      'guides/linux.md': '---\ndescription: New\n---\n\n# On Linux\n\nRewritten.\n',
      'guides/install.md': '# Install\n\nRewritten as well.\n',
      '.gitbook/assets/logo.png': 'another picture',
      '.gitbook/assets/notes (1).txt': null,
    })
    await company.backUp()
    const report = await runDrill(company)
    expect(found(report)).toEqual(nothing)
    const reasons = report.kinds.filter(one => one.kind === 'change-request-page').map(one => one.reasons)
    expect(JSON.stringify(reasons)).toContain('what the space has now')
  })
})
