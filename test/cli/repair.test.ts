/** `repair`, as somebody types it after `check` found damage: from the platform, from nowhere, and what is said of a loss. */
import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openLedger } from '../../src/vault/ledger.ts'
import { handbookFiles, makeCompany } from '../helpers/company.ts'
import { runLine } from '../helpers/program.ts'
import { viewsAt } from '../replica/world.ts'
import { alter, withCatalog } from '../vault/broken/vaults.ts'
import { temporaryFolder } from '../vault/fixture.ts'

async function backedUp() {
  const company = await makeCompany()
  const summary = `${handbookFiles['SUMMARY.md']}* [New](new.md)\n`
  await company.edit({ 'SUMMARY.md': summary, 'new.md': '# New\n\nThe first state.\n' })
  const { snapshot } = await company.backUp()
  const run = (...argv: string[]) => runLine(argv, { env: company.env })
  const events = async (...argv: string[]) => {
    const { text } = await run(...argv, '--json')
    return text
      .trim()
      .split('\n')
      .map((line): Record<string, unknown> => JSON.parse(line))
      .filter(({ message_type }) => message_type !== 'status')
  }
  return { ...company, snapshot, run, events }
}

/** Every stored byte of every block. */
function ruinAll(path: string): void {
  alter(path, 'UPDATE block SET data = zeroblob(length(data)) WHERE data IS NOT NULL')
}

test('of a vault in which nothing can be read, all is had from the platform that it still says', async () => {
  const { vaultPath, run, snapshot } = await backedUp()
  const before = (await run('show', String(snapshot), 'page', 'new.md', '--as', 'markdown')).text
  ruinAll(vaultPath)
  const check = await run('check', '--read-data')
  expect(check.code).toBe(13)
  expect(check.text).toMatch(/content-damaged: .* → `docvault repair`/)
  const plan = await run('repair')
  expect(plan.code).toBe(13)
  expect(plan.text).toMatch(/used by page .*\n {2}is stored again from the platform\n/)
  expect(plan.text).toMatch(/nothing was changed; with --apply this is done\n$/)
  expect(existsSync(join(vaultPath, 'repairs'))).toBe(false)
  const done = await run('repair', '--apply')
  expect(done.text).toMatch(/is stored again from the platform, and was read back and hashed/)
  expect(done.text).toMatch(/what was there before is kept in repairs\/\S+Z, below the vault/)
  expect(done.text).not.toMatch(/page .*\n {2}is marked as lost/)
  expect((await run('show', String(snapshot), 'page', 'new.md', '--as', 'markdown')).text).toBe(before)
  const after = await run('check', '--read-data')
  expect(after.code).toBe(0)
  expect([done.code, /known to be lost/.test(after.text)]).toEqual(
    /marked as lost/.test(done.text) ? [3, true] : [0, false],
  )
  expect((await run('repair', '--apply')).text).toMatch(/there is nothing to repair/)
}, 60_000)

test('where everything is lost an export writes what is known still, and names the rest', async () => {
  const { vaultPath, run, snapshot } = await backedUp()
  ruinAll(vaultPath)
  await run('repair', '--offline', '--apply')
  const folder = join(temporaryFolder(), 'out')
  const exported = await run('export', String(snapshot), folder)
  expect(exported.code).toBe(3)
  expect(exported.text).toMatch(/ {2}lost: space \S+: content \S+ was lost/)
  expect(exported.text).toMatch(/ {2}lost: page \S+: content \S+ was lost/)
}, 60_000)

test('without a token for the platform nothing is marked as lost, unless it is not to be asked', async () => {
  const { vaultPath, env } = await backedUp()
  ruinAll(vaultPath)
  const { DOCVAULT_PLATFORM_TOKEN: _, ...without } = env
  const run = (...argv: string[]) => runLine(argv, { env: without })
  const done = await run('repair', '--apply')
  expect(done.code).toBe(13)
  expect(done.text).toMatch(/the platform was not asked: set platform.url and platform.token, or .*--offline/)
  expect(done.text).not.toMatch(/marked as lost/)
  expect((await run('repair', '--offline', '--apply')).text).toMatch(/marked as lost/)
}, 60_000)

