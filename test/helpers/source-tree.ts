/**
 * What a space must look like after an export, worked out from its source folder with plain patterns, independently
 * of docvault's own reader.
 */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, normalize, relative } from 'node:path'

export interface SourceTree {
  root: string
  /** Entries of SUMMARY.md, links included, groups not. */
  entries: number
  /** Files of the entries that exist, as SUMMARY names them, relative to the root. */
  pages: string[]
  /** Under `.gitbook/assets`, or referred to by a page. */
  files: string[]
}

const entryPattern = /^\s*[*+-] +\[(?:\\.|[^\]\\])*\]\((<[^>]*>|(?:[^()\s]|\([^()]*\))*)/gm
const referencePattern = /\]\((<[^>\n]*>|[^)\s]+)|(?:src|href)="([^"\n]+)"/g

export function readSourceTree(folder: string): SourceTree {
  const root = rootOf(folder)
  const summary = readFileSync(join(root, 'SUMMARY.md'), 'utf8')
  const targets = [...summary.matchAll(entryPattern)].map(match => unwrap(match[1] ?? ''))
  const named = targets.filter(target => !/^[a-z]+:/i.test(target)).map(target => target.replace(/#.*$/, ''))
  const pages = [...new Set(named)].filter(path => isFile(join(root, path)))
  const assets = filesBelow(join(root, '.gitbook/assets')).map(path => relative(root, path))
  const referred = pages.flatMap(page => referencesOf(root, page)).filter(path => !path.endsWith('.md'))
  return { root, entries: targets.length, pages, files: [...new Set([...assets, ...referred])].sort() }
}

export function filesBelow(folder: string): string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { withFileTypes: true }).flatMap(entry => {
    const path = join(folder, entry.name)
    return entry.isDirectory() ? filesBelow(path) : [path]
  })
}

function rootOf(folder: string): string {
  for (const [file, pattern] of [
    ['.gitbook.yaml', /^root: *(\S+)/m],
    ['book.json', /"root": *"([^"]+)"/],
  ] as const) {
    const path = join(folder, file)
    const root = existsSync(path) ? pattern.exec(readFileSync(path, 'utf8'))?.[1] : undefined
    if (root) return join(folder, root)
  }
  return folder
}

function referencesOf(root: string, page: string): string[] {
  const text = readFileSync(join(root, page), 'utf8')
    .replace(/^(```|~~~)[\s\S]*?^\1/gm, '')
    .replace(/`[^`\n]*`/g, '')
  return [...text.matchAll(referencePattern)].flatMap(([, markdown, html]) => {
    const target = unwrap(markdown ?? html ?? '').replace(/[?#].*$/, '')
    if (target === '' || /^[a-z]+:/i.test(target)) return []
    const path = normalize(target.startsWith('/') ? target.slice(1) : join(dirname(page), target))
    return !path.startsWith('..') && isFile(join(root, path)) ? [path] : []
  })
}

function unwrap(target: string): string {
  const bare = target.replace(/^<|>$/g, '').replaceAll(/\\(.)/g, '$1')
  try {
    return decodeURIComponent(bare)
  } catch {
    return bare
  }
}

function isFile(path: string): boolean {
  return existsSync(path) && statSync(path).isFile()
}
