/** An open anomaly at the command line: what it stops, how it is listed, and how it ends. */
import { expect, test } from 'vitest'
import { type Company, makeNights, usualCompany } from '../anomalies/nights.ts'
import { runLine } from '../helpers/program.ts'

const { other = {} } = usualCompany().spaces
const attacked: Company = { ...usualCompany(), spaces: { other } }

/** Six nights; in the sixth a space is gone. */
async function attackedVault(env: Record<string, string> = {}) {
  const { night, vault, path } = await makeNights()
  for (let at = 1; at <= 5; at++) await night(usualCompany())
  await night(attacked)
  await vault.close()
  const surroundings = { DOCVAULT_VAULT_PATH: path, DOCVAULT_RETENTION_KEEP_LAST: '2', ...env }
  const run = (...argv: string[]) => runLine(argv, { env: surroundings })
  const said = async (...argv: string[]) =>
    (await run(...argv, '--json')).text
      .trim()
      .split('\n')
      .map((line): Record<string, unknown> => JSON.parse(line))
  return { run, said }
}

test('nothing is forgotten or pruned before somebody has acknowledged it; then everything goes on', async () => {
  const { run, said } = await attackedVault({ DOCVAULT_RETENTION_UNDO: '0s' })
  const frozen =
    'organization org is frozen: space-removed-6 is open (the space "The docs" is gone, with 40 pages). Look at it; `docvault ack space-removed-6 --reason TEXT` ends it'
  expect((await run('forget')).text).toContain(`${frozen}\n2 last: 6 kept, 0 snapshots to forget`)
  expect((await said('forget')).at(-1)).toMatchObject({ forgets: 0, frozen: ['space-removed-6'] })
  await expect(run('forget', '1', '--apply', '--expect', '1')).rejects.toMatchObject({
    message: 'snapshot 1 cannot be forgotten: anomaly space-removed-6 is open',
    hint: 'look at it, then say so: `docvault ack space-removed-6 --reason TEXT`',
  })
  expect((await run('prune')).text).toContain(frozen)
  const acknowledged = await run('ack', 'space-removed-6', '--reason', 'moved to the archive')
  expect(acknowledged.text).toBe(
    'space-removed-6 is acknowledged: moved to the archive\nthe pin stays until `docvault unpin`: 1 snapshot 5\nforget and prune go on with organization org\n',
  )
  expect((await run('forget', '--apply', '--expect', '4')).text).toContain('4 snapshots forgotten')
  expect((await run('prune', '--apply')).text).toContain('pruned: 1-4 (4 snapshots; 2 stay)')
})

test('what was forgotten before it was found is not pruned while it is open', async () => {
  const { night, path, vault } = await makeNights()
  for (let at = 1; at <= 5; at++) await night(usualCompany())
  const note = () => ({ body: (number: number) => JSON.stringify({ number }), sign: null })
  vault.annotations({ by: 'ada', note }).forget([1, 2], { policy: 'none', plan: '' })
  await night(attacked)
  await vault.close()
  const env = { DOCVAULT_VAULT_PATH: path, DOCVAULT_RETENTION_UNDO: '0s' }
  const { text } = await runLine(['prune', '--apply'], { env })
  expect(text).toContain('there was nothing to prune\n')
  expect(text).toContain('forgotten, but needed: 1, anomaly space-removed-6 is open\n')
  await runLine(['ack', 'space-removed-6', '--reason', 'meant'], { env })
  expect((await runLine(['prune', '--apply'], { env })).text).toContain('pruned: 1-2 (2 snapshots; 4 stay)')
})

