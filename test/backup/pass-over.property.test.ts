import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { loadConfig } from '../../config/load.ts'
import { backupSettings } from '../../jobs/backup.ts'
import { withClient, withHeld } from '../../jobs/held.ts'
import { chosenOrganizations } from '../../jobs/organizations.ts'
import { backUp } from '../../src/backup/backup.ts'
import type { Kind } from '../../src/model/resource.ts'
import { resources } from '../../src/resources/index.ts'
import type { Resource } from '../../src/resources/resource.ts'
import { openVault } from '../../src/vault/vault.ts'
import { type Company, makeCompany } from '../helpers/company.ts'

/** A content of a space, and what it stands under: a night of all kinds costs ten times as much. */
const CONTENT: readonly Kind[] = [
  'organization',
  'space',
  'revision',
  'page',
  'page-group',
  'file',
  'reusable-content',
]
const quick = resources.filter(({ kind }) => CONTENT.includes(kind))
/** What is observed is never passed over: everything is compared in full. */
const full = quick.map(
  (resource): Resource => ('within' in resource ? { ...resource, observe: () => {} } : resource),
)

interface Side {
  kinds: readonly Resource[]
  vaultPath: string
}

async function night({ env, emulator }: Company, { kinds, vaultPath }: Side, { exact, mishap }: Night) {
  const later = mishap === 'later' ? { DOCVAULT_BACKUP_MARKDOWN: 'later' } : {}
  const config = loadConfig({ env: { ...env, ...later, DOCVAULT_VAULT_PATH: vaultPath } })
  const cut = new AbortController()
  const run = (signal?: AbortSignal) =>
    withHeld({ config }, 'test', held =>
      withClient(held, signal, async platform => {
        const [organization] = await chosenOrganizations(platform, [], () => {})
        if (!organization) throw new Error('there is no organization')
        const before = platform.meter.requests
        const summary = await backUp({
          platform,
          vault: await held.vault(),
          resources: kinds,
          settings: backupSettings(config, { exact }),
          organization,
          trigger: 'test',
          now: () => 1_700_000_000_000,
          report: ({ type }) => (type === 'done' && signal ? cut.abort() : undefined),
        })
        const { state, added, modified, removed, carried, gaps } = summary
        const requests = mishap === 'cut' ? null : platform.meter.requests - before
        return { state, added, modified, removed, carried, gaps, requests }
      }),
    )
  if (mishap === 'cut') await expect(run(cut.signal)).rejects.toThrow()
  if (mishap === 'gap') emulator.fault({ operation: 'getDocumentById', kind: 'status', status: 500 })
  try {
    return await run()
  } finally {
    emulator.clearFaults()
  }
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

/** Of a page alone, of its body alone, or of both. */
const edit = fc.record(
  {
    title: text,
    description: text,
    emoji: fc.constantFrom('1f600', '1f601'),
    hidden: fc.boolean(),
    slug: text,
    markdown: text,
  },
  { requiredKeys: [] },
)
const nightOf = fc.record({
  change: fc.oneof(
    { weight: 1, arbitrary: fc.record({ tree }) },
    { weight: 3, arbitrary: fc.record({ page: fc.nat(), edit }) },
  ),
  exact: fc.boolean(),
  mishap: fc.constantFrom('none', 'none', 'cut', 'gap', 'later'),
})
type Night = typeof nightOf extends fc.Arbitrary<infer T> ? T : never

async function change(company: Company, vaultPath: string, { change }: Night): Promise<void> {
  if ('tree' in change) return company.edit(filesOf(change.tree))
  const vault = openVault(vaultPath)
  const pages = [...vault.resources(vault.snapshots().at(-1)?.snapshot ?? 0, { kind: 'page' })]
    // A link has no such fields.
    .filter(page => Object(vault.readJson(page)).type === 'document')
    .map(({ id }) => id)
    .sort()
  vault.close()
  company.emulator.patch('page', pages[change.page % pages.length] ?? '', change.edit)
}

test('what is passed over as unchanged is what a full comparison finds unchanged, night after night', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(nightOf, { minLength: 3, maxLength: 5 }), async nights => {
      const company = await makeCompany()
      const one = { kinds: quick, vaultPath: join(company.folder, 'quick') }
      const all = { kinds: full, vaultPath: join(company.folder, 'full') }
      const first: Night = {
        change: { page: 0, edit: {} },
        exact: false,
        mishap: nights[0]?.mishap === 'later' ? 'later' : 'none',
      }
      for (const [index, state] of [first, ...nights].entries()) {
        if (index > 0) await change(company, one.vaultPath, state)
        expect(await night(company, one, state)).toEqual(await night(company, all, state))
        expect(kept(one.vaultPath, index + 1)).toEqual(kept(all.vaultPath, index + 1))
      }
    }),
    { numRuns: 6, endOnFailure: true },
  )
})
