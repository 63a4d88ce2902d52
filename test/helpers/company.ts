/**
 * A small organization on an emulator in this process, a vault beside it, and backups as the command takes them.
 * Everything is gone when the test is over.
 */
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { onTestFinished } from 'vitest'
import { loadConfig } from '../../config/load.ts'
import { type BackupData, backup } from '../../jobs/backup.ts'
import type { BackupEvent } from '../../src/backup/events.ts'
import type { Emulator } from '../../src/emulator/handle.ts'
import { recordOf } from '../../src/model/fields.ts'
import type { SnapshotSummary } from '../../src/model/snapshot.ts'
import { openVault, type Vault } from '../../src/vault/vault.ts'
import { type JudgedOptions, startJudged } from './judged-emulator.ts'

export interface Company {
  emulator: Emulator
  folder: string
  vaultPath: string
  env: Record<string, string>
  /** Folder of the space `Handbook`; edit it with `edit`. */
  handbook: string
  /** Changes files (null deletes) and loads them as one edit of the space. */
  edit(files: Readonly<Record<string, string | null>>): Promise<void>
  /** Through the platform; its id. */
  deleteSpace(title: string): Promise<string>
  backUp(data?: Partial<BackupData>, options?: RunOptions): Promise<SnapshotSummary>
  /** Read-only; closed at the end of the test. */
  vault(): Vault
}

export interface RunOptions {
  env?: Record<string, string>
  signal?: AbortSignal
  report?: (event: BackupEvent) => void
}

/** Every oddity of the layout that matters to a backup, once. */
export const handbookFiles: Readonly<Record<string, string>> = {
  'SUMMARY.md': [
    '# Table of contents',
    '',
    '* [Welcome](README.md)',
    '',
    '## Guides',
    '',
    '* [Install](guides/install.md)',
    '  * [On Linux](guides/linux.md)',
    '* [Empty](guides/empty.md)',
    '* [Elsewhere](https://example.com/)',
    '',
  ].join('\n'),
  'README.md': '---\ndescription: Where to begin\n---\n\n# Welcome\n\n![logo](.gitbook/assets/logo.png)\n',
  'guides/install.md':
    '# Install\n\n{% include "../.gitbook/includes/note.md" %}\n\nSee [Linux](linux.md).\n',
  'guides/linux.md': '# On Linux\r\n\r\nWindows line ends, and ünïcödé.\r\n',
  '.gitbook/includes/note.md': '---\ntitle: Note\n---\n\nThe same everywhere.\n',
  '.gitbook/assets/logo.png': 'not really a picture',
  '.gitbook/assets/notes (1).txt': 'one',
}

const specText = '{"openapi":"3.1.0","info":{"title":"Pets","version":"1"},"paths":{}}'

export async function makeCompany(options: JudgedOptions = {}): Promise<Company> {
  const folder = mkdtempSync(join(tmpdir(), 'docvault-test-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const handbook = join(folder, 'handbook')
  writeFiles(handbook, handbookFiles)
  cpSync(handbook, join(folder, 'second'), { recursive: true })
  writeFiles(folder, { 'pets.json': specText })
  const emulator = await startJudged({
    members: 12,
    teams: 3,
    specs: [join(folder, 'pets.json')],
    load: [
      { title: 'Handbook', folder: handbook },
      { title: 'Second', folder: join(folder, 'second') },
    ],
    ...options,
  })
  onTestFinished(() => emulator.close())
  const vaultPath = join(folder, 'vault')
  const env = environmentOf(emulator, vaultPath)
  const vault = () => {
    const vault = openVault(vaultPath)
    onTestFinished(() => vault.close())
    return vault
  }
  return {
    emulator,
    folder,
    vaultPath,
    env,
    handbook,
    edit: async files => {
      writeFiles(handbook, files)
      await emulator.load('Handbook', handbook)
    },
    backUp: (data, run) => takeSnapshot(env, data, run),
    deleteSpace: title => deleteSpace(emulator, vault(), title),
    vault,
  }
}

/** As the first snapshot has it. */
async function deleteSpace({ url, token }: Emulator, vault: Vault, title: string): Promise<string> {
  const spaces = [...vault.resources(1, { kind: 'space' })]
  const space = spaces.find(one => recordOf(vault.readJson(one))?.title === title)
  if (space === undefined) throw new Error(`there is no space ${title}`)
  const authorization = `Bearer ${token}`
  const answer = await fetch(`${url}/spaces/${space.id}`, { method: 'DELETE', headers: { authorization } })
  if (!answer.ok) throw new Error(`space ${title} is not deleted: ${answer.status}`)
  return space.id
}

export function environmentOf(emulator: Emulator, vaultPath: string): Record<string, string> {
  return {
    DOCVAULT_PLATFORM_URL: emulator.url,
    DOCVAULT_PLATFORM_TOKEN: emulator.token,
    DOCVAULT_PLATFORM_RETRY_DELAY: '1ms',
    DOCVAULT_PLATFORM_TIMEOUT: '2s',
    DOCVAULT_PLATFORM_ATTEMPTS: '2',
    DOCVAULT_VAULT_PATH: vaultPath,
  }
}

export async function takeSnapshot(
  env: Record<string, string>,
  data: Partial<BackupData> = {},
  { signal, report = () => {}, env: changed = {} }: RunOptions = {},
): Promise<SnapshotSummary> {
  const config = loadConfig({ env: { ...env, ...changed } })
  const [summary] = await backup.run({ config, signal, report }, { trigger: 'test', ...data })
  if (!summary) throw new Error('there was no organization to back up')
  return summary
}

export function writeFiles(folder: string, files: Readonly<Record<string, string | null>>): void {
  for (const [path, text] of Object.entries(files)) {
    const file = join(folder, path)
    mkdirSync(dirname(file), { recursive: true })
    if (text === null) rmSync(file, { force: true })
    else writeFileSync(file, text)
  }
}
