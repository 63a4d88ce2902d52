import { describe, expect, test } from 'vitest'
import { type Company, makeCompany } from '../helpers/company.ts'
import { startTestDaemon, type TestDaemon } from '../helpers/daemon.ts'

describe('runs by the queue', () => {
  test('a queued backup is the snapshot that the command takes, for the same requests', async () => {
    const [queued, inline] = [await makeCompany(), await makeCompany()]
    const expected = await inline.backUp({ exact: true })
    const daemon = await startTestDaemon(queued)
    const record = await daemon.run('backup')
    expect(record).toMatchObject({ outcome: 'complete', snapshot: 1 })
    const [snapshot] = queued.vault().snapshots()
    const { resources, added, gaps, state } = snapshot ?? {}
    expect({ resources, added, gaps, state }).toEqual({
      resources: expected.resources,
      added: expected.added,
      gaps: [],
      state: 'complete',
    })
    expect(costsOf(queued)).toEqual(costsOf(inline))
  })

  test('each organization has a run of its own, and each space a job', async () => {
    const company = await makeCompany({ organizations: 3 })
    const daemon = await startTestDaemon(company)
    const { queues } = daemon.platform()
    const run = await daemon.platform().trigger('backup', {})
    await daemon.ended(one => one.run === run)
    await Promise.all(
      (await queues.runs.getJobs(['completed', 'active', 'waiting', 'prioritized', 'waiting-children']))
        .filter(one => one.id !== run)
        .map(one => daemon.ended(record => record.run === one.id)),
    )
    const runs = daemon
      .platform()
      .runs()
      .filter(one => one.organization !== null)
    expect(runs).toHaveLength(4)
    expect(runs.every(one => one.outcome === 'complete')).toBe(true)
    const spaces = [
      ...company.vault().resources(snapshotOf(runs, company.emulator.organization), { kind: 'space' }),
    ]
    expect(await queues.parts.getJobCounts('completed')).toEqual({ completed: spaces.length })
  })

  test('with a single place for all runs each gets its turn, and the others say that they wait', async () => {
    const company = await makeCompany({ organizations: 3 })
    const env = { ...company.env, DOCVAULT_DAEMON_RUNS_AT_ONCE: '1' }
    let daemon: TestDaemon | null = null
    const seen: string[][] = []
    const look = () => seen.push(statesOf(daemon))
    // When a run begins, and when it ends, there is a line.
    daemon = await startTestDaemon(company, { env, wrote: look })
    const run = await daemon.platform().trigger('backup', {})
    await daemon.ended(record => record.run === run)
    const ids = (await daemon.platform().queues.runs.getJobs()).flatMap(({ id }) =>
      id === undefined || id === run ? [] : [id],
    )
    const records = await Promise.all(ids.map(id => daemon.ended(record => record.run === id)))
    expect(records.map(({ outcome }) => outcome)).toEqual(ids.map(() => 'complete'))
    expect(ids).toHaveLength(4)
    expect(Math.max(...seen.map(states => states.filter(state => state === 'working').length))).toBe(1)
    expect(seen).toContainEqual(expect.arrayContaining(['working', 'waiting']))
  })

  test('a sync makes a snapshot only when something has changed', async () => {
    const company = await makeCompany()
    const daemon = await startTestDaemon(company)
    expect(await daemon.run('sync')).toMatchObject({ outcome: 'complete', snapshot: 1 })
    expect(await daemon.run('sync')).toMatchObject({ outcome: 'unchanged', snapshot: null })
    await company.edit({ 'README.md': '# Changed\n' })
    expect(await daemon.run('sync')).toMatchObject({ outcome: 'complete', snapshot: 2 })
    expect(
      company
        .vault()
        .snapshots()
        .map(one => one.state),
    ).toEqual(['complete', 'complete'])
  })

  test('a space that fails is tried again, and then complete', async () => {
    const company = await makeCompany()
    const daemon = await startTestDaemon(company)
    company.emulator.fault({ operation: 'getPageInRevisionById', kind: 'status', status: 503, count: 4 })
    expect(await daemon.run('backup')).toMatchObject({ outcome: 'complete' })
    expect(company.vault().snapshots()[0]?.gaps).toEqual([])
    expect(daemon.lines.filter(one => one.msg === 'a part failed')).not.toEqual([])
  })

  test('a space that goes on failing is a gap and spoils no other', async () => {
    const company = await makeCompany()
    const daemon = await startTestDaemon(company)
    await daemon.run('backup')
    await company.edit({ 'README.md': '# Changed\n' })
    company.emulator.fault({ operation: 'getRevisionById', kind: 'status', status: 503 })
    company.emulator.fault({ operation: 'getCurrentRevision', kind: 'status', status: 503 })
    const record = await daemon.run('backup')
    expect(record.outcome).toBe('partial')
    const last = company.vault().snapshots().at(-1)
    expect(new Set(last?.gaps.map(one => one.class))).toEqual(new Set(['unreachable']))
    expect(last?.removed).toBe(0)
    company.emulator.clearFaults()
    expect(await daemon.run('sync')).toMatchObject({ outcome: 'complete' })
  })

  test('a refused token ends a run at once, other errors are tried again', async () => {
    const company = await makeCompany()
    const daemon = await startTestDaemon(company)
    company.emulator.fault({ operation: 'getOrganizationById', kind: 'status', status: 500, count: 3 })
    expect(await daemon.run('backup')).toMatchObject({ outcome: 'complete' })
    company.emulator.resetRequests()
    company.emulator.fault({ operation: '*', kind: 'revoked', count: 1 })
    expect(await daemon.run('backup')).toMatchObject({ outcome: 'failed', code: 'unauthorized' })
    expect(company.emulator.requests().total).toBe(1)
  })

  test('two backups of one organization wait for each other, and a sync beside them is left out', async () => {
    const company = await makeCompany({ latencyMs: 20 })
    const daemon = await startTestDaemon(company)
    const both = Promise.all([daemon.run('backup'), daemon.run('backup')])
    await daemon.logged(one => one.msg === 'a snapshot is begun')
    const sync = await daemon.platform().trigger('sync', { organization: company.emulator.organization })
    expect(await daemon.logged(one => one.run === sync)).toMatchObject({ outcome: 'skipped' })
    const all = await daemon.platform().trigger('sync', {})
    const said = await daemon.ended(one => one.run.startsWith(`${all}.`))
    expect(said).toMatchObject({ outcome: 'skipped', message: 'another run is at work on this organization' })
    expect(await daemon.ended(one => one.run === all)).toMatchObject({
      outcome: 'done',
      message: 'started for 1 organization',
    })
    const [first, second] = await both
    expect([first.outcome, second.outcome]).toEqual(['complete', 'complete'])
    const [one, two] = company.vault().snapshots()
    expect(Date.parse(two?.started ?? '')).toBeGreaterThanOrEqual(Date.parse(one?.sealed ?? ''))
  })

  test('a run that is cancelled ends at its next request, and the next one resumes it', async () => {
    const company = await makeCompany({ latencyMs: 50 })
    const daemon = await startTestDaemon(company)
    const run = await daemon.platform().trigger('backup', { organization: company.emulator.organization })
    await daemon.logged(one => one.msg === 'the run begins')
    expect(await daemon.platform().cancel(run)).toBe(true)
    expect(await daemon.ended(one => one.run === run)).toMatchObject({ outcome: 'cancelled' })
    expect(company.vault().snapshots()).toMatchObject([{ snapshot: 1, state: 'running' }])
    expect(await daemon.run('backup')).toMatchObject({ outcome: 'complete', snapshot: 1 })
  })

  test('a daemon that is stopped leaves its run to be resumed, and the next one finishes it', async () => {
    const company = await makeCompany({ latencyMs: 50 })
    const first = await startTestDaemon(company, { env: { DOCVAULT_DAEMON_STOP_TIMEOUT: '1ms' } })
    const run = await first.platform().trigger('backup', { organization: company.emulator.organization })
    await first.logged(one => one.msg === 'the run begins')
    await first.stop()
    const second = await startTestDaemon(company)
    expect(await second.ended(one => one.run === run)).toMatchObject({ outcome: 'complete', snapshot: 1 })
    expect(company.vault().snapshots()).toHaveLength(1)
  })
})

/** How the organization itself is found is another matter. */
function costsOf({ emulator }: Company): Record<string, number> {
  const beside = ['listOrganizationsForAuthenticatedUser', 'getOrganizationById']
  const { operations } = emulator.requests()
  return Object.fromEntries(Object.entries(operations).filter(([name]) => !beside.includes(name)))
}

function snapshotOf(
  runs: readonly { organization: string | null; snapshot: number | null }[],
  organization: string,
): number {
  return runs.find(one => one.organization === organization)?.snapshot ?? 0
}

/** Of runs for an organization, and of those that wait. */
function statesOf(daemon: TestDaemon | null): string[] {
  const active = daemon?.platform().active() ?? []
  return active
    .filter(({ state, organization }) => state === 'waiting' || organization !== null)
    .map(({ state }) => state)
}
