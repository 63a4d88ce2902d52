import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, utimesSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { makeTemporaryFolder, removeForsakenFolders } from '../../src/model/temporary-folder.ts'

const MODULE = join(import.meta.dirname, '../../src/model/temporary-folder.ts')

describe('temporary folders', () => {
  test('what a killed process left is removed by the next start, what a living one uses stays', async () => {
    const script = `
      import { makeTemporaryFolder } from ${JSON.stringify(MODULE)}
      console.log(makeTemporaryFolder('drill').path)
      setInterval(() => {}, 1000)`
    const child = spawn(process.execPath, ['--input-type=module', '-e', script])
    onTestFinished(() => void child.kill('SIGKILL'))
    const [line] = await once(child.stdout, 'data')
    const theirs = String(line).trim()
    const ours = makeTemporaryFolder('drill')
    removeForsakenFolders()
    expect([theirs, ours.path].map(existsSync)).toEqual([true, true])
    child.kill('SIGKILL')
    await once(child, 'exit')
    removeForsakenFolders()
    expect([theirs, ours.path].map(existsSync)).toEqual([false, true])
    ours.remove()
    expect(existsSync(ours.path)).toBe(false)
  })

  test('of a process that cannot be asked for, a folder stays for a day', () => {
    const path = join(tmpdir(), 'docvault-drill-17-1-00000000-abcdef')
    mkdirSync(path, { recursive: true })
    removeForsakenFolders()
    expect(existsSync(path)).toBe(true)
    const old = new Date(Date.now() - 25 * 60 * 60_000)
    utimesSync(path, old, old)
    removeForsakenFolders()
    expect(existsSync(path)).toBe(false)
  })
})
