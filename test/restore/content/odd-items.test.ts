import { expect, test } from 'vitest'
import { type Company, makeCompany } from '../../helpers/company.ts'
import { docvault } from '../../helpers/docvault.ts'
import { itemsOf, jsonOf, restoreHome, restoreInto } from '../../helpers/restoring.ts'

/** Kept as it came; no service takes it back. */
const oddDocument = '{"object":"document","nodes":[null,7,{"object":"block","type":{},"nodes":{}}]}'

test('a page whose document no service takes is that page’s failure: its siblings come back with their bodies', async () => {
  const company = await makeCompany({ profile: 'current' })
  await company.backUp()
  const page = await makeOdd(company, 'On Linux')
  expect(await company.backUp({ exact: true })).toMatchObject({ state: 'complete', gaps: [] })
  const target = await restoreInto(company, { profile: 'current' })
  const { result } = await target.apply('2')
  expect(result?.state).toBe('partial')
  expect(result?.outcome.failures).toMatchObject([
    { kind: 'page', source: page, label: 'On Linux', reason: expect.stringContaining('400') },
  ])
  expect(result?.verification.differences).toEqual([])
  const pages = result?.verification.kinds.find(one => one.kind === 'page')
  expect([pages?.full, pages?.not]).not.toContain(10)
  expect((pages?.full ?? 0) + (pages?.part ?? 0)).toBe(10)
  const failed = company
    .vault()
    .journal(result?.run ?? 0)
    .filter(one => one.state === 'failed' && one.write === `item page ${page}`)
  expect(failed).toHaveLength(1)
  expect(bodyIn(company, String(result?.after), 'Install')).toContain('See')
  // The same by the queue of steps that change what is there.
  const drill = await docvault(['drill', '2', '--profile', 'current', '--json'], { env: company.env })
  expect(drill.code).toBe(14)
  expect(drill.events.findLast(one => one.message_type === 'summary')).toMatchObject({
    passed: false,
    damaged: [],
    failures: [expect.objectContaining({ label: 'On Linux' })],
  })
})

test('a file whose name no service takes is that file’s failure', async () => {
  const company = await makeCompany({ profile: 'current' })
  await company.backUp()
  const logo = itemsOf(company.vault(), '1', 'file').find(
    one => jsonOf(company.vault(), one).name === 'logo.png',
  )
  company.emulator.patch('file', logo?.id ?? '', { name: 'x'.repeat(5000) })
  expect(await company.backUp({ exact: true })).toMatchObject({ state: 'complete' })
  const target = await restoreInto(company, { profile: 'current' })
  target.emulator.fault({ operation: 'updateChangeRequestContent', kind: 'status', status: 400, count: 1 })
  const { result } = await target.apply('2')
  expect(result?.verification.kinds.find(one => one.kind === 'page')).toMatchObject({ not: 0 })
  expect(result?.outcome.failures.map(one => one.kind)).not.toContain('space')
})

test('a step that the platform refuses makes the run partial, and the command ends with 3', async () => {
  const company = await makeCompany()
  await company.backUp()
  const [team] = itemsOf(company.vault(), '1', 'team')
  company.emulator.remove('team', team?.id ?? '')
  company.emulator.fault({ operation: 'createOrganizationTeam', kind: 'status', status: 403 })
  const home = restoreHome(company)
  const args = ['restore', '1', '--kind', 'team', '--apply', '--yes', '--json']
  const run = await docvault(args, { env: home.env })
  expect(run.code).toBe(3)
  expect(run.events.at(-1)).toMatchObject({ message_type: 'summary', state: 'partial' })
  const [row] = company.vault().restoreRuns()
  expect(row).toMatchObject({ state: 'partial' })
  expect(company.vault().journal(row?.id ?? 0)).toContainEqual(
    expect.objectContaining({ write: `create team ${team?.id}`, state: 'failed' }),
  )
})

/** A new body that the platform tells, and would not take. Answers the page's path. */
async function makeOdd(company: Company, title: string): Promise<string> {
  const { emulator } = company
  const vault = company.vault()
  const [page] = itemsOf(vault, '1', 'page').filter(one => jsonOf(vault, one).title === title)
  const space = page ? vault.ref(page.key).parent?.id : ''
  emulator.patch('page', page?.id ?? '', { markdown: `# ${title}\n\nodd\n` })
  const answer = await fetch(`${emulator.url}/spaces/${space}/content/page/${page?.id}`, {
    headers: { authorization: `Bearer ${emulator.token}` },
  })
  const { documentId } = Object(await answer.json())
  emulator.fault({ operation: 'getDocumentById', kind: 'answer', text: oddDocument, match: documentId })
  return `${space}/${page?.id}`
}

function bodyIn(company: Company, snapshot: string, title: string): string {
  const vault = company.vault()
  const [page] = itemsOf(vault, snapshot, 'page').filter(one => jsonOf(vault, one).title === title)
  const part = page?.parts.find(one => one.name === 'markdown')
  return part ? vault.read(part.content).toString() : ''
}
