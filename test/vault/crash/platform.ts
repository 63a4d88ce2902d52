/** A small organization on two emulators: as it is on one night, and as it is on the next. */
import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { startEmulator } from '../../../src/emulator/emulator.ts'
import type { Emulator } from '../../../src/emulator/handle.ts'
import { digestOf } from '../../../src/model/digest.ts'
import { handbookFiles, writeFiles } from '../../helpers/company.ts'
import { runCommand } from './command.ts'

export interface Platform {
  nights: { first: Night; second: Night }
  close(): Promise<void>
}

interface Night {
  /** For commands that ask it. */
  env: Readonly<Record<string, string>>
  /** A vault after its backup. */
  vault: string
}

/** Stored contents above it are files of their own: some of the pages and pictures. */
const INLINE_LIMIT = '2KiB'
const SIZE = { members: 5, teams: 2 }

export async function startPlatform(folder: string): Promise<Platform> {
  const files = join(folder, 'handbook')
  writeFiles(files, { ...handbookFiles, ...chapter(0) })
  const load = [{ title: 'Handbook', folder: files }]
  const [before, after] = [await startEmulator({ ...SIZE, load }), await startEmulator({ ...SIZE, load })]
  const first = { env: environmentOf(before), vault: join(folder, 'first') }
  const second = { env: environmentOf(after), vault: join(folder, 'second') }
  await backUpInto(first.vault, second.env)
  writeFiles(files, { ...chapter(1), 'guides/linux.md': null, 'guides/new.md': '# New\n\nFresh.\n' })
  await after.load('Handbook', files)
  cpSync(first.vault, second.vault, { recursive: true })
  await backUpInto(second.vault, second.env)
  return {
    nights: { first, second },
    close: async () => {
      await before.close()
      await after.close()
    },
  }
}

async function backUpInto(vault: string, env: Readonly<Record<string, string>>): Promise<void> {
  const { code, message } = await runCommand(['backup'], { ...env, DOCVAULT_VAULT_PATH: vault })
  if (code !== 0) throw new Error(`the backup ended with ${code}: ${message}`)
}

function environmentOf(emulator: Emulator): Record<string, string> {
  return {
    DOCVAULT_PLATFORM_URL: emulator.url,
    DOCVAULT_PLATFORM_TOKEN: emulator.token,
    DOCVAULT_PLATFORM_RETRY_DELAY: '1ms',
    DOCVAULT_PLATFORM_ATTEMPTS: '2',
    // In one order, so that it does the same each time.
    DOCVAULT_PLATFORM_CONCURRENCY: '1',
    DOCVAULT_VAULT_INLINE_LIMIT: INLINE_LIMIT,
  }
}

/** A chapter whose pages are long enough to be files, and edited from night to night. */
function chapter(night: number): Record<string, string> {
  const pages: Record<string, string> = {}
  for (let page = 0; page < 4; page++) {
    const edit = page % 2 === 0 ? night : 0
    const words = Array.from(
      { length: 200 * page },
      (_, index) => `${page}.${index * 7919}.${index % 3 === 0 ? edit : ''}`,
    )
    pages[`chapter/page-${page}.md`] = `# Page ${page}\n\n${words.join(' ')}\n`
  }
  pages['.gitbook/assets/plan.txt'] = noise()
  const list = Object.keys(pages)
    .filter(path => path.endsWith('.md'))
    .map(path => `* [${path}](${path})`)
  const summary = `${handbookFiles['SUMMARY.md']}${list.join('\n')}\n`
  return { ...pages, 'SUMMARY.md': summary }
}

/** Gets no smaller, so it is kept as a file. */
function noise(): string {
  return Array.from({ length: 60 }, (_, index) => digestOf(`noise ${index}`)).join('\n')
}
