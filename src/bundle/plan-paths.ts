/**
 * Where everything of a space goes: known paths as they are, others in the form the platform writes itself.
 * Pure, and deterministic in the order of the source.
 */
import { posix } from 'node:path'
import { makePathClaims, type PathClaims } from './path-claims.ts'
import { isSafePath, limitPath, safeName, safePath } from './safe-path.ts'
import { slugify } from './slug.ts'
import type {
  BundleSource,
  SourceEntry,
  SourceFile,
  SourceInclude,
  SourcePage,
  WriteReport,
} from './source.ts'

export interface PathPlan {
  claims: PathClaims
  /** In the order of the table of contents. */
  pages: Map<SourcePage, string>
  files: Map<SourceFile, string>
  includes: Map<SourceInclude, string>
  renamed: WriteReport['renamed']
  /** From known paths that nothing has now to those that their things have: links follow. */
  moves: Map<string, string>
}

export const MANIFEST = '.docvault-bundle'
export const SUMMARY = 'SUMMARY.md'
export const SETTINGS = '.gitbook.yaml'
export const VARIABLES = '.gitbook/vars.yaml'
const SPECIAL: readonly string[] = [
  MANIFEST,
  `${MANIFEST}.tmp`,
  `${MANIFEST}.new`,
  SUMMARY,
  SETTINGS,
  VARIABLES,
]

export function planPaths(space: BundleSource): PathPlan {
  const plan: PathPlan = {
    claims: makePathClaims(),
    pages: new Map(),
    files: new Map(),
    includes: new Map(),
    renamed: [],
    moves: new Map(),
  }
  const known = reserveKnown(space, plan)
  const path = (thing: { path?: string }, wanted: () => string, style: 'file' | 'page'): string =>
    known.has(thing) && thing.path !== undefined ? thing.path : generate(plan, thing.path, wanted(), style)
  const asset = (name: string): string => `.gitbook/assets/${safeName(name, 'file')}`
  const home = homeOf(space.entries)
  for (const file of space.files)
    plan.files.set(
      file,
      path(file, () => asset(file.name), 'file'),
    )
  for (const { page, folder } of walkPages(space.entries, plan.pages)) {
    plan.pages.set(
      page,
      path(page, () => wantedPath(page, folder, page === home), 'page'),
    )
  }
  for (const include of space.includes) {
    const wanted = (): string =>
      `.gitbook/includes/${safeName(`${slugify(include.title) || 'include'}.md`, 'include.md')}`
    plan.includes.set(include, path(include, wanted, 'page'))
  }
  const kept = new Set([...plan.pages.values(), ...plan.files.values(), ...plan.includes.values()])
  for (const { from, to } of plan.renamed)
    if (!kept.has(from) && !plan.moves.has(from)) plan.moves.set(from, to)
  return plan
}

/** The things whose path can be used as it is. Reserved before any path is made up. */
function reserveKnown(space: BundleSource, plan: PathPlan): ReadonlySet<object> {
  for (const path of SPECIAL) plan.claims.reserve(path)
  const pages = pagesOf(space.entries).map(({ page }) => page)
  const usable = ({ path }: { path?: string }, markdown: boolean): boolean => {
    if (path === undefined || !isSafePath(path) || SPECIAL.includes(path)) return false
    return (!markdown || /\.(md|markdown|mdx)$/i.test(path)) && plan.claims.reserve(path)
  }
  return new Set([
    ...pages.filter(page => usable(page, true)),
    ...space.files.filter(file => usable(file, false)),
    ...space.includes.filter(include => usable(include, true)),
  ])
}

/** `A.md` beside `a.md` would be one file on many systems. */
const REASON =
  'this path cannot be written safely on every file system, or is taken, perhaps in another spelling'

function generate(plan: PathPlan, known: string | undefined, wanted: string, style: 'file' | 'page'): string {
  // The folder of a known path may not be fit to be one: `a .md` has its children in `a `.
  if (known === undefined) {
    const fit = limitPath(wanted)
    return plan.claims.generate(isSafePath(fit) ? fit : safePath(fit, 'page'), style)
  }
  const safe = safePath(style === 'file' || /\.md$/i.test(known) ? known : `${known}.md`, 'page.md')
  const to = plan.claims.generate(safe, style)
  plan.renamed.push({ from: known, to, reason: REASON })
  return to
}

/** The first page, unless another one already has the name. */
function homeOf(entries: SourceEntry[]): SourcePage | undefined {
  const pages = pagesOf(entries).map(({ page }) => page)
  return pages.some(page => page.path === 'README.md') ? undefined : pages[0]
}

function wantedPath(page: SourcePage, folder: string, home: boolean): string {
  if (home) return 'README.md'
  const slug = page.slug || slugify(page.title) || 'page'
  if (!page.entries.some(entry => entry.type === 'page'))
    return posix.join(folder, safeName(`${slug}.md`, 'page.md'))
  return posix.join(folder, safeName(slug, 'page'), 'README.md')
}

interface Placed {
  page: SourcePage
  /** That a page without a path goes to. */
  folder: string
}

function pagesOf(entries: SourceEntry[]): Placed[] {
  return [...walkPages(entries, new Map())]
}

/** Parents first, and `paths` is read only after the parent was given: a child's folder follows from it. */
function* walkPages(entries: SourceEntry[], paths: Map<SourcePage, string>, folder = ''): Generator<Placed> {
  for (const entry of entries) {
    if (entry.type === 'group') {
      yield* walkPages(entry.entries, paths, safeName(entry.slug || slugify(entry.title), 'group'))
    } else if (entry.type === 'page') {
      yield { page: entry, folder }
      yield* walkPages(entry.entries, paths, folderBelow(paths.get(entry) ?? '', folder))
    }
  }
}

function folderBelow(parent: string, folder: string): string {
  if (parent === 'README.md') return posix.join(folder, 'readme')
  const { dir, name } = posix.parse(parent)
  return name.toLowerCase() === 'readme' ? dir : posix.join(dir, name)
}