test('what nobody has is lost: said by everybody who meets it, healed by the bytes that come again', async () => {
  const { vaultPath, run, events, edit, backUp, snapshot } = await backedUp()
  const first = { 'new.md': '# New\n\nThe second state.\n' }
  await edit(first)
  const second = await backUp()
  await edit({ 'new.md': '# New\n\nThe third state.\n' })
  const third = await backUp()
  const body = (state: number) =>
    withCatalog(vaultPath, db =>
      Number(
        db
          .prepare(
            `SELECT part.content FROM part JOIN version USING (resource, since) JOIN resource ON resource.id = part.resource
             JOIN term ON term.id = part.name WHERE term.text = 'markdown' AND part.since = ? AND resource.kind = (SELECT id FROM term WHERE text = 'page')`,
          )
          .pluck()
          .get(state),
      ),
    )
  alter(
    vaultPath,
    `UPDATE block SET data = zeroblob(length(data)) WHERE id = (SELECT block FROM content WHERE id = ${body(second.snapshot)})`,
  )
  const [remedy] = (await events('repair')).filter(({ message_type }) => message_type === 'remedy')
  expect(remedy).toMatchObject({ code: 'content-damaged', action: 'lose', from: null })
  const done = await run('repair', '--apply')
  expect(done.code).toBe(3)
  expect(done.text).toMatch(/1 content lost: `docvault check` says what that hits/)
  const check = await run('check', '--read-data')
  expect(check.code).toBe(0)
  expect(check.text).toMatch(
    new RegExp(
      `content-lost: content \\S+ was lost, which was found on .*page \\S+ in space \\S+ \\(from snapshot ${second.snapshot} until ${third.snapshot}\\): snapshot ${snapshot} has an older one: \`docvault restore ${snapshot} --page \\S+\``,
    ),
  )
  expect(check.text).toMatch(/no other damage found[\s\S]*1 content known to be lost/)
  await expect(run('show', String(second.snapshot), 'page', 'new.md', '--as', 'markdown')).rejects.toThrow(
    /was lost, which was found on/,
  )
  expect((await run('show', String(snapshot), 'page', 'new.md', '--as', 'markdown')).text).toMatch(
    /first state/,
  )
  const folder = join(temporaryFolder(), 'out')
  const exported = await run('export', String(second.snapshot), folder)
  expect(exported.code).toBe(3)
  expect(exported.text).toMatch(
    /\n {2}lost: new\.md, which is made from its document in place of this: content \S+ was lost, which was found on/,
  )
  expect(exported.text).toMatch(/left out because it is lost: 1 thing/)
  const [space = ''] = readdirSync(folder).filter(name => !name.startsWith('.'))
  expect(existsSync(join(folder, space, 'SUMMARY.md'))).toBe(true)
  expect(readFileSync(join(folder, space, 'new.md'), 'utf8')).toContain('second state')
  await edit(first)
  await backUp()
  expect((await run('check', '--read-data')).text).toBe('no damage found\n')
  expect((await run('show', String(second.snapshot), 'page', 'new.md', '--as', 'markdown')).text).toMatch(
    /second state/,
  )
  const ledger = openLedger(vaultPath, 'read')
  expect([...ledger.entries()].map(({ body }) => JSON.parse(body).act)).toEqual(['repair', 'heal'])
  ledger.close()
}, 60_000)

test('while the platform cannot be asked nothing is given up that it may have', async () => {
  const { vaultPath, run, emulator } = await backedUp()
  ruinAll(vaultPath)
  const refused = await runLine(['repair', '--apply'], {
    env: { ...(await company(vaultPath, emulator.url)), DOCVAULT_PLATFORM_TOKEN: 'nobody-takes-this' },
  })
  expect(refused.code).toBe(13)
  expect(refused.text).toMatch(/was left as it is: the platform could not be asked/)
  expect(refused.text).not.toMatch(/marked as lost/)
  const offline = await run('repair', '--offline')
  expect(offline.text).toMatch(/is marked as lost: nothing that was looked at has its bytes/)
}, 60_000)

