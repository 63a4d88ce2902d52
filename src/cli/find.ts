/** `find`: everything that ever had a text, and from when to when it stood there. */
import { type FindData, find as job } from '../../jobs/find.ts'
import { UsageError } from '../model/errors.ts'
import { plural } from '../model/plural.ts'
import { type FindSummary, isPartial, type MatchAnswer } from '../search/answer.ts'
import type { Vault } from '../vault/vault.ts'
import type { CommandContext, CommandModule, Options } from './command.ts'
import { exitCodes } from './exit-code.ts'
import { assertKind } from './kinds.ts'
import { parseMaxDuration } from './max-duration.ts'
import { openConfigured } from './open-vault.ts'
import { printable, type Terminal } from './terminal.ts'

const CONTEXT = 60
const MOST_CONTEXT = 2000

export const find: CommandModule = {
  examples: [
    ["docvault find 'our limit is 500'", 'where these words ever stood, and until when'],
    ["docvault find 'our limit is 500' --gone", 'only where they do not stand any more'],
    ['docvault find limit quota --kind page --now', 'pages of the newest snapshot with both words'],
    [
      "docvault find --regex 'limit(s|ed)? (is|are) \\d+' --first",
      'a pattern, and where it stood first of all',
    ],
  ],
  define(command) {
    command
      .argument('<text...>', 'what to find; of several, each has to be there')
      .option('--without <text...>', 'only where none of these is')
      .option('--org <id>', 'only in this organization')
      .option('--space <space>', 'only this space and what is in it: id, or a title that it ever had')
      .option('--kind <kind...>', 'only these kinds')
      .option('--now', 'only what stands in the newest snapshot')
      .option('--gone', 'only what stood once and does not any more')
      .option('--at <snapshot>', 'only what stood in this snapshot')
      .option('--since <time>', "only what stood at this time or later, e.g. 'last tuesday'")
      .option('--until <time>', 'only what stood at this time or before')
      .option('--regex', 'patterns of JavaScript instead of texts')
      .option('--word', 'only whole words')
      .option('--case', 'capitals are not small letters')
      .option('--first', 'only where it stood first of all')
      .option('--context <characters>', 'shown on both sides of what was found', String(CONTEXT))
      .option('--max-duration <time>', 'end after so long; default search.maxDuration')
  },
  async run(context) {
    const { config, options, signal, terminal } = context
    const data = dataOf(context.args, options)
    const vault = openConfigured(context)
    try {
      const { matches, summary } = await job.run({ config: config(), signal, report: () => {} }, data)
      for (const match of matches) {
        terminal.event('match', match)
        if (!terminal.json) printMatch(match, vault, terminal)
        await terminal.drained()
      }
      terminal.event('summary', summary)
      printSummary(summary, isNarrowed(data), context)
      return isPartial(summary) ? exitCodes.partial : exitCodes.done
    } finally {
      vault.close()
    }
  },
}

function dataOf(texts: readonly string[], options: Options): FindData {
  const [now, gone, at] = [options.flag('now'), options.flag('gone'), options.text('at')]
  if ([now, gone, at !== undefined].filter(Boolean).length > 1)
    throw new UsageError('--now, --gone and --at exclude each other', { hint: 'give one of them' })
  const maxDuration = options.text('maxDuration')
  return {
    texts,
    without: options.list('without'),
    regex: options.flag('regex'),
    word: options.flag('word'),
    matchCase: options.flag('case'),
    organization: options.text('org'),
    space: options.text('space'),
    kinds: options.list('kind')?.map(kind => assertKind(kind)),
    standing: now ? 'now' : gone ? 'gone' : undefined,
    ...{ at, since: options.text('since'), until: options.text('until') },
    first: options.flag('first'),
    context: parseContext(options.text('context') ?? String(CONTEXT)),
    ...(maxDuration === undefined
      ? {}
      : { maxDurationMs: parseMaxDuration('search.maxDuration', maxDuration) }),
  }
}

function parseContext(text: string): number {
  if (/^\d+$/.test(text) && Number(text) <= MOST_CONTEXT) return Number(text)
  throw new UsageError(`--context "${text}" is no number of characters`, {
    hint: `0 to ${MOST_CONTEXT}; default ${CONTEXT}`,
  })
}

function printMatch(match: MatchAnswer, vault: Vault, terminal: Terminal): void {
  const { colors } = terminal
  const { kind, title, within, commands, places, unread } = match
  const place = [within, match.git_path ?? match.path].filter(Boolean).join(' / ')
  const say = (text: string) => terminal.line(printable(text))
  terminal.line(`${colors.bold(printable(`${kind} ${title}`))}${place ? printable(`  [${place}]`) : ''}`)
  say(`  ${intervalWords(match, vault, terminal)}`)
  for (const { from, to, class: why } of unread)
    say(
      `  ${from === to ? `#${from}` : `#${from} to #${to}`} did not read it (${why}): not known how it stood then`,
    )
  for (const { field, excerpt } of places) say(`  ${field}: ${excerpt}`)
  for (const [name, line] of Object.entries(commands))
    if (line !== null) terminal.line(colors.dim(printable(`  ${name.padEnd(7)}  ${line}`)))
  terminal.line()
}

/** `stood from 2026-03-02 03:00:05 (#41) until 2026-09-30 03:00:04 (#212); page gone in #213 of 2026-10-01 03:00:06`. */
function intervalWords(
  { from, last, gone, end, kind }: MatchAnswer,
  vault: Vault,
  terminal: Terminal,
): string {
  const when = ({ snapshot, started }: MatchAnswer['from']) =>
    `${started === null ? 'an unknown time' : terminal.when(started, vault.timezone)} (#${snapshot})`
  if (gone === null) return `stands since ${when(from)}, in the newest too`
  const what = end === 'removed' ? `the ${kind}` : 'the text'
  return `stood from ${when(from)} until ${when(last)}; ${what} is gone in ${when(gone)}`
}

/** Not everything was asked for. */
function isNarrowed({ organization, space, kinds, standing, at, since, until, without }: FindData): boolean {
  return [organization, space, kinds, standing, at, since, until, without].some(wish => wish !== undefined)
}

function printSummary(summary: FindSummary, narrowed: boolean, { terminal }: CommandContext): void {
  const { matches, truncated, scanned, damaged, too_large: tooLarge, index_damage: damage } = summary
  const nothing =
    isPartial(summary) || narrowed ? 'not found in what was searched' : 'not found in any snapshot'
  terminal.line(matches === 0 ? nothing : plural(matches, 'match', 'matches'))
  if (truncated === 'time')
    terminal.line('the time was over before everything was searched: --max-duration gives it more')
  if (truncated === 'matches')
    terminal.line('there are more: say more of what is searched for, or --space, --kind, --since')
  if (damaged > 0)
    terminal.line(
      `${plural(damaged, 'state')} could not be searched, being damaged: \`docvault check --read-data\``,
    )
  if (tooLarge > 0) terminal.line(`${plural(tooLarge, 'state')} with bodies too large to search`)
  if (damage !== null) terminal.note(`${damage}; everything was read instead: \`docvault index --rebuild\``)
  else if (scanned > WORTH_AN_INDEX)
    terminal.note(`${scanned} states were read, as no index has them: \`docvault index\` narrows this down`)
}

/** States; fewer are read in no time. */
const WORTH_AN_INDEX = 2000
