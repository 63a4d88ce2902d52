import { expect, test } from 'vitest'
import { makeCompany } from '../helpers/company.ts'

const impatient = {
  DOCVAULT_PLATFORM_TIMEOUT: '300ms',
  DOCVAULT_PLATFORM_ATTEMPTS: '1',
  DOCVAULT_PLATFORM_LEAST_RATE: '0',
}

test('a list that drips is given up because of its rate, and nobody is removed', async () => {
  const company = await makeCompany()
  await company.backUp()
  company.emulator.fault({ operation: 'listMembersInOrganizationById', kind: 'drip', ms: 20 })
  const env = { ...impatient, DOCVAULT_PLATFORM_LEAST_RATE: '4KiB' }
  const summary = await company.backUp({}, { env })
  expect(summary).toMatchObject({ state: 'partial', removed: 0, resources: { member: 12 } })
  expect(summary.gaps).toMatchObject([{ kind: 'member', class: 'truncated' }])
  expect(summary.gaps[0]?.message).toContain('came too slowly')
})

test('a list that drips is given up when a whole answer is due', async () => {
  const company = await makeCompany()
  company.emulator.fault({ operation: 'listMembersInOrganizationById', kind: 'drip', ms: 20 })
  const env = { ...impatient, DOCVAULT_PLATFORM_ANSWER_TIMEOUT: '500ms' }
  const summary = await company.backUp({}, { env })
  expect(summary.gaps).toMatchObject([{ kind: 'member', class: 'unreachable' }])
  expect(summary.gaps[0]?.message).toContain('no whole answer within 1 s')
})

test('files that drip are gaps, one by one', async () => {
  const company = await makeCompany()
  company.emulator.fault({ operation: 'download', kind: 'drip', ms: 100, match: 'logo' })
  const env = { ...impatient, DOCVAULT_PLATFORM_LEAST_RATE: '4KiB' }
  const summary = await company.backUp({}, { env })
  expect(summary).toMatchObject({ state: 'partial', resources: { page: 10 } })
  const files = summary.gaps.filter(gap => gap.kind === 'file')
  expect(files).toHaveLength(2)
  for (const gap of files) expect(gap).toMatchObject({ class: 'truncated', resource: expect.any(String) })
})

test('backup.maxDuration ends a run that hangs: what is under way is broken off, the snapshot is sealed', async () => {
  const company = await makeCompany()
  await company.backUp()
  company.emulator.fault({ operation: 'listTeamsInOrganizationById', kind: 'drip', ms: 200 })
  const env = { ...impatient, DOCVAULT_BACKUP_MAX_DURATION: '2s' }
  const summary = await company.backUp({ exact: true }, { env })
  expect(summary).toMatchObject({ state: 'partial', removed: 0, resources: { team: 3, page: 10 } })
  expect(new Set(summary.gaps.map(gap => gap.class))).toEqual(new Set(['skipped']))
  expect(summary.gaps.map(gap => gap.kind)).toContain('team')
  expect(summary.gaps[0]?.message).toContain('backup.maxDuration')
  company.emulator.clearFaults()
  expect(await company.backUp({ exact: true })).toMatchObject({ state: 'complete', removed: 0 })
})

test('a file that comes just fast enough is given up when its time is over, and not begun anew', async () => {
  const company = await makeCompany()
  company.emulator.fault({ operation: 'download', kind: 'drip', ms: 20, match: 'logo' })
  const env = {
    ...impatient,
    DOCVAULT_PLATFORM_ATTEMPTS: '3',
    DOCVAULT_PLATFORM_DOWNLOAD_TIMEOUT: '200ms',
  }
  const summary = await company.backUp({}, { env })
  const files = summary.gaps.filter(gap => gap.kind === 'file')
  expect(files).toHaveLength(2)
  for (const gap of files)
    expect(gap).toMatchObject({ class: 'truncated', message: expect.stringContaining('not whole after') })
  const whole = await makeCompany()
  await whole.backUp()
  const downloadsOf = (one: typeof company) => one.emulator.requests().operations.download
  expect(downloadsOf(company)).toBe(downloadsOf(whole))
  company.emulator.clearFaults()
  expect(await company.backUp({ exact: true })).toMatchObject({ state: 'complete', removed: 0 })
})
