/**
 * Real folders for the tests of this directory; each is removed when its test ends.
 */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { BundleEntry, BundlePage } from '../../src/bundle/bundle.ts'

export function makeTemporary(): string {
  const folder = mkdtempSync(join(tmpdir(), 'docvault-bundle-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

export function makeFolder(files: Record<string, string | Uint8Array>): string {
  const folder = makeTemporary()
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), content)
  }
  return folder
}

/** Every file below a folder with its text; docvault's own list left out. */
export function readTree(folder: string): Record<string, string> {
  const paths = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(entry => !entry.isDirectory())
    .map(entry => join(entry.parentPath, entry.name).slice(folder.length + 1))
  const own = paths.filter(path => path !== '.docvault-bundle').sort()
  return Object.fromEntries(own.map(path => [path, readFileSync(join(folder, path), 'utf8')]))
}

export function pagesIn(entries: BundleEntry[]): BundlePage[] {
  return entries.flatMap(entry => {
    if (entry.type === 'page') return [entry, ...pagesIn(entry.entries)]
    return entry.type === 'group' ? pagesIn(entry.entries) : []
  })
}

/** The tree of titles, for comparing shapes. */
export function shapeOf(entries: BundleEntry[]): unknown[] {
  return entries.map(entry => {
    if (entry.type === 'group') return [`## ${entry.title}`, ...shapeOf(entry.entries)]
    if (entry.type === 'page')
      return entry.entries.length > 0 ? [entry.title, ...shapeOf(entry.entries)] : entry.title
    return entry.type === 'link' ? entry.url : entry.source.type
  })
}
