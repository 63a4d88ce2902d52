/**
 * A year of a company as `bench/web.ts` asks for it: as a vault with its index, and as a Git repository with a commit a night.
 * One page is edited every night; a space with a fifth of all pages comes in the middle of the year.
 */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildIndex } from '../src/search/index/build.ts'
import { indexPath } from '../src/search/index/database.ts'
import { openVault } from '../src/vault/vault.ts'
import { LARGE_SPACE, makePages, openNightly, type Pages, writePages } from './prune-states.ts'

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
  runGit(git, ['init', '-q', '.'])
  const large = Math.floor(size.pages / 5)
  const largeFrom = Math.floor(size.nights / 2)
  const pages = makePages(size.pages, size.seed, { large })
  let now = FIRST_NIGHT_MS
  const nightly = await openNightly(vault, pages, { clock: () => now, isTitled: true })
  const commits: string[] = []
  for (let night = 0; night < size.nights; night++) {
    now = FIRST_NIGHT_MS + night * DAY_MS
    const there = night < largeFrom ? size.pages - large : size.pages
    const edited = editedIn(pages, { night, there, largeFrom, edits: size.edits })
    await nightly.night(edited, there)
    writePages(git, pages, edited, now)
    commits.push(commit(git, night))
  }
  await nightly.close()
  runGit(git, ['gc', '-q'])
  const reading = openVault(vault)
  await buildIndex(reading, indexPath(vault)).finally(() => reading.close())
  return { ...size, vault, git, commits, large, largeFrom, lastMs: now }
}

interface Night {
  night: number
  there: number
  largeFrom: number
  edits: number
}

/** In the night in which the large space comes, all of its pages. */
function editedIn(pages: Pages, { night, there, largeFrom, edits }: Night): Set<number> {
  if (night === 0) return new Set(Array.from({ length: there }).keys())
  const edited = pages.edit(edits, [HOT_PAGE])
  const come = pages.texts.keys().filter(page => night === largeFrom && pages.spaceOf(page) === LARGE_SPACE)
  return new Set([...edited.values().filter(page => page < there), ...come])
}

function commit(git: string, night: number): string {
  runGit(git, ['add', '-A'])
  const author = ['-c', 'user.name=bench', '-c', 'user.email=bench@example.com']
  runGit(git, [...author, 'commit', '-q', '--allow-empty', '-m', `night ${night}`])
  return execFileSync('git', ['-C', git, 'rev-parse', 'HEAD'], { encoding: 'utf8' }).trim()
}

function runGit(git: string, args: readonly string[]): void {
  execFileSync('git', ['-C', git, ...args], { stdio: ['ignore', 'ignore', 'inherit'] })
}
