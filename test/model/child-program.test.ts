/** A part of the program in a process of its own: its death is told, and is nobody else's. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { startChild } from '../../src/model/child-program.ts'
import { temporaryFolder } from '../vault/fixture.ts'

const SOURCE = join(import.meta.dirname, '../../src/model/child-program.ts')

function start(body: string) {
  const entry = pathToFileURL(join(temporaryFolder(), 'entry.ts'))
  writeFileSync(
    entry,
    `import { belongToStarter } from ${JSON.stringify(SOURCE)}\nbelongToStarter()\n${body}\nprocess.send('ready')\n`,
  )
  const child = startChild<string | Map<string, Uint8Array>, unknown>({ entry, memoryMib: 64 })
  onTestFinished(() => child.close())
  return child
}

function next<Heard>({ hear }: { hear(listener: (heard: Heard) => void): () => void }): Promise<Heard> {
  return new Promise(resolve => {
    const leave = hear(heard => {
      leave()
      resolve(heard)
    })
  })
}

test('what is said arrives as it is, in both directions', async () => {
  const child = start("process.on('message', message => process.send(message))")
  expect(await next(child)).toBe('ready')
  const said = new Map([['bytes', Uint8Array.of(1, 2, 255)]])
  const answered = next(child)
  child.say(said)
  expect(await answered).toEqual(said)
})

test.each([
  [
    'many small things',
    'for (const kept: object[] = [];;) kept.push({ a: [1, 2], b: { c: Math.random() } })',
  ],
  ['a list that grows', 'const kept: number[] = []; for (let at = 0; ; at++) kept.push(at + 0.5)'],
  ['a table that grows', 'const kept = new Map(); for (let at = 0; ; at++) kept.set(at, at)'],
  ['one large thing', "const kept = JSON.parse('[' + '{},'.repeat(20_000_000) + '0]'); kept.length"],
])('one that takes too much memory by %s is known to have', async (_, body) => {
  const child = start(body)
  expect(await child.ended).toMatchObject({ isOutOfMemory: true })
})

test('one that fails, or is ended, tells how', async () => {
  expect(await start('process.exit(3)').ended).toEqual({ isOutOfMemory: false, how: 'ended with code 3' })
  const thrown = await start("throw new Error('no way')").ended
  expect(thrown).toEqual({ isOutOfMemory: false, how: 'ended with code 1: Error: no way' })
  const killed = start('')
  await next(killed)
  killed.kill()
  expect(await killed.ended).toEqual({ isOutOfMemory: false, how: 'ended by SIGKILL' })
  killed.say('into the void')
})

test('one that cannot be started tells why, and whoever speaks to it or closes it goes on', async () => {
  const { execPath } = process
  process.execPath = '/nowhere/node'
  onTestFinished(() => void Object.assign(process, { execPath }))
  const child = start('')
  child.hold(false)
  child.say('into the void')
  expect(await child.ended).toEqual({
    isOutOfMemory: false,
    how: expect.stringMatching(/^could not be started: .*ENOENT/),
  })
  await child.close()
})

test('one that the system refuses at once tells why, too', async () => {
  const entry = new URL(`file:///${'long/'.repeat(100_000)}`)
  const child = startChild<string, string>({ entry, memoryMib: 64 })
  child.say('into the void')
  expect(await child.ended).toEqual({
    isOutOfMemory: false,
    how: expect.stringMatching(/^could not be started: spawn/),
  })
  await child.close()
})

test('one that is busy is ended when it is closed', async () => {
  const child = start("process.send('ready')\nfor (;;);")
  await next(child)
  await child.close()
  expect(await child.ended).toMatchObject({ how: 'ended by SIGKILL' })
})
