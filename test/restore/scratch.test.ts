/** What a restore notes beside its memory: a database for the work at hand, of which nothing is left when it is over. */
import { readdirSync, readlinkSync } from 'node:fs'
import { expect, test } from 'vitest'
import { Scratches, withScratches } from '../../src/restore/scratch.ts'

const isLinux = process.platform === 'linux'

test.runIf(isLinux)(
  'what is noted leaves memory for a file without a name, which ends with the work',
  async () => {
    const before = namelessFiles()
    await withScratches(async scratches => {
      const scratch = scratches.open()
      for (let page = 0; page < 40_000; page++) scratch.set(`page ${page}`, 'x'.repeat(300))
      expect(namelessFiles()).toHaveLength(before.length + 1)
      expect([...scratch.names()]).toHaveLength(40_000)
    })
    expect(namelessFiles()).toEqual(before)
  },
)

test('of work that failed nothing stays open: who asks for it then is refused, and not told that there was nothing', async () => {
  const scratches = new Scratches()
  const [empty, full] = [scratches.open(), scratches.open()]
  full.set('page', 'noted')
  await scratches.close()
  for (const scratch of [empty, full]) {
    expect(() => scratch.has('page')).toThrow('closed')
    expect(() => scratch.set('page', 'again')).toThrow('closed')
  }
  let opened = empty
  const work = withScratches(async own => {
    opened = own.open()
    throw new Error('given up')
  })
  await expect(work).rejects.toThrow('given up')
  expect(() => opened.has('page')).toThrow('closed')
})

/** Open, and in no folder. */
function namelessFiles(): string[] {
  return readdirSync('/proc/self/fd').flatMap(name => {
    try {
      const file = readlinkSync(`/proc/self/fd/${name}`)
      return file.endsWith(' (deleted)') ? [file] : []
    } catch {
      // The one that was open for reading the folder.
      return []
    }
  })
}
