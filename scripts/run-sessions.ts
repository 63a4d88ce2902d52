/**
 * `npm run docs:sessions [-- --update] [PAGE…]`: types the sessions of the manual and says where a page shows something
 * else than what is printed. With `--update` the page is rewritten; output that the page shortens is left to its writer.
 */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { createTwoFilesPatch } from 'diff'
import { isPlayedAlone } from './sessions/parse.ts'
import { type Played, playPage, root } from './sessions/play.ts'
import { rewrite } from './sessions/rewrite.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { update: { type: 'boolean', default: false } },
})

for (const page of positionals.length > 0 ? positionals : pagesWithSessions()) {
  const played = await playPage(page)
  const wrong = played.filter(session => session.complaint !== null)
  process.stdout.write(`${page}: ${played.length} commands, ${wrong.length} of them print something else\n`)
  for (const session of wrong) process.stdout.write(`${describe(session)}\n`)
  if (values.update) rewrite(page, wrong)
  else if (wrong.length > 0) process.exitCode = 1
}

function pagesWithSessions(): string[] {
  const pages = ['README.md', ...globSync('docs/**/*.md', { cwd: root }).sort()]
  return pages.filter(page => isPlayedAlone(readFileSync(join(root, page), 'utf8')))
}

function describe({ command, printed, complaint }: Played): string {
  const patch = createTwoFilesPatch('written', 'printed', command.printed.join('\n'), printed.join('\n'))
  return `line ${command.line + 1}: ${complaint}\n${patch}`
}
