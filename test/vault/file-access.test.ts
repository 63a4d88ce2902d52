import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { start } from '../emulator/start.ts'
import { environmentOf } from '../helpers/company.ts'
import { docvault } from '../helpers/docvault.ts'
import { temporaryFolder } from './fixture.ts'

/** What others may do that they should not, by path. */
function rightsBeyond(root: string, mode: { file: number; folder: number }): string[] {
  return readdirSync(root, { recursive: true, encoding: 'utf8' }).flatMap(name => {
    const stat = statSync(join(root, name))
    const beyond = stat.mode & 0o777 & ~(stat.isDirectory() ? mode.folder : mode.file)
    return beyond === 0 ? [] : [`${name} ${beyond.toString(8)}`]
  })
}

async function writeEverything(access: string | undefined): Promise<string> {
  const folder = temporaryFolder()
  const { emulator } = await start()
  const env = {
    ...environmentOf(emulator, join(folder, 'vault')),
    ...(access === undefined ? {} : { DOCVAULT_FILES_ACCESS: access }),
  }
  for (const args of [
    ['backup'],
    ['export', 'latest', join(folder, 'export')],
    ['export', 'latest', join(folder, 'zips'), '--zip'],
    ['audit', 'access', '--format', 'json', '-o', join(folder, 'report.json')],
    ['drill', 'latest'],
  ]) {
    const run = await docvault(args, { env })
    expect(run.stderr.replace(/^.*deprecat.*$/gim, '')).not.toContain('docvault:')
  }
  return folder
}

test('vault, exports, reports and records are for their owner alone', async () => {
  const folder = await writeEverything(undefined)
  expect(readdirSync(folder).sort()).toEqual(['export', 'report.json', 'vault', 'zips'])
  expect(rightsBeyond(folder, { file: 0o600, folder: 0o700 })).toEqual([])
})

test('files.access lets the group read, the key of drills aside', async () => {
  const folder = await writeEverything('group')
  expect(rightsBeyond(folder, { file: 0o640, folder: 0o750 })).toEqual([])
  expect(statSync(join(folder, 'vault/catalog.db')).mode & 0o777).toBe(0o640)
  expect(statSync(join(folder, 'report.json')).mode & 0o777).toBe(0o640)
  expect(statSync(join(folder, 'vault/drills/drill-key.pem')).mode & 0o777).toBe(0o600)
})
