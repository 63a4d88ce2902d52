/**
 * Where a bundle's content stands inside its folder: `.gitbook.yaml`, else a legacy `book.json`, else the folder
 * itself. Refuses settings that cannot be read (the content would be read from the wrong place) or that leave the folder.
 */
import { posix } from 'node:path'
import { parseYamlMap } from '../dialect/parse/yaml-map.ts'
import { isFields } from '../model/fields.ts'
import { InvalidBundle } from './errors.ts'
import { type FileTree, openFolder } from './folder.ts'

export interface BundleSettings {
  /** Relative to the folder, '' for the folder itself. */
  root: string
  /** Relative to `root`. */
  readme: string
  summary: string
  redirects: Record<string, string>
  /** Names of redirects that are not texts. */
  refused: string[]
}

export function readSettings(tree: FileTree): BundleSettings {
  const { file, data } = readSettingsFile(tree)
  const structure = isFields(data.structure) ? data.structure : {}
  const redirects = Object.entries(isFields(data.redirects) ? data.redirects : {})
  return {
    root: insidePath(data.root, '', file),
    readme: insidePath(structure.readme, 'README.md', file),
    summary: insidePath(structure.summary, 'SUMMARY.md', file),
    redirects: Object.fromEntries(redirects.filter(isTextPair)),
    refused: redirects.filter(pair => !isTextPair(pair)).map(([name]) => name),
  }
}

const NAMES = ['.gitbook.yaml', 'book.json']

function readSettingsFile(tree: FileTree): { file: string; data: Record<string, unknown> } {
  const top = openFolder(tree, '')
  for (const name of NAMES) {
    const found = top.lookup(name)
    const file = posix.join(tree.name, name)
    if (found.type === 'file') return { file, data: parseSettings(file, top.read(found.absolutePath)) }
    if (found.type !== 'missing') throw new InvalidBundle(`${file} leads out of the folder or is no file`)
  }
  return { file: posix.join(tree.name, '.gitbook.yaml'), data: {} }
}

function parseSettings(file: string, bytes: Buffer): Record<string, unknown> {
  const text = bytes.toString().replace(/^\uFEFF/, '')
  // JSON is YAML, and people leave trailing commas and comments in either. Tabs may indent JSON but never YAML,
  // although YAML 1.2 takes JSON otherwise.
  const { data, error } = parseYamlMap(file.endsWith('.json') ? text.replaceAll('\t', '  ') : text)
  if (error === undefined) return data
  throw new InvalidBundle(`${file} cannot be read: ${error}`, {
    hint: 'correct the file, or remove it to use the folder with README.md and SUMMARY.md',
  })
}

function insidePath(value: unknown, fallback: string, file: string): string {
  if (typeof value !== 'string' || value.trim() === '') return fallback
  const path = posix.normalize(`./${value.trim()}`).replace(/\/$/, '')
  if (path !== '..' && !path.startsWith('../')) return path === '.' ? fallback : path
  throw new InvalidBundle(`${file} names ${value}, which is outside the folder`, {
    hint: 'name a path inside the folder, or read the folder above it',
  })
}

function isTextPair(pair: [string, unknown]): pair is [string, string] {
  return typeof pair[1] === 'string'
}
