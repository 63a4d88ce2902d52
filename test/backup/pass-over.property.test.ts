import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { loadConfig } from '../../config/load.ts'
import { backupSettings } from '../../jobs/backup.ts'
import { withClient, withHeld } from '../../jobs/held.ts'
import { chosenOrganizations } from '../../jobs/organizations.ts'
import { backUp } from '../../src/backup/backup.ts'
import { resources } from '../../src/resources/index.ts'
import type { Resource } from '../../src/resources/resource.ts'
import { openVault } from '../../src/vault/vault.ts'
import { type Company, makeCompany } from '../helpers/company.ts'

/** What is observed is never passed over: everything is compared in full. */
const observed: readonly Resource[] = resources.map(resource =>
  'within' in resource ? { ...resource, observe: () => {} } : resource,
)

async function night(company: Company, vaultPath: string, kinds: readonly Resource[], exact: boolean) {
  const config = loadConfig({ env: { ...company.env, DOCVAULT_VAULT_PATH: vaultPath } })
  return withHeld({ config }, 'test', held =>
    withClient(held, undefined, async platform => {
      const [organization] = await chosenOrganizations(platform, [], () => {})
      if (!organization) throw new Error('there is no organization')
      const settings = backupSettings(config, { exact })
      const before = platform.meter.requests
      const summary = await backUp({
        platform,
        vault: await held.vault(),
        resources: kinds,
        settings,
        organization,
        trigger: 'test',
        now: () => 1_700_000_000_000,
      })
      const { state, added, modified, removed, carried, gaps } = summary
      return { state, added, modified, removed, carried, gaps, requests: platform.meter.requests - before }
    }),
  )
}

/** Every version that the newest snapshot has, and since when. */
function kept(vaultPath: string, snapshot: number): unknown[] {
  const vault = openVault(vaultPath)
  try {
    return [...vault.resources(snapshot)].map(resource => ({
      kind: resource.kind,
      id: resource.id,
      since: resource.since,
      value: vault.readJson(resource),
      parts: resource.parts.map(part => [part.name, part.digest]),
    }))
  } finally {
    vault.close()
  }
}

const text = fc.constantFrom('one', 'two', 'three')
/** Pages of a space, in their order and below each other; absent: gone. */
const tree = fc.record({
  order: fc.shuffledSubarray(['a', 'b', 'c', 'd'], { minLength: 2 }),
  nested: fc.boolean(),
  texts: fc.record({ a: text, b: text, c: text, d: text }),
  titles: fc.record({ a: text, b: text, c: text, d: text }),
  exact: fc.boolean(),
})
type Tree = typeof tree extends fc.Arbitrary<infer T> ? T : never

function filesOf({ order, nested, texts, titles }: Tree): Record<string, string> {
  const lines = order.map(
    (name, index) => `${nested && index > 0 ? '  ' : ''}* [${name} ${titles[name as 'a']}](${name}.md)`,
  )
  return {
    'SUMMARY.md': ['# Table of contents', '', '* [Welcome](README.md)', ...lines, ''].join('\n'),
    ...Object.fromEntries(
      order.map(name => [`${name}.md`, `# ${name} ${titles[name as 'a']}\n\n${texts[name as 'a']}\n`]),
    ),
  }
}

test('what is passed over as unchanged is what a full comparison finds unchanged, in trees of every form', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(tree, { minLength: 2, maxLength: 4 }), async trees => {
      const company = await makeCompany()
      const [quick, full] = [join(company.folder, 'quick'), join(company.folder, 'full')]
      for (const [index, state] of [trees[0], ...trees].entries()) {
        if (state === undefined) continue
        await company.edit(filesOf(state))
        const passed = await night(company, quick, resources, state.exact)
        expect(passed).toEqual(await night(company, full, observed, state.exact))
        expect(kept(quick, index + 1)).toEqual(kept(full, index + 1))
      }
    }),
    { numRuns: 3 },
  )
})
