/** What somebody sees who looks for damage: when it was, what is gone, and where it can still be had. */
import { describe, expect, test } from 'vitest'
import { handbookFiles, makeCompany } from '../helpers/company.ts'
import { runLine } from '../helpers/program.ts'

const day = 86_400_000
const tomorrow = () => Date.now() + day

/** Night 2 edits pages, night 3 comes after the space Second and the page `introduction.md` are gone. */
async function makeIncident() {
  const company = await makeCompany()
  const summary = handbookFiles['SUMMARY.md'] ?? ''
  await company.edit({ 'SUMMARY.md': `${summary}* [Zebra](a-zebra.md)\n`, 'a-zebra.md': '# Zebra\n' })
  await company.backUp()
  await company.edit({ 'a-zebra.md': '# Zebra\n\nStripes.\n', 'README.md': '# Welcome\n\nHello.\n' })
  await company.backUp()
  await company.deleteSpace('Second')
  await company.edit({ 'SUMMARY.md': summary, 'a-zebra.md': null, 'guides/linux.md': '# On Linux\n\nNew.\n' })
  await company.backUp({ allowShrink: true })
  return company
}

describe('a time', () => {
  test('names a snapshot wherever one is named, and what it led to is said beside the output', async () => {
    const company = await makeCompany()
    await company.backUp()
    const env = { ...company.env, DOCVAULT_SCHEDULES_TIMEZONE: 'Asia/Kathmandu' }
    const run = (...argv: string[]) => runLine(argv, { env, now: tomorrow })
    for (const name of ['@yesterday', '@2h']) {
      const { code, text, notes } = await run('ls', name, '--kind', 'organization')
      expect([code, text.split('\n').length]).toEqual([0, 2])
      expect(notes).toMatch(/^@\S+ is snapshot 1 of \d{4}-\d\d-\d\d \d\d:\d\d:\d\d \(Asia\/Kathmandu\)\n$/)
    }
    const json = await run('ls', '@yesterday', '--kind', 'organization', '--json')
    expect(JSON.parse(json.text.split('\n')[0] ?? '')).toMatchObject({
      message_type: 'resolved',
      name: '@yesterday',
      snapshot: 1,
      passed_over: [],
    })
    expect(json.notes).toBe('')
    for (const argv of [
      ['show', '@yesterday'],
      ['coverage', '@yesterday'],
      ['access', '--space', 'Handbook', '--at', '@yesterday'],
    ])
      expect(await run(...argv)).toMatchObject({ code: 0, notes: expect.stringContaining('is snapshot 1') })
    await expect(run('ls', '@3 days ago')).rejects.toThrow('no complete snapshot at or before 3 days ago')
    await expect(run('ls', '@yesterdy')).rejects.toThrow('"yesterdy" is no time')
  })

  test('a partial snapshot that is nearer to it is passed over, and named', async () => {
    const company = await makeCompany()
    await company.backUp()
    company.emulator.fault({ operation: 'listTeamsInOrganizationById', kind: 'status', status: 500 })
    await company.backUp()
    const { notes } = await runLine(['show', '@yesterday'], { env: company.env, now: tomorrow })
    expect(notes).toMatch(/is snapshot 1 of .*; newer, but partial: 2$/m)
  })
})

