/** What people call things: by id, path or title, now and in any night; and what is said where that is not clear. */
import { describe, expect, test } from 'vitest'
import { UsageError } from '../../src/model/errors.ts'
import { type Company, handbookFiles, makeCompany } from '../helpers/company.ts'
import { startTestDaemon } from '../helpers/daemon.ts'
import { docvault } from '../helpers/docvault.ts'
import { runLine } from '../helpers/program.ts'

const summary = handbookFiles['SUMMARY.md'] ?? ''

/** Zebra stands in nights 1 and 2, under another title in 2; not in 3; another page is called so in 4 alone. */
async function makeZebras(): Promise<Company> {
  const company = await makeCompany()
  await company.edit({
    'SUMMARY.md': `${summary}* [Zebra](a-zebra.md)\n`,
    'a-zebra.md': '# Zebra\n\nStripes.\n',
  })
  await company.backUp()
  await company.edit({
    'SUMMARY.md': `${summary}* [Striped horse](a-zebra.md)\n`,
    'a-zebra.md': '# Striped horse\n',
  })
  await company.backUp()
  await company.edit({ 'SUMMARY.md': summary, 'a-zebra.md': null })
  await company.backUp({ allowShrink: true })
  return company
}

/** In the first snapshot. */
function idOf(company: Company, kind: 'page' | 'space' | 'member', title: string, within?: string): string {
  const vault = company.vault()
  const label = (key: number | null) =>
    Object(key === null ? null : vault.readJson(Object(vault.at(1, key)))).title
  const found = [...vault.resources(1, { kind })].find(
    resource =>
      Object(vault.readJson(resource)).title === title &&
      (within === undefined || label(resource.parent) === within),
  )
  return found?.id ?? ''
}

/** What a command that names something unclear is refused with. */
async function refusal(argv: readonly string[], { env }: Company): Promise<UsageError> {
  const error = await runLine(argv, { env }).catch((thrown: unknown) => thrown)
  if (error instanceof UsageError) return error
  throw new Error(`docvault ${argv.join(' ')} was not refused`)
}

describe('a name', () => {
  test('is an id, a path with and without .md, as exported or as in an address, or a title in any case and width', async () => {
    const company = await makeCompany()
    await company.backUp()
    const id = idOf(company, 'page', 'On Linux', 'Handbook')
    for (const name of [
      id,
      'Handbook/guides/linux.md',
      './Handbook/guides/linux',
      'Handbook/guides/linux/',
      'Handbook/On Linux',
    ]) {
      const { text } = await runLine(['show', 'latest', 'page', name], { env: company.env })
      expect([name, JSON.parse(text)]).toEqual([name, expect.objectContaining({ id })])
    }
    for (const name of [
      'guides/linux.md',
      'guides/linux',
      '/guides/linux/',
      'On Linux',
      'on  linux',
      'ＯＮ ＬＩＮＵＸ',
      'linux',
    ]) {
      const argv = ['log', 'page', name, '--in', 'handbook', '--brief']
      const { text } = await runLine(argv, { env: company.env })
      expect([name, text]).toEqual([name, expect.stringContaining('created: On Linux\n1 state\n')])
    }
  })

  test('of several is an error that lists each with its place, its nights and the command for it', async () => {
    const company = await makeCompany()
    await company.backUp()
    await company.edit({ 'guides/linux.md': '# On Linux\n\nOtherwise.\n' })
    await company.backUp()
    const ids = ['Handbook', 'Second'].map(within => idOf(company, 'page', 'On Linux', within)).sort()
    for (const [argv, begin] of [
      [['log', 'page'], 'docvault log page '],
      [['blame', '1', 'page'], 'docvault blame 1 page '],
      [['timeline', 'page'], 'docvault timeline page '],
      [['restore', 'latest', '--page'], 'docvault restore 2 --page '],
    ] as const) {
      const { candidates = [] } = await refusal([...argv, 'on linux'], company)
      const commands = candidates.map(({ command }) => command).sort()
      expect([argv, commands]).toEqual([argv, ids.map(id => begin + id)])
    }
    const run = await docvault(['show', 'latest', 'page', 'on linux', '--json'], { env: company.env })
    expect(run).toMatchObject({ code: 2, events: [{ message_type: 'exit_error', error: 'usage', code: 2 }] })
    const { candidates } = Object(run.events[0])
    expect(candidates).toHaveLength(2)
    expect(candidates[0]).toMatchObject({
      kind: 'page',
      title: 'On Linux',
      within: expect.stringMatching(/^(Handbook|Second)$/),
      path: 'guides/linux.md',
      match: 'title',
      stood: [{ first: { snapshot: 1, started: expect.any(String) }, last: null }],
    })
    for (const id of ids)
      expect(run.stderr).toMatch(
        new RegExp(
          `^ {4}page {2}${id} {2}On Linux .* since #1 \\(\\d{4}-\\d\\d-\\d\\d\\): \`docvault show 2 page ${id}\`$`,
          'm',
        ),
      )
  })

  test('that is mistyped, or of another kind, is answered with what comes near it', async () => {
    const company = await makeCompany()
    await company.backUp()
    const hintOf = async (...argv: string[]) => (await refusal(argv, company)).hint
    const handbook = idOf(company, 'space', 'Handbook')
    expect(await hintOf('show', 'latest', 'space', 'Hnadbook')).toContain(`docvault show 1 space ${handbook}`)
    expect(await hintOf('access', '--space', 'hand')).toContain(`docvault access --space ${handbook} --at 1`)
    expect(await hintOf('show', '1', 'page', 'Handbook')).toContain(`docvault show 1 space ${handbook}`)
    expect(await hintOf('restore', '1', '--page', 'handbook')).toContain(
      `docvault restore 1 --space ${handbook}`,
    )
    expect(await hintOf('diff', '1', '1', '--space', 'Hndbook')).toContain(`--space ${handbook}`)
    expect(await hintOf('export', '1', 'out', '--space', 'Hndbook')).toContain(`--space ${handbook}`)
    expect(await hintOf('show', '1', 'page', 'Quarterly numbers')).toContain('no snapshot has it')
  })
})

