/**
 * What docvault and its emulator say to each other is what the published descriptions of the service say: a company with
 * one of everything is backed up, edited, restored elsewhere and in place, undone and drilled.
 */
import { expect, test } from 'vitest'
import { loadConfig } from '../../config/load.ts'
import { drill } from '../../jobs/drill.ts'
import { type Company, handbookFiles, makeCompany } from '../helpers/company.ts'
import { write } from '../helpers/platform-write.ts'
import { itemsOf, jsonOf, restoreHome, restoreInto } from '../helpers/restoring.ts'
import { watchDifferences } from '../helpers/shapes/watch-differences.ts'

const TITLE = 'Acme Documentation'

/** One of every block that has a form of its own. */
const EVERYTHING = [
  '# Everything',
  '',
  '## Überschrift und *mehr*',
  '',
  'Text with **bold**, `code`, [a link](guides/install.md), an ![inline](.gitbook/assets/logo.png) and $$x^2$$.',
  '',
  '<details>',
  '',
  '<summary>More</summary>',
  '',
  'Hidden.',
  '',
  '</details>',
  '',
  '{% hint style="warning" %}',
  'Careful.',
  '{% endhint %}',
  '',
  '{% tabs %}',
  '{% tab title="One" %}',
  'First.',
  '{% endtab %}',
  '{% endtabs %}',
  '',
  '<figure><img src=".gitbook/assets/logo.png" alt="A logo"><figcaption><p>Ours</p></figcaption></figure>',
  '',
  '| A | B |',
  '| - | - |',
  '| 1 | 2 |',
  '',
  '* one',
  '* [ ] two',
  '',
  '1. three',
  '',
  '```js',
  'const a = 1',
  '```',
  '',
  '> Said.',
  '',
  '***',
  '',
].join('\n')

test.each(['full', 'current'] as const)(
  'a service of %s is asked and answers as its description says',
  { timeout: 5 * 60_000 },
  async profile => {
    const judged = watchDifferences(profile, null)
    const company = await makeCompany({
      profile,
      members: 20,
      comments: 20,
      changeRequests: 16,
      sites: 3,
      teams: 4,
    })
    await company.edit({
      'SUMMARY.md': `${handbookFiles['SUMMARY.md']}* [Everything](everything.md)\n`,
      'everything.md': EVERYTHING,
    })
    await company.backUp()
    await furnish(company, profile)
    await company.backUp()

    const target = await restoreInto(company, { profile })
    const made = await target.apply('latest', { publish: true })
    expect([made.result?.outcome.failures, made.result?.verification.differences]).toEqual([[], []])

    await company.edit({ 'everything.md': '# Everything\n\nNothing left.\n' })
    company.emulator.patch('space', first(company, 'space'), { title: 'Renamed', defaultLevel: 'edit' })
    company.emulator.patch('site', first(company, 'site'), { title: 'Renamed as well' })
    const home = restoreHome(company)
    const back = await home.apply('2', { onConflict: 'update', allowWidening: TITLE })
    expect([back.result?.outcome.failures, back.result?.verification.differences]).toEqual([[], []])
    const { plan } = await home.run({
      action: 'undo',
      run: back.result?.run ?? 0,
      request: { allowWidening: TITLE },
    })
    if (plan === null) throw new Error('there is nothing to undo')
    const undone = await home.run({ action: 'apply', plan })
    expect(undone.result?.outcome.failures).toEqual([])

    const config = loadConfig({ env: company.env })
    const { report } = await drill.run({ config, signal: undefined, report: () => {} }, { faults: 'off' })
    expect([report.differences, report.failures]).toEqual([[], []])

    expect(judged.differences()).toEqual([])
    expect(judged.exchanges.size).toBeGreaterThan(80)
  },
)

/** What the generated company lacks: every setting that the service has. */
async function furnish(company: Company, profile: 'full' | 'current'): Promise<void> {
  const { emulator } = company
  const organization = `/orgs/${emulator.organization}`
  const [space, site] = [first(company, 'space'), first(company, 'site')]
  const at = `${organization}/sites/${site}`
  const person = first(company, 'member')
  const rules = [{ rule: 'require_specific_reviewers', users: [person] }]
  await write(emulator, 'PATCH', organization, { mergeRules: { type: 'rules', rules } })
  await write(emulator, 'PATCH', `/spaces/${space}`, { mergeRules: { type: 'none' } })
  await write(emulator, 'POST', `${organization}/link-invites`, { level: 'read', space })
  await write(emulator, 'POST', `/spaces/${space}/permissions`, { role: 'review', users: [person] })
  await write(emulator, 'PATCH', `${at}/site-spaces/${first(company, 'site-space')}/customization`, {
    styling: { theme: 'bold', sidebar: { list: 'pill' } },
    footer: { copyright: 'Somebody else' },
  })
  if (profile === 'current') await furnishNewest(company, at, person)
}

async function furnishNewest({ emulator, ...company }: Company, at: string, person: string): Promise<void> {
  const whole = { emulator, ...company }
  await write(emulator, 'PATCH', at, { defaultLevel: 'comment' })
  await write(emulator, 'POST', `${at}/permissions`, { role: 'edit', users: [person] })
  await write(emulator, 'POST', `${at}/redirects`, {
    source: '/away/*',
    captureWildcard: true,
    permanent: true,
    destination: { kind: 'external', url: 'https://elsewhere.example/' },
  })
  await write(emulator, 'POST', `${at}/mcp-servers`, {
    name: 'For some',
    url: 'https://mcp.acme.example/some',
    transport: 'sse',
    headers: {},
    condition: 'visitor.claims.plan == "pro"',
  })
  const [section, siteSpace] = [first(whole, 'site-section'), first(whole, 'site-space')]
  await write(emulator, 'PATCH', `${at}/sections/${section}`, {
    localizedTitle: { de: 'Handbuch' },
    localizedDescription: { de: 'Alles' },
    draft: true,
  })
  await write(emulator, 'PATCH', `${at}/site-spaces/${siteSpace}`, { hidden: true })
}

/** Id of the first of its kind in the newest snapshot, with everything above it first. */
function first(company: Company, kind: string): string {
  const vault = company.vault()
  const sites = itemsOf(vault, 'latest', 'site').map(one => one.id)
  const found = itemsOf(vault, 'latest', kind).filter(
    one => !kind.startsWith('site-') || one.parentId === sites[0],
  )
  const [item] = kind === 'member' ? found.filter(one => jsonOf(vault, one).role === 'read') : found
  if (item === undefined) throw new Error(`there is no ${kind}`)
  return item.id
}
