/**
 * Reads a folder in the bundle layout. Guarantees one entry for each item of SUMMARY.md and Markdown that encodes
 * to the bytes of its file; never opens an asset, never reads outside the folder. Refuses what has no SUMMARY.md.
 */

import { statSync } from 'node:fs'
import { posix } from 'node:path'
import { parseYamlMap } from '../dialect/parse/yaml-map.ts'
import type { Bundle, BundleFile, BundleInclude, BundleProblem } from './bundle.ts'
import { InvalidBundle } from './errors.ts'
import { type BundleFolder, type FileTree, type Found, openFolder, treeOfFolder } from './folder.ts'
import { firstHeading, type PageText, readPageText, readText } from './page-text.ts'
import { type EntryReading, readEntries } from './read-entries.ts'
import { readOutline } from './read-outline.ts'
import { makeReferences, type References } from './references.ts'
import { type BundleSettings, readSettings } from './settings.ts'
import { toVariables } from './variables.ts'

const ASSETS = '.gitbook/assets'
const INCLUDES = '.gitbook/includes'
const VARIABLES = '.gitbook/vars.yaml'

/** Throws `InvalidBundle` when the folder cannot be read as a bundle at all; everything else is in `problems`. */
export async function readBundle(folder: string): Promise<Bundle> {
  assertFolder(folder)
  return readBundleIn(treeOfFolder(folder))
}

/** Wherever its files are. Throws as `readBundle` does. */
export function readBundleIn(tree: FileTree): Bundle {
  const settings = readSettings(tree)
  const files = openFolder(tree, settings.root)
  const problems: BundleProblem[] = settings.refused.map(name => {
    const message = `the redirect ${name} of .gitbook.yaml names no path`
    return { kind: 'settings', page: '.gitbook.yaml', target: name, message }
  })
  const outline = readOutline({ folder: tree.name, settings, files, problems })
  const references = makeReferences(files, problems)
  const texts = new Map<string, PageText | null>()
  const { readme } = settings
  const reading: EntryReading = { folder: files, readme, references, problems, texts, paths: new Set() }
  const entries = readEntries(reading, outline, '')
  const includes = readIncludes(files, references, problems)
  return {
    root: settings.root,
    readme,
    entries,
    files: listFiles(reading, settings),
    includes,
    variables: readVariables(files, problems),
    redirects: settings.redirects,
    problems,
  }
}

function assertFolder(folder: string): void {
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return
  throw new InvalidBundle(`${folder} is not a folder`, { hint: 'name the folder that holds SUMMARY.md' })
}

function readIncludes(
  files: BundleFolder,
  references: References,
  problems: BundleProblem[],
): BundleInclude[] {
  return files.walk(INCLUDES).flatMap(found => {
    if (!found.path.endsWith('.md')) return []
    const text = readPageText(files, found, problems)
    if (text === null) return []
    const { title } = text.frontMatter
    const heading = typeof title === 'string' && title !== '' ? title : firstHeading(text.body)
    return {
      path: found.path,
      title: heading || posix.basename(found.path, '.md'),
      markdown: text.markdown,
      references: references.resolve(found.path, text.links),
    }
  })
}

function readVariables(files: BundleFolder, problems: BundleProblem[]): Bundle['variables'] {
  const text = readText(files, files.lookup(VARIABLES), problems)
  if (text === null) return {}
  const { data, error } = parseYamlMap(text)
  const { variables, refused } = toVariables(data)
  const complaints =
    error === undefined ? refused.map(name => `${name} is neither text, number nor boolean`) : [error]
  for (const complaint of complaints) {
    problems.push({ kind: 'settings', page: VARIABLES, message: `${VARIABLES}: ${complaint}` })
  }
  return variables
}

/** When all entries are read: a page is no file. */
function listFiles(reading: EntryReading, settings: BundleSettings): BundleFile[] {
  const { folder, references, problems, texts } = reading
  const pages = new Set([...texts].filter(([, text]) => text !== null).map(([path]) => path))
  const special = new Set([settings.summary, '.gitbook.yaml', VARIABLES])
  const own = (path: string): boolean =>
    !pages.has(path) && !special.has(path) && !(path.startsWith(`${INCLUDES}/`) && path.endsWith('.md'))
  const candidates = new Map<string, Found>(references.referred)
  for (const found of folder.walk(ASSETS)) {
    candidates.set(found.path, found)
    if (found.type === 'file') continue
    const message = `${found.path} leads out of the folder or is no file, and is left out`
    problems.push({ kind: 'symlink', page: found.path, message })
  }
  return [...candidates.values()]
    .flatMap(found => (found.type === 'file' && own(found.path) ? [toFile(found)] : []))
    .sort((a, b) => (a.path < b.path ? -1 : 1))
}

function toFile({ path, absolutePath, sizeBytes }: Extract<Found, { type: 'file' }>): BundleFile {
  return { path, absolutePath, sizeBytes }
}