test('what is open is listed, with how to look at it and how to end it; with --all what is not as well', async () => {
  const { run, said } = await attackedVault()
  const { text } = await run('anomalies')
  expect(text).toContain('the space "The docs" is gone, with 40 pages')
  expect(text).toContain(
    'space-removed-6: `docvault diff 5 6 --stat` shows it, `docvault ack space-removed-6 --reason TEXT` ends it\n',
  )
  expect(await said('anomalies')).toMatchObject([
    {
      message_type: 'anomaly',
      anomaly: 'space-removed-6',
      rule: 'space-removed',
      before: 5,
      open: true,
      ack: null,
    },
    { message_type: 'summary', open: 1, found: 1 },
  ])
  await run('ack', 'space-removed-6', '--reason', 'meant')
  expect((await run('anomalies')).text).toBe('nothing is open\n')
  expect(await said('anomalies', '--all')).toMatchObject([
    { open: false, ack: { reason: 'meant' } },
    { message_type: 'summary', open: 0, found: 1 },
  ])
})

test('the ledger has both acts, and is sound', async () => {
  const { run, said } = await attackedVault()
  await run('ack', 'space-removed-6', '--reason', 'meant')
  const acts = (await said('audit', 'ledger')).filter(({ entry }) => entry === 'act')
  expect(acts).toMatchObject([
    {
      act: 'anomaly',
      anomaly: 'space-removed-6',
      organization: 'org',
      snapshot: 6,
      by: 'docvault anomalies',
    },
    { act: 'pin', snapshot: 5, reason: 'anomaly space-removed-6' },
    {
      act: 'ack',
      anomaly: 'space-removed-6',
      organization: 'org',
      snapshot: 6,
      rule: 'space-removed',
      reason: 'meant',
    },
  ])
  expect((await run('check')).code).toBe(0)
})

test('a replay says what would have been found, by the rules as they are set now, and changes nothing', async () => {
  const { run, said } = await attackedVault()
  expect((await run('anomalies', '--replay')).text).toContain(
    'org: 5 nights, 1 with changes; something would have been found in 1',
  )
  expect((await said('anomalies', '--replay')).slice(-2)).toMatchObject([
    { message_type: 'night', from: 5, snapshot: 6, found: [{ anomaly: 'space-removed-6' }] },
    { message_type: 'summary', organization: 'org', nights: 5, edited: 1, found: 1 },
  ])
  const { run: lenient } = await attackedVault({ DOCVAULT_ANOMALIES_OFF: 'space-removed' })
  expect((await lenient('anomalies', '--replay')).text).toContain('would have been found in 0')
})

test.each([
  [['ack', 'nope-1', '--reason', 'x'], /there is no anomaly nope-1/, /open anomalies: space-removed-6/],
  [['ack', 'space-removed-6'], /acknowledged with a reason/, /--reason/],
  [['ack', 'space-removed-6', '--reason', ' '], /acknowledged with a reason/, /--reason/],
  [['ack', 'space-removed-6', '--reason', 'x'.repeat(501)], /the reason has 501 characters/, /500/],
  [['anomalies', '--org', 'nobody'], /no snapshot of organization nobody/, /organizations: org/],
  [['anomalies', '--all', '--replay'], /not both/, /^/],
])('%j is refused, and says what is wrong', async (argv, message, hint) => {
  const { run } = await attackedVault()
  const refused = await run(...argv).then(
    () => null,
    (error: unknown) => error,
  )
  expect(refused).toMatchObject({ code: 'usage', message: expect.stringMatching(message) })
  expect(Object(refused).hint ?? '').toMatch(hint)
})

test('one that is acknowledged cannot be acknowledged again, and says by whom it was', async () => {
  const { run } = await attackedVault()
  await run('ack', 'space-removed-6', '--reason', 'meant')
  await expect(run('ack', 'space-removed-6', '--reason', 'again')).rejects.toThrow(
    /space-removed-6 is acknowledged already, by .*: meant/,
  )
})

test('a rule that nobody knows is named, with those that there are', async () => {
  const { run } = await attackedVault({ DOCVAULT_ANOMALIES_OFF: 'mass-romoval' })
  await expect(run('anomalies')).rejects.toThrow(/mass-romoval/)
})
