/**
 * An incident on real documentation, by the command line alone, beside a daemon that runs: a space is deleted and everybody made
 * administrator. It is told and frozen until somebody has looked, put back, acknowledged, and proved to an auditor; and a copy
 * of what came back is made for staging, which names nobody.
 */
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join, relative } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { type Company, makeCompany } from '../helpers/company.ts'
import { startDaemonProcess } from '../helpers/daemon-process.ts'
import { writeState } from '../helpers/data-sets.ts'
import { docvault } from '../helpers/docvault.ts'
import { identitiesOf } from '../helpers/named-company.ts'
import { filesBelow } from '../helpers/source-tree.ts'
import { foundIn } from '../restore/mask/masked-copy.ts'

const ADMINISTRATORS = 9
const STAGING = 'Acme Documentation 2'
const described = z.object({ id: z.string(), title: z.string() })

/** Texts of messages, as they came. */
async function startReceiver(): Promise<{ url: string; messages: string[] }> {
  const messages: string[] = []
  const server = createServer(async (request, response) => {
    messages.push(await text(request))
    response.end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const address = server.address()
  return { url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`, messages }
}

async function makeIncident() {
  const company = await makeCompany({ organizations: 1 })
  const { emulator, folder } = company
  const space = emulator.create('space', { title: 'Sunbird', organization: emulator.organization })
  const content = join(folder, 'sunbird')
  writeState('sunbird', 'last', content)
  await emulator.load(space, content)
  const receiver = await startReceiver()
  const env = {
    ...company.env,
    DOCVAULT_DAEMON_PATH: join(folder, 'daemon'),
    DOCVAULT_SERVER_PORT: '0',
    DOCVAULT_NOTIFY_WEBHOOK: receiver.url,
    DOCVAULT_PLATFORM_ORGANIZATIONS: emulator.organization,
  }
  const daemon = await startDaemonProcess(env)
  onTestFinished(async () => void (await daemon.kill('SIGTERM')))
  await daemon.logged(line => line.msg === 'holding the vault')
  const run = async (...args: string[]) => runIn({}, ...args)
  const runIn = async (changed: Record<string, string>, ...args: string[]) => {
    const { code, stdout, stderr } = await docvault(args, { env: { ...env, ...changed }, cwd: folder })
    return { code, text: stdout.toString(), notes: stderr }
  }
  const exported = async (name: string) => {
    expect((await run('backup')).code).toBe(0)
    expect((await run('export', 'latest', name)).code).toBe(0)
    const below = join(folder, name)
    return new Map(filesBelow(below).map(file => [relative(below, file), readFileSync(file, 'utf8')]))
  }
  return { company, space, receiver, run, runIn, exported }
}

type Run = Awaited<ReturnType<typeof makeIncident>>['run']
type RunIn = Awaited<ReturnType<typeof makeIncident>>['runIn']

async function asked({ emulator }: Company, method: string, path: string, body?: object): Promise<unknown> {
  const answer = await fetch(emulator.url + path, {
    method,
    headers: { authorization: `Bearer ${emulator.token}`, 'content-type': 'application/json' },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
  return answer.status === 200 ? answer.json() : null
}

/** Roles of all members, by their ids. */
async function rolesNow(company: Company): Promise<ReadonlyMap<string, string>> {
  const path = `/orgs/${company.emulator.organization}/members?limit=1000`
  const { items } = Object(await asked(company, 'GET', path))
  return new Map(items.map((member: { id: string; role: string }) => [member.id, member.role]))
}

/** As somebody does who stole an account. */
async function attack(company: Company, space: string): Promise<void> {
  await asked(company, 'DELETE', `/spaces/${space}`)
  const others = [...(await rolesNow(company))].filter(([, role]) => role !== 'admin')
  for (const [id] of others.slice(0, ADMINISTRATORS))
    await asked(company, 'PATCH', `/orgs/${company.emulator.organization}/members/${id}`, { role: 'admin' })
}

async function assertFrozen(run: Run): Promise<void> {
  const refused = await run('forget', '1', '--apply', '--expect', '1')
  expect([refused.code, refused.notes]).toEqual([expect.any(Number), expect.stringMatching(/docvault ack/)])
  expect(refused.code).not.toBe(0)
  expect((await run('prune', '--apply')).text).toMatch(/is frozen: .*space-removed-3/)
}

async function acknowledge(run: Run): Promise<void> {
  const wrong = await run('ack', 'space-removed-33', '--reason', 'it was an attack')
  expect([wrong.code, wrong.notes]).toEqual([2, expect.stringContaining('space-removed-3')])
  expect((await run('ack', 'space-removed-3')).notes).toContain('--reason')
  const open = (await run('anomalies', '--json')).text.split('\n').flatMap(line => {
    const name: unknown = line === '' ? undefined : JSON.parse(line).anomaly
    return typeof name === 'string' ? [name] : []
  })
  for (const name of open) expect((await run('ack', name, '--reason', 'it was an attack')).code).toBe(0)
}

async function assertProved(run: Run, folder: string): Promise<void> {
  const today = new Date().toISOString().slice(0, 10)
  const made = await run('evidence', '--from', today, '--to', today, '--out', 'evidence.json')
  expect([0, 3]).toContain(made.code)
  const file = join(folder, 'evidence.json')
  const text = readFileSync(file, 'utf8')
  for (const words of ['space-removed-3', 'administrators-gained-3', 'it was an attack', 'incident 2..3'])
    expect(text).toContain(words)
  expect((await run('audit', 'verify', 'evidence.json')).code).toBe(0)
  writeFileSync(file, text.replace('it was an attack', 'it was no attack'))
  const altered = await run('audit', 'verify', 'evidence.json')
  expect([altered.code, altered.text + altered.notes]).toEqual([
    expect.any(Number),
    expect.stringMatching(/part "anomalies" of the report was changed/),
  ])
  expect(altered.code).not.toBe(0)
}

test('a space is deleted and everybody made administrator', { timeout: 1_200_000 }, async () => {
  const { company, space, receiver, run, runIn, exported } = await makeIncident()
  await run('backup')
  const [before, roles] = [await exported('before'), await rolesNow(company)]
  expect((await run('anomalies')).text).not.toContain('space-removed')

  await attack(company, space)
  const damaged = await exported('damaged')
  expect(damaged.size).toBeLessThan(before.size / 2)
  const found = (await run('anomalies')).text
  for (const name of ['space-removed-3', 'administrators-gained-3']) expect(found).toContain(name)
  expect((await run('status')).text).toContain('space-removed-3')
  expect(receiver.messages.join('\n')).toMatch(/Sunbird/)
  await assertFrozen(run)

  const planned = await run('restore', '--incident', '2..3', '-o', 'plan.json')
  expect([planned.code, planned.notes]).toEqual([0, expect.any(String)])
  const applied = await run('restore', 'apply', 'plan.json', '--yes')
  expect([applied.code, applied.text]).toEqual([0, expect.any(String)])
  expect(differing(before, await exported('after'))).toEqual([])
  expect(await rolesNow(company)).toEqual(roles)

  await acknowledge(run)
  expect((await run('forget', '1', '--apply', '--expect', '1')).code).toBe(0)
  await assertProved(run, company.folder)
  await assertMasked(company, run, runIn)
})

/** Read as somebody reads it who was given the copy and nothing else. */
async function assertMasked(company: Company, run: Run, runIn: RunIn): Promise<void> {
  const { emulator, folder } = company
  const { organizations } = z.object({ organizations: z.array(described) }).parse(emulator.state())
  const staging = organizations.find(({ title }) => title === STAGING)?.id ?? ''
  const planned = await run('restore', 'latest', '--to', STAGING, '--mask', 'people', '-o', 'masked.json')
  expect([planned.code, planned.notes]).toEqual([0, expect.any(String)])
  const applied = await run('restore', 'apply', 'masked.json', '--yes')
  expect([applied.code, applied.text]).toEqual([0, expect.any(String)])
  const its = { DOCVAULT_VAULT_PATH: join(folder, 'staging'), DOCVAULT_PLATFORM_ORGANIZATIONS: staging }
  expect((await runIn(its, 'backup')).code).toBe(0)
  expect((await runIn(its, 'export', 'latest', 'copy')).code).toBe(0)
  const files = filesBelow(join(folder, 'copy'))
  expect(files.length).toBeGreaterThan(100)
  const whole = files.flatMap(file => [relative(folder, file), readFileSync(file, 'utf8')]).join('\n')
  const people = identitiesOf(emulator.state())
  expect(people.length).toBeGreaterThan(ADMINISTRATORS)
  expect(foundIn(whole, people)).toEqual([])
}

function differing(a: ReadonlyMap<string, string>, b: ReadonlyMap<string, string>): string[] {
  return [...new Set([...a.keys(), ...b.keys()])].filter(name => a.get(name) !== b.get(name))
}
