/** Compares an exported bundle with the folder it came from, byte by byte, in both directions. */
import { existsSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { digestOf } from '../../src/model/digest.ts'
import { filesBelow, readSourceTree } from './source-tree.ts'

export interface Comparison {
  pages: number
  files: number
  /** One line each; empty when the export is the source. */
  differences: string[]
}

/** Written by the export itself, from the structure. */
const generated = ['SUMMARY.md', '.gitbook.yaml']

export function compareExport(source: string, exported: string): Comparison {
  const tree = readSourceTree(source)
  const expected = [...tree.pages, ...tree.files]
  const differences = expected.flatMap(path => {
    const copy = join(exported, path)
    if (!existsSync(copy)) return [`${path} is not in the export`]
    return sameBytes(join(tree.root, path), copy) ? [] : [`${path} differs`]
  })
  for (const copy of filesBelow(exported)) {
    const path = relative(exported, copy)
    if (generated.includes(path) || path.startsWith('.docvault')) continue
    const original = join(tree.root, path)
    if (!existsSync(original)) differences.push(`${path} is in the export only`)
    else if (!sameBytes(original, copy)) differences.push(`${path} differs`)
  }
  return { pages: tree.pages.length, files: tree.files.length, differences: [...new Set(differences)] }
}

function sameBytes(a: string, b: string): boolean {
  return digestOf(readFileSync(a)) === digestOf(readFileSync(b))
}
