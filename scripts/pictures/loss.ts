/** A platform that lost something, and a vault with the night before: what the pictures of a restore are taken of. */
import { execFile } from 'node:child_process'
import { cpSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { startEmulator } from '../../src/emulator/emulator.ts'
import type { Emulator } from '../../src/emulator/handle.ts'

export interface Loss {
  emulator: Emulator
  /** Of the platform and the vault. */
  env: Record<string, string>
  /** Where the night before is. */
  before: string
}

const TITLE = 'Elsa Workflows'
const docvault = join(import.meta.dirname, '../../bin/docvault')

/** Of the documents in `source`; a page of them is overwritten. Close the emulator. */
export async function makeLoss(source: string, temporary: string): Promise<Loss> {
  const folder = join(temporary, 'documents')
  cpSync(source, folder, { recursive: true })
  const emulator = await startEmulator({ load: [{ title: TITLE, folder }], members: 12, teams: 3 })
  const env = {
    DOCVAULT_CONFIG: join(temporary, 'docvault.yaml'),
    DOCVAULT_PLATFORM_URL: emulator.url,
    DOCVAULT_PLATFORM_TOKEN: emulator.token,
    DOCVAULT_VAULT_PATH: join(temporary, 'vault'),
  }
  writeFileSync(env.DOCVAULT_CONFIG, '')
  await backUp(env)
  writeFileSync(join(folder, 'getting-started/prerequisites.md'), '# Prerequisites\n\nMoved to the wiki.\n')
  await emulator.load(TITLE, folder)
  await backUp(env)
  return { emulator, env, before: `/o/${emulator.organization}/at/1` }
}

async function backUp(env: Record<string, string>): Promise<void> {
  await promisify(execFile)(docvault, ['backup'], { env: { ...process.env, ...env } })
}
