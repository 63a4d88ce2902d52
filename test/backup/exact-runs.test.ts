import { describe, expect, test } from 'vitest'
import { type Company, makeCompany } from '../helpers/company.ts'

const discussed = { comments: 12, changeRequests: 8 }

describe('fast and exact runs', () => {
  test('a fast run trusts counts, an exact run sees what they hide', async () => {
    const company = await makeCompany(discussed)
    await company.backUp()
    const [comment] = company.vault().resources(1, { kind: 'comment' })
    company.emulator.patch('comment', comment?.id ?? '', { editedAt: '2026-11-22T10:00:00.000Z' })
    const env = { DOCVAULT_BACKUP_LISTS_EVERY: '1h' }
    expect(await company.backUp({}, { env })).toMatchObject({ state: 'complete', modified: 0 })
    expect(await company.backUp({ exact: true }, { env })).toMatchObject({ state: 'complete', modified: 1 })
  })

  test('what has no token is read again when its last reading is old', async () => {
    const company = await makeCompany(discussed)
    await company.backUp()
    const [comment] = company.vault().resources(1, { kind: 'comment' })
    company.emulator.patch('comment', comment?.id ?? '', { editedAt: '2026-11-22T10:00:00.000Z' })
    const old = await company.backUp(
      {},
      {
        env: { DOCVAULT_BACKUP_EXACT_EVERY: '0ms', DOCVAULT_BACKUP_LISTS_EVERY: '1h' },
      },
    )
    expect(old).toMatchObject({ modified: 1 })
  })

  test('closed change requests are frozen until an audit is due', async () => {
    const company = await makeCompany(discussed)
    await company.backUp()
    company.emulator.resetRequests()
    // The first exact run is an audit: none was ever made.
    await company.backUp({ exact: true })
    const audit = requestsBelow(company)
    await company.backUp({ exact: true })
    const exact = requestsBelow(company)
    const live = [...company.vault().resources(1, { kind: 'change-request' })].length / 2
    expect(exact.listCommentsInChangeRequest).toBe(live)
    expect(audit.listCommentsInChangeRequest).toBe(2 * live)
    expect(exact.listChangeRequestsForOrganization).toBe(2)
    await company.backUp({ exact: true }, { env: { DOCVAULT_BACKUP_AUDIT_EVERY: '0ms' } })
    expect(requestsBelow(company)).toEqual(audit)
  })

  test('an exact run names the spaces that were edited meanwhile', async () => {
    const company = await makeCompany()
    await company.backUp()
    expect((await company.backUp({ exact: true })).proof?.moved).toEqual([])
    expect((await company.backUp()).proof).not.toHaveProperty('moved')
    await company.edit({ 'README.md': '# One\n' })
    let edited: Promise<void> | null = null
    const moved = await company.backUp(
      { exact: true },
      {
        report: event => {
          if (event.type === 'scope' && event.kind === 'revision')
            edited ??= company.edit({ 'README.md': '# Two\n' })
        },
      },
    )
    await edited
    expect(moved.state).toBe('complete')
    expect(moved.proof?.moved).toHaveLength(1)
  })
})

describe('the budget of a run', () => {
  test('after so many failures nothing more is tried, and nothing is removed', async () => {
    const company = await makeCompany(discussed)
    const first = await company.backUp()
    company.emulator.fault({ operation: 'listTeamMembersInOrganizationById', kind: 'status', status: 500 })
    const tried = await company.backUp({ exact: true }, { env: { DOCVAULT_BACKUP_MAX_GAPS: '2' } })
    expect(tried).toMatchObject({ state: 'partial', removed: 0, resources: first.resources })
    const classes = tried.gaps.map(gap => gap.class)
    expect(classes.filter(one => one === 'unreachable').length).toBeGreaterThanOrEqual(2)
    expect(tried.gaps).toContainEqual(
      expect.objectContaining({
        kind: 'space',
        class: 'skipped',
        message: expect.stringContaining('maxGaps'),
      }),
    )
    company.emulator.clearFaults()
    expect(await company.backUp({ exact: true })).toMatchObject({ state: 'complete', removed: 0 })
  })

  test('after its time nothing more is begun', async () => {
    const company = await makeCompany(discussed)
    await company.backUp()
    const late = await company.backUp({ exact: true }, { env: { DOCVAULT_BACKUP_MAX_DURATION: '1ms' } })
    expect(late).toMatchObject({ state: 'partial', removed: 0 })
    expect(new Set(late.gaps.map(gap => gap.class))).toEqual(new Set(['skipped']))
  })
})

describe('coverage', () => {
  test('a kind that is not readable any more is a warning and a gap, until it is accepted', async () => {
    const company = await makeCompany(discussed)
    const first = await company.backUp()
    company.emulator.fault({ operation: 'listCommentRepliesInSpace', kind: 'status', status: 403 })
    const warnings: string[] = []
    const second = await company.backUp(
      { exact: true },
      { report: event => event.type === 'warning' && warnings.push(event.message) },
    )
    expect(second).toMatchObject({ state: 'partial', removed: 0, resources: first.resources })
    expect(second.not_offered).toContainEqual(
      expect.objectContaining({ kind: 'comment-reply', reason: 'not allowed' }),
    )
    expect(warnings.join()).toContain('comment-reply')
    const accepted = await company.backUp({ exact: true, allowShrink: true })
    expect(accepted).toMatchObject({ state: 'complete', removed: 0 })
    expect(await company.backUp({ exact: true })).toMatchObject({ state: 'complete', removed: 0 })
  })
})

function requestsBelow(company: Company): Record<string, number> {
  const { operations } = company.emulator.requests()
  company.emulator.resetRequests()
  return Object.fromEntries(Object.entries(operations).filter(([name]) => name.includes('ChangeRequest')))
}
