import { writeFileSync } from 'node:fs'
import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { makeCompany } from '../helpers/company.ts'
import { startTestDaemon } from '../helpers/daemon.ts'
import { docvault } from '../helpers/docvault.ts'

const page = (limit: string) => ({
  'SUMMARY.md': '* [Welcome](README.md)\n* [Back up](policies/backup.md)\n',
  'policies/backup.md': `# Back up\n\nOur limit is ${limit} requests.\n`,
})

test('a match says where, from when to when, and what to type; typed, the commands show it and bring it back', async () => {
  const company = await makeCompany()
  for (const limit of ['500', '500 or more', '700']) {
    await company.edit(page(limit))
    await company.backUp()
  }
  const run = (...args: string[]) => docvault(args, { env: company.env })
  const { code, stdout } = await run('find', 'limit is 500')
  expect(code).toBe(0)
  const [title, interval, , show = '', compare = '', restore = ''] = stdout.toString().split('\n')
  expect(title).toBe('page Back up  [Handbook / policies/backup.md]')
  expect(interval).toMatch(
    /^ {2}stood from 20.{17} \(#1\) until 20.{17} \(#2\); the text is gone in 20.{17} \(#3\)$/,
  )
  const typed = (line: string) => run(...line.trim().split(/\s+/).slice(2))
  expect((await typed(show)).stdout.toString()).toContain('limit is 500 or more')
  expect((await typed(compare)).stdout.toString()).toContain(
    '-Our limit is 500 or more requests.\n+Our limit is 700 requests.',
  )
  const plan = await typed(`${restore} --on-conflict update`)
  expect([plan.code, plan.stdout.toString()]).toEqual([0, expect.stringContaining('Back up')])
  expect((await run('find', 'limit is 900')).stdout.toString()).toBe('not found in any snapshot\n')
  const now = await run('find', 'limit is 900', '--now')
  expect(now.stdout.toString()).toBe('not found in what was searched\n')
  const slip = await run('find', 'limit is 900', '--space', 'Hanbook')
  expect([slip.code, slip.stderr]).toEqual([2, expect.stringContaining('no snapshot has a space Hanbook')])
})

test('what went with its space comes back with it, by the command that the match says', async () => {
  const company = await makeCompany()
  await company.edit(page('500'))
  await company.backUp()
  const space = await company.deleteSpace('Handbook')
  await company.backUp()
  const run = (...args: string[]) => docvault(args, { env: company.env })
  const { stdout } = await run('find', 'limit is 500', '--gone', '--kind', 'page')
  const restore = stdout.toString().match(/restore {2}docvault (.*)/)?.[1]
  expect(restore).toBe(`restore 1 --space ${space}`)
  const alone = await run('restore', '1', '--page', 'policies/backup.md')
  expect(alone.stdout.toString()).toContain(`its space is not there: add --space ${space}`)
  const restored = await run(...(restore ?? '').split(' '), '--apply', '--yes')
  expect([restored.code, restored.stderr]).toEqual([0, expect.any(String)])
  await company.backUp()
  const back = await run('find', 'limit is 500', '--now', '--kind', 'page')
  expect(back.stdout.toString()).toContain('[Handbook / policies/backup.md]')
})

test('what cannot be searched for is said, with what to do', async () => {
  const company = await makeCompany()
  await company.backUp()
  const refused = async (...args: string[]) => {
    const { code, stderr } = await docvault(['find', ...args], { env: company.env })
    return [code, stderr.split('\n')[0]]
  }
  expect(await refused('\u200b ')).toEqual([2, 'docvault: there is nothing to search for'])
  expect(await refused('a', '--now', '--gone')).toEqual([
    2,
    'docvault: --now, --gone and --at exclude each other',
  ])
  expect(await refused('a', '--at', '9')).toEqual([2, expect.stringContaining('9')])
  expect(await refused('a', '--kind', 'pages')).toEqual([2, 'docvault: there is no kind "pages"'])
  expect(await refused('[', '--regex')).toEqual([2, expect.stringContaining('"[" is no pattern')])
  expect(await refused('a', '--context', 'all')).toEqual([
    2,
    'docvault: --context "all" is no number of characters',
  ])
  expect(await refused('a', '--max-duration', 'soon')).toEqual([2, expect.stringContaining('"soon"')])
})

test('an answer that is not whole ends with 3 and says why', async () => {
  const company = await makeCompany()
  await company.backUp()
  const env = { ...company.env, DOCVAULT_SEARCH_MAX_MATCHES: '1' }
  const { code, events } = await docvault(['find', 'e', '--json'], { env })
  expect([code, events.at(-1)]).toEqual([3, expect.objectContaining({ truncated: 'matches', matches: 1 })])
})

test('a damaged index is told of by a search, which goes on without it, and by a check', {
  timeout: 180_000,
}, async () => {
  const company = await makeCompany()
  await company.edit(page('500'))
  await company.backUp()
  const run = (...args: string[]) => docvault(args, { env: company.env })
  expect((await run('index')).code).toBe(0)
  expect((await run('index', '--check')).stdout.toString()).toMatch(/^the index says what the vault says/)
  expect((await run('check', '--read-data')).code).toBe(0)
  writeFileSync(`${company.vaultPath}/search.db`, Buffer.alloc(8192, 'x'))
  const found = await run('find', 'limit is 500', '--kind', 'page')
  expect(found.stdout.toString()).toContain('1 match')
  expect(found.stderr).toContain('docvault index --rebuild')
  expect((await run('index', '--check')).code).toBe(13)
  expect((await run('check', '--read-data')).code).toBe(13)
  expect((await run('index', '--rebuild')).code).toBe(0)
  expect((await run('check', '--read-data')).code).toBe(0)
  expect((await run('index', '--drop')).stdout.toString()).toMatch(/^the index is deleted/)
})

test('a text that the vault has lost is found where it is indexed, and the index is not blamed', {
  timeout: 120_000,
}, async () => {
  const company = await makeCompany()
  await company.edit(page('500'))
  await company.backUp()
  const run = (...args: string[]) => docvault(args, { env: company.env })
  expect((await run('index')).code).toBe(0)
  const catalog = new Database(`${company.vaultPath}/catalog.db`)
  catalog.exec('UPDATE block SET data = zeroblob(length(data)) WHERE data IS NOT NULL')
  catalog.close()
  const repaired = await run('repair', '--apply')
  expect([repaired.code, repaired.stdout.toString()]).toEqual([
    expect.any(Number),
    expect.stringMatching(/lost/),
  ])
  const checked = await run('check', '--read-data', '--json')
  expect(checked.events.map(({ code }) => code)).toContain('content-lost')
  expect(checked.events.map(({ code }) => code)).not.toContain('index-damaged')
  const { code, stdout } = await run('find', 'limit is 500', '--kind', 'page')
  expect([code, stdout.toString()]).toEqual([0, expect.stringContaining('limit is 500 requests')])
})

test('the daemon indexes each new snapshot, and answers searches with the fields of the command', async () => {
  const company = await makeCompany()
  const daemon = await startTestDaemon(company)
  await company.edit(page('500'))
  await daemon.run('backup')
  await daemon.ended(record => record.job === 'index')
  const answer = await daemon.ask('/api/search?q=limit+is+500&kind=page')
  const said: unknown = await answer.json()
  const { events } = await docvault(['find', 'limit is 500', '--kind', 'page', '--json'], {
    env: company.env,
  })
  const [match] = events.filter(({ message_type: type }) => type === 'match')
  const { message_type: _, ...fields } = match ?? {}
  expect(said).toMatchObject({ scanned: 0, indexed_until: 1, matches: [fields] })
})
