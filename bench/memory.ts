/**
 * Peak memory of a backup with one, two and four times the pages. Each runs in a process of its own; prints the peak
 * resident set and its ratio to the smallest organization's.
 */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { dataSets, writeState } from '../test/helpers/data-sets.ts'
import { startEmulatorProcess } from '../test/helpers/emulator-process.ts'
import { median } from './measure.ts'

const rounds = Number(process.env.ROUNDS ?? 3)
const work = mkdtempSync(join(tmpdir(), 'docvault-bench-'))

try {
  const sets = process.env.SETS?.split(',') ?? dataSets()
  for (const set of sets) writeState(set, 'last', join(work, set))
  const base = await peakOf(sets, 1)
  for (const times of [2, 4]) {
    const peak = await peakOf(sets, times)
    console.log(
      `${times}×: ${peak.pages} pages, peak ${peak.kib} KiB, ${(peak.kib / base.kib).toFixed(2)} of 1×`,
    )
  }
  console.log(`1×: ${base.pages} pages, peak ${base.kib} KiB`)
} finally {
  rmSync(work, { recursive: true, force: true })
}

async function peakOf(sets: readonly string[], times: number): Promise<{ pages: number; kib: number }> {
  const loads = Array.from({ length: times }, (_, copy) =>
    sets.flatMap(set => ['--load', `${set} ${copy + 1}=${join(work, set)}`]),
  ).flat()
  const emulator = await startEmulatorProcess(loads)
  try {
    const results = Array.from({ length: rounds }, (_, round) =>
      runOnce(emulator.url, emulator.token, `${times}-${round}`),
    )
    return { pages: results[0]?.pages ?? 0, kib: median(results.map(one => one.kib)) }
  } finally {
    await emulator.stop()
  }
}

function runOnce(url: string, token: string, name: string): { pages: number; kib: number } {
  const script = join(import.meta.dirname, 'peak-of-one.ts')
  const vault = join(work, `vault-${name}`)
  // The launcher's flag.
  const flags = ['--max-semi-space-size=16']
  const line = execFileSync(process.execPath, [...flags, script, vault, url, token], { encoding: 'utf8' })
  rmSync(vault, { recursive: true })
  return JSON.parse(line)
}