describe('a diff', () => {
  test('begins with what is gone, and tells what went with it below it', async () => {
    const { env } = await makeIncident()
    const { text } = await runLine(['diff', '--since', '1 day ago'], { env })
    const lines = text.split('\n')
    expect(lines[0]).toMatch(/^from snapshot 1 of \S+ \S+ \(UTC\) to snapshot 3 of /)
    expect(lines[1]).toMatch(/^ {2}space Second removed: \d+ resources \(\d+ /)
    expect(lines[2]).toMatch(
      /^ {2}space Handbook: \d+ changes \(.*page: 1 deleted, 1 edited, 1 settings changed and edited;/,
    )
    const removed = lines.filter(line => line.startsWith('removed'))
    expect(removed[0]).toMatch(/^removed \(deleted\) space \S+ {2}Second/)
    expect(text).toMatch(/ {2}went with it: (\d+ [\w-]+, )*5 page(, \d+ [\w-]+)*; --all lists them\n/)
    expect(removed.filter(line => line.includes('[Second'))).toEqual([])
    const all = await runLine(['diff', '1', '3', '--all'], { env })
    expect(all.text.split('\n').filter(line => /^removed .* page .*\[Second/.test(line))).toHaveLength(5)
    expect(all.text).not.toContain('went with it')
  })

  test('tells pages in the order of the table of contents', async () => {
    const { env } = await makeIncident()
    const { text } = await runLine(['diff', '1', '3', '--space', 'Handbook', '--kind', 'page'], { env })
    const titles = [...text.matchAll(/^(?:removed|modified|added)[^\n]* page \S+ {2}(.*?) {2}\[/gm)].map(
      one => one[1],
    )
    expect(titles).toEqual(['Welcome', 'On Linux', 'Zebra'])
  })

  test('for programs has every change as before, and the places in the summary', async () => {
    const { env } = await makeIncident()
    const { text } = await runLine(['diff', '1', '3', '--json'], { env })
    const events = text
      .trim()
      .split('\n')
      .map(line => JSON.parse(line))
    const changes = events.filter(one => one.message_type === 'change')
    const summary = events.at(-1)
    expect(changes).toHaveLength(summary.added + summary.modified + summary.removed + summary.unknown)
    expect(summary.places[0]).toMatchObject({ kind: 'space', title: 'Second', state: 'removed' })
    const told = summary.places.reduce((sum: number, one: { changes: number }) => sum + one.changes, 0)
    expect(told).toBe(changes.length)
  })
})

describe('what is gone by now', () => {
  test('is found by its path, title or space, and where it was last seen is said', async () => {
    const { env } = await makeIncident()
    const gone = /^(page|space) \S+ is not in snapshot 3: last seen in snapshot 2 of \d{4}-/
    for (const name of ['a-zebra.md', 'Zebra']) {
      const log = await runLine(['log', 'page', name, '--brief'], { env })
      expect(log.text).toMatch(/^snapshot 3 of .*\n {2}deleted: Zebra\n3 states\n$/m)
      expect(log.notes).toMatch(gone)
    }
    const shown = await runLine(['show', 'latest', 'page', 'a-zebra.md', '--as', 'markdown'], { env })
    expect(shown.text).toContain('Stripes.')
    expect(shown.notes).toMatch(gone)
    const blamed = await runLine(['blame', 'latest', 'page', 'a-zebra.md'], { env })
    expect(blamed.text).toMatch(/^2 \S+ +3 {2}Stripes\.$/m)
    expect(blamed.notes).toMatch(gone)
    const access = await runLine(['access', '--space', 'Second'], { env })
    expect(access.text).toMatch(/^snapshot 2 of /m)
    expect(access.notes).toMatch(gone)
    const since = await runLine(['log', 'page', 'a-zebra.md', '--brief', '--since', 'now'], { env })
    expect(since.text).toBe('0 states\n')
    await expect(runLine(['show', '3', 'page', 'a-zebra.md'], { env })).rejects.toMatchObject({
      message: 'snapshot 3 has no page a-zebra.md',
      hint: expect.stringContaining('snapshot 2 of'),
    })
    await expect(runLine(['log', 'page', 'never.md'], { env })).rejects.toThrow('has no page never.md')
  })
})

describe('a timeline', () => {
  test('tells each night of a space, page or person, the newest first, and where to restore from', async () => {
    const company = await makeIncident()
    const { env } = company
    const page = await runLine(['timeline', 'page', 'a-zebra.md'], { env })
    expect(page.text.replaceAll(/ of \d{4}-\S+ \S+ \(UTC\)/g, '')).toMatch(
      /^snapshot 3\n {2}deleted: page Zebra \[.*\n(?:snapshot 2\n {2}edited: page Zebra \[.*\n)changed in 2 nights of 2\nit is gone; the last complete snapshot with it is snapshot 2: `docvault restore 2 --page \S+` plans to put it back\n$/,
    )
    const space = await runLine(['timeline', 'space', 'Second'], { env })
    expect(space.text).toMatch(/ {2}deleted: space Second; \d+ with it\n/)
    expect(space.text).toMatch(/`docvault restore 2 --space \S+`/)
    const [ben] = [...company.vault().resources(3, { kind: 'member' })].slice(1)
    company.emulator.patch('member', ben?.id ?? '', { role: 'comment' })
    await company.backUp()
    const person = await runLine(['timeline', 'person', ben?.id ?? '', '--json'], { env })
    const events = person.text
      .trim()
      .split('\n')
      .map(line => JSON.parse(line))
    expect(events[0]).toMatchObject({
      message_type: 'state',
      snapshot: 4,
      before_snapshot: 3,
      kind: 'member',
      actions: ['role changed'],
    })
    expect(events.at(-1)).toMatchObject({ message_type: 'summary', there: true, last_complete: 4 })
  })
})

test('a report of changes begins with what is gone, with its contents', async () => {
  const { env } = await makeIncident()
  const { text, notes } = await runLine(['audit', 'changes', '--since', '1', '--no-ledger'], { env })
  expect(notes).toBe('')
  expect(text).toMatch(
    /^# .*: changes\n\n- \*\*space Second removed: \d+ resources .*\n- \*\*space Handbook: 4 changes/m,
  )
  const since = await runLine(['audit', 'changes', '--since', '@now', '--until', 'now', '--no-ledger'], {
    env,
  }).catch(error => error)
  expect(since).toMatchObject({ message: 'a report of changes needs two snapshots' })
})
