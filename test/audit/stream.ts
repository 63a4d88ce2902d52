/** Renders a report over so many changes in a process with a heap of so many MiB. */
import { execFileSync, type StdioOptions } from 'node:child_process'
import { join } from 'node:path'
import { temporaryFolder } from '../vault/fixture.ts'

export interface Streamed {
  /** Rows by report and format. */
  lines: Record<string, number>
  peakMiB: number
}

export function streamReports(count: number, heapMiB: number): Streamed {
  const script = new URL('./stream-reports.ts', import.meta.url).pathname
  const node = join(import.meta.dirname, '../../node_modules/.bin/node')
  const args = [`--max-old-space-size=${heapMiB}`, script, join(temporaryFolder(), 'vault'), String(count)]
  const stdio: StdioOptions = ['ignore', 'pipe', process.env.PRINT ? 'inherit' : 'ignore']
  return JSON.parse(execFileSync(node, args, { encoding: 'utf8', maxBuffer: 1 << 26, stdio }))
}