async function company(vaultPath: string, url: string): Promise<Record<string, string>> {
  return { DOCVAULT_VAULT_PATH: vaultPath, DOCVAULT_PLATFORM_URL: url }
}

test('a head that is gone is written again, and the sound vault is left alone', async () => {
  const { vaultPath, run } = await backedUp()
  expect((await run('repair', '--apply')).text).toBe('there is nothing to repair\n')
  rmSync(join(vaultPath, 'head.json'))
  expect((await run('repair', '--apply', '--offline')).code).toBe(0)
  expect((await run('check')).code).toBe(0)
}, 60_000)

test('what a replica has is stored again from it, however much is damaged, and nobody else is asked', async () => {
  const { vaultPath, folder, edit, backUp, run } = await backedUp()
  const large = randomBytes(4.5 * 1024 * 1024).toString('hex')
  await edit({
    '.gitbook/assets/large.txt': large,
    'new.md': '# New\n\n{% file src=".gitbook/assets/large.txt" %}\n',
  })
  await backUp()
  const identity = join(folder, 'ada.txt')
  const { stderr } = spawnSync('age-keygen', ['-o', identity], { encoding: 'utf8' })
  await run('replica', 'key', 'add', /age1\w+/.exec(stderr)?.[0] ?? '')
  const target = join(folder, 'replica')
  await run('replicate', target, '--init')
  const before = viewsAt(vaultPath)

  ruinAll(vaultPath)
  for (const file of readdirSync(join(vaultPath, 'files'), { recursive: true, encoding: 'utf8' }))
    if (statSync(join(vaultPath, 'files', file)).isFile())
      writeFileSync(join(vaultPath, 'files', file), 'ruined')
  const from = ['repair', '--offline', '--from', target, '--identity', identity]
  const plan = await run(...from)
  expect(plan.text).toMatch(/is stored again from run 1 of .*replica\n/)
  expect(plan.text).not.toMatch(/marked as lost/)
  const done = await run(...from, '--apply')
  expect(done.code).toBe(0)
  expect(viewsAt(vaultPath)).toEqual(before)
  expect((await run('check', '--read-data')).code).toBe(0)
  await expect(run('repair', '--identity', identity)).rejects.toThrow(/--identity is for a replica/)
}, 120_000)

test('runs of a replica that repeat the damage are stepped over, by themselves', async () => {
  const { vaultPath, folder, edit, backUp, run } = await backedUp()
  const identity = join(folder, 'ada.txt')
  const { stderr } = spawnSync('age-keygen', ['-o', identity], { encoding: 'utf8' })
  await run('replica', 'key', 'add', /age1\w+/.exec(stderr)?.[0] ?? '')
  const target = join(folder, 'replica')
  await edit({ 'new.md': '# First\n' })
  await backUp()
  await run('replicate', target, '--init')
  const before = viewsAt(vaultPath)
  // Of what no backup looks at any more; each run sends it on.
  alter(vaultPath, 'UPDATE version SET content = 1 WHERE until IS NOT NULL')
  for (const title of ['Second', 'Third']) {
    await edit({ 'new.md': `# ${title}\n` })
    await backUp()
    await run('replicate', target)
  }
  const from = ['repair', '--offline', '--from', target, '--identity', identity]
  const plan = await run(...from)
  expect(plan.text).toMatch(
    /run 3 of .*\n.*is so there as well: \d+ findings?: runs of before are looked at\n/,
  )
  expect(plan.text).toMatch(/run 2 of .*\n.*run 1 of .*\n/)
  expect(plan.text).toMatch(/written anew from its rows and \d+ of run 1 of /)
  const named = await run(...from, '--as-of', new Date().toISOString())
  expect(named.code).toBe(13)
  expect(named.text).toMatch(/an earlier run may not have it \(`docvault recover .* --list`, then --as-of\)/)
  expect((await run(...from, '--apply')).code).toBe(0)
  expect((await run('check', '--read-data')).code).toBe(0)
  expect(viewsAt(vaultPath).slice(0, before.length)).toEqual(before)
}, 120_000)
