import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeCompany } from '../helpers/company.ts'
import { docvault } from '../helpers/docvault.ts'

test.each(['document', 'full', 'current'] as const)(
  'a drill passes, says how long it took and leaves a signed record, profile %s',
  async profile => {
    const company = await makeCompany({ comments: 3, changeRequests: 4, sites: 2 })
    await company.backUp()
    const run = (...args: string[]) => docvault(args, { env: company.env })
    const done = await run('drill', '--profile', profile, '--json')
    const summary = done.events.findLast(one => one.message_type === 'summary')
    expect(summary).toMatchObject({ passed: true, damaged: [], differences: [], failures: [] })
    expect(Number(summary?.recovery_ms)).toBeGreaterThan(0)
    expect(done.code).toBe(0)
    const file = String(summary?.file)
    expect((await run('drill', '--records', '--json')).events).toContainEqual(
      expect.objectContaining({ message_type: 'record', valid: true, passed: true }),
    )
    writeFileSync(file, readFileSync(file, 'utf8').replace('"passed": true', '"passed": false'))
    const forged = await run('drill', '--records', '--json')
    expect(forged.code).toBe(13)
    expect(forged.events).toContainEqual(expect.objectContaining({ message_type: 'record', valid: false }))
    expect(statSync(join(company.vaultPath, 'drills', 'drill-key.pem')).mode & 0o077).toBe(0)
  },
)

test('the table of a drill says why something does not come back', async () => {
  const company = await makeCompany()
  await company.backUp()
  const printed = (await docvault(['drill'], { env: company.env })).stdout.toString()
  expect(printed).toMatch(/\ninstallation +0 +0 +2 +\S.*integration/)
  expect(printed).toMatch(/\n {2}step \d+ of \d+: /)
  expect(printed).not.toContain('--resume')
})

test('with one stored page damaged the drill fails with 14 and names it', async () => {
  const company = await makeCompany()
  await company.edit({ 'guides/linux.md': `# On Linux\n\n${randomBytes(200_000).toString('hex')}\n` })
  await company.backUp()
  damageLargestFile(company.vaultPath)
  const result = await docvault(['drill', '--json'], { env: company.env })
  expect(result.code).toBe(14)
  const summary = JSON.parse(JSON.stringify(result.events.findLast(one => one.message_type === 'summary')))
  expect(summary.passed).toBe(false)
  expect(summary.damaged.map((one: { label: string }) => one.label)).toContain('On Linux')
})

test('a drill whose emulated platform dies says so, and leaves no record', async () => {
  const company = await makeCompany()
  await company.backUp()
  const killed = new Set<number>()
  const onOutput = (_: string, pid: number) => {
    for (const child of childrenOf(pid)) {
      if (killed.has(child)) continue
      process.kill(child, 'SIGKILL')
      killed.add(child)
    }
  }
  const result = await docvault(['drill', '--json'], { env: company.env, onOutput })
  expect(killed.size).toBe(1)
  expect(result.code).toBe(1)
  expect(result.stderr + result.stdout).toContain('the emulated platform died: its process ended by SIGKILL')
  const records = await docvault(['drill', '--records', '--json'], { env: company.env })
  expect(records.events.filter(({ message_type }) => message_type === 'record')).toEqual([])
})

function childrenOf(pid: number): number[] {
  const listed = execFileSync('ps', ['-e', '-o', 'ppid=,pid=,args='], { encoding: 'utf8' })
  return listed.split('\n').flatMap(line => {
    const [parent, child] = line.trim().split(/\s+/)
    return Number(parent) === pid && line.includes('emulator-process') ? [Number(child)] : []
  })
}

test('a scratch organization of the platform that has content is refused', async () => {
  const company = await makeCompany()
  await company.backUp()
  const args = ['drill', '--live', company.emulator.organization]
  const refused = await docvault(args, { env: company.env })
  expect(refused.code).toBe(2)
  expect(refused.stderr).toContain('has content')
  const scratch = company.emulator.create('organization', { title: 'Scratch' })
  const org = ['--org', company.emulator.organization]
  const done = await docvault(['drill', '--live', scratch, ...org], { env: company.env })
  expect(done.stderr).toBe('')
  expect(done.code).toBe(0)
})

function damageLargestFile(vault: string): void {
  const files = filesBelow(join(vault, 'files')).sort((a, b) => statSync(b).size - statSync(a).size)
  const [largest = ''] = files
  const bytes = readFileSync(largest)
  bytes[Math.floor(bytes.length / 2)] = (bytes[Math.floor(bytes.length / 2)] ?? 0) ^ 0xff
  writeFileSync(largest, bytes)
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap(one => {
    const path = join(folder, one.name)
    return one.isDirectory() ? filesBelow(path) : [path]
  })
}
