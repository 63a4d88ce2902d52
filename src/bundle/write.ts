/**
 * Writes a space as a bundle, into a folder, a zip or a Git repository. Guarantees that what was known goes back to its path with
 * its bytes, that nothing collides, and that nothing is written outside the target. SUMMARY.md comes last.
 */
import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { stringify } from 'yaml'
import { type Digest, digestOf } from '../model/digest.ts'
import { UsageError } from '../model/errors.ts'
import { openFolderTarget } from './folder-target.ts'
import { followMoves } from './follow-moves.ts'
import { openGitTarget } from './git-target.ts'
import { unlessUnreadable } from './leave-out.ts'
import { makeStanding, type Places, type Standing } from './places.ts'
import { type PathPlan, planPaths, readmeOf, SETTINGS, SUMMARY, VARIABLES } from './plan-paths.ts'
import { renderInclude, renderPage } from './render-page.ts'
import { isWritable, renderSummary } from './render-summary.ts'
import type { BundleSource, BundleTarget, SourceEntry, SourcePage, WriteReport } from './source.ts'
import { chunksOf, type OpenTarget } from './target.ts'
import { openZipTarget } from './zip-target.ts'

interface Writing {
  space: BundleSource
  target: OpenTarget
  plan: PathPlan
  standing: Standing
  report: WriteReport
  /** What was put where; null marks an empty page, whose path must stay without a file. */
  written: Map<string, Digest | null>
}

/** Throws `UsageError` for a target that holds something else. After any error no half file is left. */
export async function writeBundle(target: BundleTarget, space: BundleSource): Promise<WriteReport> {
  const plan = planPaths(space)
  const report = {
    pages: 0,
    files: 0,
    bytes: 0,
    renamed: plan.renamed,
    skipped: listUnwritable(space.entries),
    ...(space.leftOut ?? { lost: [], damaged: [] }),
  }
  const opened = await openTarget(target)
  const writing: Writing = {
    space,
    target: opened,
    plan,
    standing: standingIn(plan),
    report,
    written: new Map(),
  }
  try {
    await writeFiles(writing)
    await writePages(writing)
    await writeIncludes(writing)
    await writeFrame(writing)
    await opened.finish()
    return report
  } catch (error) {
    await opened.abandon()
    throw error
  }
}

function openTarget(target: BundleTarget): Promise<OpenTarget> | OpenTarget {
  if ('repository' in target) return openGitTarget(target)
  const replace = target.replace === true
  return 'zip' in target
    ? openZipTarget(target.zip, { replace, uncompressed: target.uncompressed === true })
    : openFolderTarget(target.folder, replace)
}

/** Things without an id nothing refers to. */
function standingIn({ pages, files, includes }: PathPlan): Standing {
  const all = [...pages, ...files, ...includes]
  return makeStanding(
    all.flatMap(([{ id, path }, planned]) => (id === undefined ? [] : [[id, path ?? planned] as const])),
  )
}

function placesOf({ standing }: Writing, { path }: { path?: string }, planned: string): Places {
  return { ...standing, file: path ?? planned }
}

async function writeFiles(writing: Writing): Promise<void> {
  const { leftOut } = writing.space
  for (const [file, path] of writing.plan.files) {
    const open = async (): Promise<Readable> => file.open()
    const placed = await unlessUnreadable(leftOut, path, async () => {
      // Damage in the middle would leave half of it in a zip, from which nothing can be taken back.
      if (leftOut !== undefined) await finished((await open()).resume())
      return place(writing, path, open, 'file')
    })
    if (placed === null) writing.plan.files.delete(file)
    else {
      writing.plan.files.set(file, placed)
      writing.report.files++
    }
  }
}

/** Empty pages come after the others: a path that two of them name belongs to the one with a body. */
async function writePages(writing: Writing): Promise<void> {
  const { plan, report, space } = writing
  const filePaths = new Map([...plan.files].map(([file, path]) => [file.id, path]))
  const empty: [SourcePage, string][] = []
  for (const [page, path] of plan.pages) {
    const body = await unlessUnreadable(space.leftOut, path, async () =>
      page.markdown(placesOf(writing, page, path)),
    )
    const markdown = followed(writing, page, path, body)
    const { bytes, unsaid } = renderPage(page, markdown, path, id => filePaths.get(id))
    if (unsaid.length > 0)
      report.skipped.push(`the front matter of ${path} does not say: ${unsaid.join(', ')}`)
    if (bytes === null) empty.push([page, path])
    else plan.pages.set(page, await place(writing, path, async () => bytes, 'page'))
    report.pages++
  }
  for (const [page, path] of empty) plan.pages.set(page, placeEmpty(writing, path))
  if (space.files.length !== new Set(space.files.map(({ id }) => id)).size)
    report.skipped.push('two files of the space have the same id')
}

