/** The stable words that `exit_error` has for errors: read from the classes that make them. */
import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { codeList } from './markdown.ts'

const root = resolve(import.meta.dirname, '../..')

export function errorCodeList(): string {
  const files = globSync('{src,jobs,config}/**/*.ts', { cwd: root })
  const found = files.flatMap(file => codesIn(readFileSync(join(root, file), 'utf8')))
  return `${codeList([...new Set([...found, 'internal'])].sort())}.`
}

function codesIn(text: string): string[] {
  // Each class of ours gives its word to the base class first.
  const classes = text.split(/^(?:export )?(?:abstract )?class /m).slice(1)
  const own = classes.filter(declaration => /^\w+ extends (DocvaultError|PlatformError)\b/.test(declaration))
  const given = own.map(declaration => /super\(\s*'([a-z-]+)'/.exec(declaration)?.[1])
  const direct = [...text.matchAll(/new DocvaultError\(\s*'([a-z-]+)'/g)].map(([, word]) => word)
  return [...given, ...direct].filter(word => word !== undefined)
}
