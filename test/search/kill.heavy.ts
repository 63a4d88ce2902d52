/**
 * Indexing of a set of real documentation (SET, default elsa), killed after each of its transactions and in the middle of
 * some: what is found over what is left is what is found without an index, and the next run ends with the same index.
 */
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { checkIndex } from '../../src/search/index/check.ts'
import { indexPath, removeIndex } from '../../src/search/index/database.ts'
import { openVault } from '../../src/vault/vault.ts'
import { docvault } from '../helpers/docvault.ts'
import { stoodBySearch } from './compare.ts'
import { backUpNights } from './nights.ts'
import { seeded } from './samples.ts'

const set = process.env.SET ?? 'elsa'
const kills = Number(process.env.KILLS ?? 20)
const work = mkdtempSync(join(tmpdir(), 'docvault-search-'))
afterAll(() => rmSync(work, { recursive: true, force: true }))

test(`${kills} killed runs of docvault index leave what the next one goes on with`, {
  timeout: 3_600_000,
}, async () => {
  const made = process.env.VAULTS
    ? join(process.env.VAULTS, set, 'vault')
    : await backUpNights(set, join(work, set))
  const path = join(work, 'vault')
  cpSync(made, path, { recursive: true })
  removeIndex(indexPath(path))
  const vault = openVault(path)
  try {
    const find = async () => [...(await stoodBySearch(vault, { texts: ['workflow', 'api'] }))].toSorted()
    const expected = await find()
    const random = seeded(5)
    const ends = []
    for (let kill = 0; kill < kills; kill++) {
      if (kill % 4 === 0) removeIndex(indexPath(path))
      // Counted in transactions; half of the kills come a moment after one, within the next.
      let left = 1 + Math.floor(random() * 4)
      const within = random() < 0.5
      const { signal, code } = await docvault(['index', '--json', '--vault', path], {
        onOutput(text, pid) {
          left -= text.split('"message_type":"status"').length - 1
          if (left > 0) return
          if (within) setImmediate(() => killed(pid))
          else killed(pid)
        },
      })
      ends.push(signal ?? code)
      expect(await find()).toEqual(expected)
    }
    expect(ends).toContain('SIGKILL')
    expect((await docvault(['index', '--vault', path])).code).toBe(0)
    expect((await checkIndex(vault, indexPath(path))).problems).toEqual([])
    expect(await find()).toEqual(expected)
  } finally {
    vault.close()
  }
})

/** It may have ended by itself. */
function killed(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
  }
}