async function writeIncludes(writing: Writing): Promise<void> {
  for (const [include, path] of writing.plan.includes) {
    const body = await unlessUnreadable(writing.space.leftOut, path, async () =>
      include.markdown(placesOf(writing, include, path)),
    )
    const bytes = renderInclude(include, followed(writing, include, path, body), path)
    await place(writing, path, async () => bytes, 'page')
  }
}

/** Bytes are kept unless something moved that they name. */
function followed(
  { plan, report }: Writing,
  thing: { path?: string },
  to: string,
  markdown: Buffer | null,
): Buffer | null {
  if (markdown === null || plan.moves.size === 0) return markdown
  const { bytes, lost } = followMoves(markdown, { from: thing.path ?? to, to, moves: plan.moves })
  for (const target of lost)
    report.skipped.push(`a link of ${to} still names ${target}, which has another path`)
  return bytes
}

async function writeFrame(writing: Writing): Promise<void> {
  const { space, plan } = writing
  if (Object.keys(space.variables).length > 0) await putText(writing, VARIABLES, stringify(space.variables))
  const settings = settingsOf(writing)
  if (settings !== null) await putText(writing, SETTINGS, stringify(settings))
  await putText(
    writing,
    SUMMARY,
    renderSummary(space.entries, page => plan.pages.get(page) ?? ''),
  )
}

/** Null when a reader finds everything without being told. */
function settingsOf({ space, plan, written }: Writing): Record<string, unknown> | null {
  const readme = readmeOf(plan)
  const redirects = Object.keys(space.redirects).length > 0 ? { redirects: space.redirects } : {}
  const structure = readme === 'README.md' ? {} : { structure: { readme, summary: SUMMARY } }
  // A legacy book.json among the files would otherwise be taken for the settings.
  if (!written.has('book.json') && readme === 'README.md' && !('redirects' in redirects)) return null
  return { root: './', ...structure, ...redirects }
}

async function putText({ target, report }: Writing, path: string, text: string): Promise<void> {
  if (target.isTaken(path)) {
    throw new UsageError(`${path} exists already and was not written by docvault`, {
      hint: 'move it away, or write the bundle into another folder',
    })
  }
  report.bytes += (await target.put(path, Buffer.from(text))).sizeBytes
}

/** Gives where it stands in the end: there may be the same already, or something else. */
async function place(
  writing: Writing,
  path: string,
  open: () => Promise<Buffer | Readable>,
  style: 'file' | 'page',
): Promise<string> {
  const { target, written, report } = writing
  const before = written.get(path)
  if (before !== undefined && before === (await digestAll(await open()))) return path
  const free = before === undefined && !target.isTaken(path)
  const to = free ? path : rename(writing, path, style)
  const { digest, sizeBytes } = await target.put(to, await open())
  written.set(to, digest)
  report.bytes += sizeBytes
  return to
}

function placeEmpty(writing: Writing, path: string): string {
  const before = writing.written.get(path)
  const free = before === null || (before === undefined && !writing.target.isTaken(path))
  const to = free ? path : rename(writing, path, 'page')
  writing.written.set(to, null)
  return to
}

function rename({ plan, target, report }: Writing, from: string, style: 'file' | 'page'): string {
  let to = plan.claims.generate(from, style)
  while (target.isTaken(to)) to = plan.claims.generate(from, style)
  report.renamed.push({ from, to, reason: 'something else has this path' })
  return to
}

async function digestAll(content: Buffer | Readable): Promise<Digest> {
  if (Buffer.isBuffer(content)) return digestOf(content)
  const hash = createHash('sha256')
  for await (const chunk of chunksOf(content)) hash.update(chunk)
  return hash.digest('hex')
}

function listUnwritable(entries: SourceEntry[]): string[] {
  return entries.flatMap(entry => {
    if (entry.type === 'computed') return []
    const flags =
      entry.type !== 'page' && entry.hidden
        ? [`${entry.type} "${entry.title}" is hidden, which SUMMARY.md cannot say`]
        : []
    if (entry.type !== 'link') return [...flags, ...listUnwritable(entry.entries)]
    return isWritable(entry) ? flags : [`link "${entry.title}" has no address, and is left out`]
  })
}
