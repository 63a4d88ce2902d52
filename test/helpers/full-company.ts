/** The options of the whole generated company around all data sets, for heavy suites. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { dataSets, writeState } from './data-sets.ts'

/** Writes the sources into the folder and answers the emulator's arguments. */
export function fullCompany(folder: string): string[] {
  const sets = dataSets()
  for (const set of sets) writeState(set, 'last', join(folder, set))
  const loads = sets.flatMap(set => ['--load', `${set}=${join(folder, set)}`])
  return [
    ...[
      '--members',
      '500',
      '--teams',
      '30',
      '--sites',
      '5',
      '--comments',
      '2000',
      '--change-requests',
      '200',
    ],
    ...['--specs', ...specFiles(folder)],
    ...loads,
  ]
}

const MOST_SPECS = 12

/** Specifications that lie in the documentation itself, under names of their own, and a small one. */
function specFiles(folder: string): string[] {
  const target = join(folder, 'specs')
  mkdirSync(target, { recursive: true })
  const small = join(target, 'pets.json')
  writeFileSync(small, '{"openapi":"3.1.0","info":{"title":"Pets","version":"1"},"paths":{}}')
  const found = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile() && /\.ya?ml$/.test(entry.name))
    .map(entry => readFileSync(join(entry.parentPath, entry.name), 'utf8'))
    .filter(isSpec)
  const copies = [...new Set(found)].slice(0, MOST_SPECS).map((text, index) => {
    const file = join(target, `spec-${index + 1}.yaml`)
    writeFileSync(file, text)
    return file
  })
  return [small, ...copies]
}

function isSpec(text: string): boolean {
  try {
    const document: unknown = parse(text)
    return typeof document === 'object' && document !== null && 'openapi' in document && 'info' in document
  } catch {
    return false
  }
}
