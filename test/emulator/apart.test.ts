/** An emulator in a process of its own: bounded, and never left behind. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, onTestFinished, test } from 'vitest'
import { type ApartOptions, startEmulatorApart } from '../../src/emulator/apart/start-apart.ts'

async function start(options: Partial<ApartOptions> = {}) {
  const emulator = await startEmulatorApart({ memoryMib: 256, ...options })
  onTestFinished(() => emulator.close())
  return emulator
}

/** Its end is the end of the process, also by a reset, as where it was not accepted yet. */
async function connectTo(url: string): Promise<{ closed: Promise<void> }> {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  await once(socket, 'connect')
  socket.on('error', () => {})
  return { closed: new Promise(resolve => socket.once('close', () => resolve())) }
}

async function get({ url, token }: { url: string; token: string }, path: string): Promise<unknown> {
  const answer = await fetch(`${url}/${path}`, { headers: { authorization: `Bearer ${token}` } })
  return answer.json()
}

test('listens on this machine only, does what it is told, and is gone when it is closed', async () => {
  const emulator = await start({ profile: 'document' })
  expect(new URL(emulator.url).hostname).toBe('127.0.0.1')
  const id = await emulator.create('organization', { title: 'Drill' })
  expect(await get(emulator, `orgs/${id}`)).toMatchObject({ title: 'Drill' })
  expect(await emulator.offers()).toContain('getOrganizationById')
  await emulator.fault({ operation: 'getOrganizationById', kind: 'status', status: 502, count: 1 })
  expect(await get(emulator, `orgs/${id}`)).toHaveProperty('error')
  expect(await emulator.operations()).toMatchObject({ getOrganizationById: 2 })
  const { closed } = await connectTo(emulator.url)
  await emulator.close()
  await closed
})

test('one that is killed says so', async () => {
  const emulator = await start()
  const died = once(emulator.died, 'abort')
  process.kill(emulator.pid, 'SIGKILL')
  await died
  expect(emulator.died.reason).toMatchObject({
    code: 'emulator-died',
    message: expect.stringContaining('SIGKILL'),
  })
})

test('one that takes too much memory says so, and what to do', async () => {
  const started = startEmulatorApart({ memoryMib: 24, synthetic: { spaces: 100, pages: 1000 } })
  await expect(started).rejects.toMatchObject({
    code: 'emulator-memory',
    message: 'the emulated platform took more than 24 MiB of memory',
    hint: 'drill fewer spaces at a time, by --space',
  })
})

test('what it cannot be started with is refused as by any', async () => {
  await expect(startEmulatorApart({ memoryMib: 256, members: 0 })).rejects.toMatchObject({
    code: 'usage',
    message: expect.stringContaining('members must be at least 1'),
  })
})

test('one whose starter was killed on the spot ends by itself', async () => {
  const source = resolve(import.meta.dirname, '../../src/emulator/apart/start-apart.ts')
  const script = `import { startEmulatorApart } from ${JSON.stringify(source)}
    console.log((await startEmulatorApart({ memoryMib: 256 })).url)`
  const starter = spawn(process.execPath, ['--input-type=module', '--eval', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [url] = await once(createInterface({ input: starter.stdout }), 'line')
  const { closed } = await connectTo(String(url))
  starter.kill('SIGKILL')
  await closed
})
