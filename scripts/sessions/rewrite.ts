/** A page with what its commands print now; output that the page shortens is left to its writer. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Played, root } from './play.ts'

/** From the end, so that what is before keeps its lines. */
export function rewrite(page: string, wrong: readonly Played[]): void {
  const file = join(root, page)
  const lines = readFileSync(file, 'utf8').split('\n')
  for (const { command, printed } of wrong.toReversed()) {
    if (command.printed.some(line => line.includes('…') && !printed.includes(line))) continue
    lines.splice(command.from, command.to - command.from, ...printed)
  }
  writeFileSync(file, lines.join('\n'))
}
