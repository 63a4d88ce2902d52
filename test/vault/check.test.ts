/** What a check tells while it goes on, and of the head. */
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { findings, newVault, ORGANIZATION, seal, writeScope } from './fixture.ts'

test('a check tells each step once, of a total that stays and is reached', async () => {
  const { vault } = await newVault()
  for (const text of ['one', 'two', 'three']) {
    const writer = vault.begin(ORGANIZATION, 'test')
    await writeScope(writer, null, 'space', { s: text })
    await seal(writer)
  }
  for (const [readData, total] of [
    [false, 3],
    [true, 6],
  ] as const) {
    const told: [number, number | undefined][] = []
    const progress = (done: number, of?: number) => told.push([done, of])
    for await (const finding of vault.check({ readData, progress })) expect(finding.severity).toBe('info')
    expect(told).toEqual(Array.from({ length: total }, (_, index) => [index + 1, total]))
  }
})

test('a head that is gone is told as missing, one that was edited as not as it was written', async () => {
  const { vault, path } = await newVault()
  const writer = vault.begin(ORGANIZATION, 'test')
  await writeScope(writer, null, 'space', { s: 'one' })
  await seal(writer)
  const head = join(path, 'head.json')
  const told = async () => (await findings(vault)).map(one => `${one.code}: ${one.message.split(':')[0]}`)
  expect(await told()).toEqual([])
  writeFileSync(head, '{"edited":true}')
  expect(await told()).toEqual(['head-damaged: head.json is not as it was written'])
  rmSync(head)
  expect(await told()).toEqual(['head-damaged: head.json is missing'])
})

test('a vault whose making was cut off before its head and its marker is not damaged', async () => {
  const { vault, path } = await newVault()
  for (const file of ['head.json', 'docvault-vault']) rmSync(join(path, file))
  expect(await findings(vault)).toEqual([])
  const writer = vault.begin(ORGANIZATION, 'test')
  await writeScope(writer, null, 'space', { s: 'one' })
  await seal(writer)
  rmSync(join(path, 'head.json'))
  expect((await findings(vault)).map(({ code }) => code)).toEqual(['marker-changed', 'head-damaged'])
})
