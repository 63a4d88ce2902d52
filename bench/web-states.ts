/**
 * A year of a company as `bench/web.ts` asks for it: as a vault with its index, and as a Git repository with a commit a night.
 * One page is edited every night; a space with a fifth of all pages comes in the middle of the year.
 */
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeRandom, type Random } from '../src/emulator/state/random.ts'
import { buildIndex } from '../src/search/index/build.ts'
import { indexPath } from '../src/search/index/database.ts'
import { openVault } from '../src/vault/vault.ts'
import { idOf, LARGE_SPACE, makePages, openNightly, PAGES_A_SPACE, type Pages } from './prune-states.ts'

export interface YearSize {
  nights: number
  pages: number
  edits: number
  seed: number
}

export interface Year extends YearSize {
  vault: string
  git: string
  /** By night. */
  commits: readonly string[]
  /** So many of the last pages are in the large space, which is there from a night on. */
  large: number
  largeFrom: number
  /** The time of the newest night. Milliseconds since the epoch. */
  lastMs: number
}

const FIRST_NIGHT_MS = Date.parse('2025-01-01T02:00:00Z')
const DAY_MS = 86_400_000
export const HOT_PAGE = 0
const SPACES_A_NIGHT = 12

/** In a folder; one that was made there before is taken as it is. */
export async function makeYear(folder: string, size: YearSize): Promise<Year> {
  if (existsSync(descriptionIn(folder))) return readYear(folder)
  const year = await writeYear(folder, size)
  writeFileSync(descriptionIn(folder), JSON.stringify(year))
  return year
}

export function readYear(folder: string): Year {
  return JSON.parse(readFileSync(descriptionIn(folder), 'utf8'))
}

function descriptionIn(folder: string): string {
  return join(folder, 'year.json')
}

async function writeYear(folder: string, size: YearSize): Promise<Year> {
  const [vault, git] = [join(folder, 'vault'), join(folder, 'git')]
  mkdirSync(git, { recursive: true })
  execFileSync('git', ['init', '-q', '-b', 'main', git], { stdio: 'inherit' })
  const large = Math.floor(size.pages / 5)
  const largeFrom = Math.floor(size.nights / 2)
  const pages = makePages(size.pages, size.seed, { large })
  const random = makeRandom(size.seed, 'edits')
  let now = FIRST_NIGHT_MS
  const nightly = await openNightly(vault, pages, { clock: () => now, isTitled: true })
  const commits = startCommits(git)
  for (let night = 0; night < size.nights; night++) {
    now = FIRST_NIGHT_MS + night * DAY_MS
    const there = night < largeFrom ? size.pages - large : size.pages
    const edited =
      night === 0
        ? new Set(Array.from({ length: there }).keys())
        : pages.edit(0, [HOT_PAGE, ...editsOf(random, there, size.edits)])
    const come = pages.texts.keys().filter(page => night === largeFrom && pages.spaceOf(page) === LARGE_SPACE)
    for (const page of come) edited.add(page)
    await nightly.night(edited, there)
    await commits.commit(pages, edited, night)
  }
  await nightly.close()
  const names = await commits.end()
  const reading = openVault(vault)
  await buildIndex(reading, indexPath(vault)).finally(() => reading.close())
  return { ...size, vault, git, commits: names, large, largeFrom, lastMs: now }
}

/** In a few spaces, as people do it. */
function editsOf({ integer }: Random, there: number, edits: number): number[] {
  const spaces = Array.from({ length: SPACES_A_NIGHT }, () => integer(Math.ceil(there / PAGES_A_SPACE)))
  return Array.from({ length: edits }, (_, edit) => {
    const space = spaces[edit % SPACES_A_NIGHT] ?? 0
    return Math.min(there - 1, space * PAGES_A_SPACE + integer(PAGES_A_SPACE))
  })
}

interface Commits {
  commit(pages: Pages, edited: Iterable<number>, night: number): Promise<void>
  /** Their names, by night. */
  end(): Promise<string[]>
}

function startCommits(git: string): Commits {
  const importing = spawn('git', ['-C', git, 'fast-import', '--quiet'], {
    stdio: ['pipe', 'inherit', 'inherit'],
  })
  const write = async (text: string) => {
    if (!importing.stdin.write(text)) await once(importing.stdin, 'drain')
  }
  return {
    async commit(pages, edited, night) {
      const at = Math.floor((FIRST_NIGHT_MS + night * DAY_MS) / 1000)
      const message = `night ${night + 1}`
      await write(
        `commit refs/heads/main\ncommitter bench <bench@example.com> ${at} +0000\ndata ${message.length}\n${message}\n`,
      )
      for (const page of edited) {
        const text = pages.texts[page] ?? ''
        const file = `${pages.spaceOf(page)}/${idOf('page', page)}.md`
        await write(`M 100644 inline ${file}\ndata ${Buffer.byteLength(text)}\n${text}\n`)
      }
      await write('\n')
    },
    async end() {
      const exited = once(importing, 'exit')
      importing.stdin.end()
      await exited
      for (const args of [
        ['repack', '-adq'],
        ['checkout', '-q', 'main'],
      ])
        execFileSync('git', ['-C', git, ...args], { stdio: 'inherit' })
      const list = ['-C', git, 'rev-list', '--reverse', 'main']
      return execFileSync('git', list, { encoding: 'utf8' }).trim().split('\n')
    },
  }
}