describe('what is gone by now', () => {
  test('is found by every title it ever had, and said with its nights and the command for it', async () => {
    const company = await makeZebras()
    const { env } = company
    const id = idOf(company, 'page', 'Zebra')
    const shown = await runLine(['show', 'latest', 'page', 'ZEBRA', '--as', 'markdown'], { env })
    expect(shown.text).toContain('Stripes.')
    expect(shown.notes).toMatch(/last seen in snapshot 1 of .*; later it is called Striped horse\n$/)
    const run = await docvault(['show', '3', 'page', 'striped horse', '--json'], { env })
    expect(run.events.at(-1)).toMatchObject({
      message: 'snapshot 3 has no page striped horse',
      hint: expect.stringMatching(
        /^snapshot 2 of \S+ has it: `docvault show 2 page \S+`; it stood in #2 \(.*\)$/,
      ),
      candidates: [
        {
          id,
          stood: [{ first: { snapshot: 2 }, last: { snapshot: 2 } }],
          command: `docvault show 2 page ${id}`,
        },
      ],
    })
    const log = await runLine(['log', 'page', 'Zebra', '--brief'], { env })
    expect(log.text).toContain('3 states')
  })

  test('is never restored from another snapshot than the one that is named', async () => {
    const company = await makeZebras()
    const id = idOf(company, 'page', 'Zebra')
    const command = `docvault restore 2 --page ${id}`
    for (const snapshot of ['latest', '3']) {
      const run = await docvault(['restore', snapshot, '--page', 'Striped horse'], { env: company.env })
      expect([run.code, run.stderr]).toEqual([2, expect.stringContaining(`\`${command}\``)])
      expect(run.stdout.toString()).toBe('')
    }
    // The target was not even read for it.
    expect(company.vault().snapshots()).toHaveLength(3)
    const there = await docvault(command.split(' ').slice(1), { env: company.env })
    expect(there.stdout.toString()).toContain('space Handbook: 1 page missing')
  })

  test('of two pages of one title is not guessed', async () => {
    const company = await makeZebras()
    await company.edit({ 'SUMMARY.md': `${summary}* [Zebra](other.md)\n`, 'other.md': '# Zebra\n' })
    await company.backUp()
    await company.edit({ 'SUMMARY.md': summary, 'other.md': null })
    await company.backUp({ allowShrink: true })
    const run = await docvault(['show', 'latest', 'page', 'Zebra', '--json'], { env: company.env })
    const stood = Object(run.events.at(-1)).candidates.map(
      (candidate: { stood: { first: { snapshot: number } }[] }) =>
        candidate.stood.map(({ first }) => first.snapshot),
    )
    expect([run.code, stood.sort()]).toEqual([2, [[1], [4]]])
  })
})

test('a restore that a daemon does finds what is named as one without it, and says the same of what is not there', async () => {
  const company = await makeZebras()
  const wrong = ['restore', 'latest', '--page', 'Zebra']
  const right = ['restore', 'latest', '--page', 'handbook/ON LINUX', '--json']
  const alone = await docvault(wrong, { env: company.env })
  await startTestDaemon(company)
  const beside = await docvault(wrong, { env: company.env })
  expect([beside.code, beside.stderr]).toEqual([2, alone.stderr])
  const plan = await docvault(right, { env: company.env })
  expect([plan.code, plan.events.at(-1)]).toEqual([
    0,
    expect.objectContaining({ message_type: 'plan', steps: [] }),
  ])
})

test('people are named by id, address or name, in any case', async () => {
  const company = await makeCompany()
  await company.backUp()
  const [member] = [...company.vault().resources(1, { kind: 'member' })].slice(1)
  const { id, user } = Object(member && company.vault().readJson(member))
  company.emulator.patch('member', id, { role: 'comment' })
  await company.backUp()
  for (const name of [id, user.email.toUpperCase(), user.displayName.toLowerCase()]) {
    const { text } = await runLine(
      ['diff', '1', '2', '--person', name, '--kind', 'member', '--json'],
      company,
    )
    expect([name, text]).toEqual([name, expect.stringContaining(`"id":"${id}"`)])
    const shown = await runLine(['show', '2', 'member', name, '--json'], company)
    expect(JSON.parse(shown.text)).toMatchObject({ id })
    const access = await runLine(['access', name, '--json'], company)
    expect(access.text).toContain(`"person":{"id":"${id}"`)
  }
})

test('ls --grep lists what has a text in its title, path or file name, of the kind that is asked for', async () => {
  const company = await makeCompany()
  await company.backUp()
  const titles = async (...argv: string[]) => {
    const { text } = await runLine(['ls', 'latest', '--json', ...argv], company)
    const events = text
      .split('\n')
      .filter(Boolean)
      .map(line => JSON.parse(line))
    return events.map(event => `${event.kind} ${event.title}`)
  }
  expect(await titles('--kind', 'page', '--grep', 'LINUX')).toEqual(['page On Linux', 'page On Linux'])
  expect(await titles('--kind', 'page', '--grep', 'guides/em')).toEqual(['page Empty', 'page Empty'])
  expect(await titles('--kind', 'file', '--grep', 'ｎｏｔｅｓ')).toEqual([
    'file notes (1).txt',
    'file notes (1).txt',
  ])
  expect(new Set(await titles('--grep', 'handbook'))).toContain('space Handbook')
  expect(await titles('--grep', 'no such thing')).toEqual([])
})
