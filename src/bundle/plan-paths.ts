/**
 * Where everything of a space goes: known paths as they are, others in the form the platform writes itself.
 * Pure, and deterministic in the order of the source.
 */
import { posix } from 'node:path'
import { claimPath, isHomeAddress, pathOfFile, slugify, slugOfPath } from '../dialect/links/slug.ts'
import { makePathClaims, type PathClaims } from './path-claims.ts'
import { isSafePath, limitPath, safeName, safePath } from './safe-path.ts'
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
  if (space.addressesFirst === true) followAddresses(plan)
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

/** One at a time: where the first that is wrong stands decides what those behind it are published at. */
function followAddresses(plan: PathPlan): void {
  const tried = new Set<SourcePage>()
  for (;;) {
    const published = publishedPaths(plan)
    const wrong = [...plan.pages.keys()].find(
      page =>
        page.address !== undefined && !tried.has(page) && !isAt(published.get(page) ?? '', page.address),
    )
    if (wrong === undefined) return
    tried.add(wrong)
    const from = plan.pages.get(wrong) ?? ''
    const to = fileAt(plan, wrong, wrong.address ?? '')
    plan.pages.set(wrong, to)
    plan.renamed.push({ from, to, reason: 'its address is not the one that this path gives' })
  }
}

/** Two files have the same address; one may be taken. */
function fileAt(plan: PathPlan, page: SourcePage, address: string): string {
  const files = new Set(plan.pages.values())
  const wanted = addressPath(address, page)
  const free = [wanted, `${address}.md`, `${address}/README.md`].find(
    path =>
      pathOfFile(path, '') === address && isSafePath(path) && !files.has(path) && plan.claims.reserve(path),
  )
  return free ?? generate(plan, undefined, wanted, 'page')
}

/** As a reader of the bundle gives them. */
function publishedPaths(plan: PathPlan): Map<SourcePage, string> {
  const readme = readmeOf(plan)
  const taken = new Set<string>()
  return new Map([...plan.pages].map(([page, path]) => [page, claimPath(pathOfFile(path, readme), taken)]))
}

function isAt(published: string, address: string): boolean {
  return published === address || (isHomeAddress(published) && isHomeAddress(address))
}

/** The file of the home page: of the page with that address, else the first, if its own file does not give its slug. */
export function readmeOf({ pages }: Pick<PathPlan, 'pages'>): string {
  const [first] = pages
  for (const [page, path] of pages)
    if (page.address !== undefined && isHomeAddress(page.address))
      return isHomeAddress(pathOfFile(path, 'README.md')) ? 'README.md' : path
  if (first === undefined || [...pages.values()].includes('README.md')) return 'README.md'
  const [page, path] = first
  const isOwn = page.address !== undefined || page.slug === slugOfPath(pathOfFile(path, 'README.md'))
  return isOwn ? 'README.md' : path
}

/** The one with that address, or else the first, unless another one already has the name. */
function homeOf(entries: SourceEntry[]): SourcePage | undefined {
  const pages = pagesOf(entries).map(({ page }) => page)
  if (pages.some(page => page.path === 'README.md')) return undefined
  const known = pages.some(page => page.address !== undefined)
  return known ? pages.find(page => isHomeAddress(page.address ?? '-')) : pages[0]
}

function addressPath(address: string, { entries }: SourcePage): string {
  if (isHomeAddress(address)) return 'README.md'
  const isFolder = entries.some(entry => entry.type === 'page') || posix.basename(address) === 'readme'
  return isFolder ? `${address}/README.md` : `${address}.md`
}

function wantedPath(page: SourcePage, folder: string, home: boolean): string {
  if (home) return 'README.md'
  if (page.address !== undefined && !isHomeAddress(page.address)) return addressPath(page.address, page)
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
