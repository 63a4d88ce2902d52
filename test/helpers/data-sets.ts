/**
 * Real documentation to run on: a folder of data sets with `nightly.sh` beside them, which writes a nightly state of
 * a set as plain files. Named by DOCVAULT_DATA, default `../shared/data`; none of it is in this repository.
 */
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '../..')

export function dataFolder(): string {
  const folder = resolve(root, process.env.DOCVAULT_DATA ?? '../shared/data')
  if (existsSync(join(folder, 'nightly.sh'))) return folder
  throw new Error(
    `there are no data sets in ${folder}: set DOCVAULT_DATA to a folder with nightly.sh and its sets`,
  )
}

/** Names of the sets, e.g. `elsa`. */
export function dataSets(): string[] {
  return nightly()
    .split('\n')
    .filter(line => line !== '')
    .map(line => line.split(' ')[0] ?? '')
}

/** How many states a set has; they are numbered from 1. */
export function stateCount(set: string): number {
  return nightly(set).trim().split('\n').length - 1
}

/** Writes a state into a folder that is empty, absent or was written by this. `last` is the newest. */
export function writeState(set: string, state: number | 'last', folder: string): void {
  nightly('-r', set, String(state), folder)
}

function nightly(...args: string[]): string {
  return execFileSync(join(dataFolder(), 'nightly.sh'), args, {
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  })
}
