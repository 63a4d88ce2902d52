/** Of each vault, whether what it holds was read again and found as it was stored, and since when. */
import { html } from 'hono/html'
import { DocvaultError } from '../../model/errors.ts'
import { formatAge } from '../../model/format.ts'
import { plural } from '../../model/plural.ts'
import { CHECKS } from '../addresses.ts'
import { outcomeOf, runsLink } from '../html/operations.ts'
import { empty, moment, notice, words } from '../html/words.ts'
import type { Asked } from '../reading/asked.ts'
import { type RunRead, runsOf } from '../reading/runs.ts'
import type { WebPlatform } from '../source.ts'
import { type Html, view } from '../view.ts'

interface VaultLine {
  platform: string
  timezone: string
  /** Of the job `check`. */
  last: Pick<RunRead, 'finished' | 'outcome' | 'message'> | null
  /** Why its vault cannot be read. */
  trouble: string | null
  /** ISO 8601, UTC; null: something was never read. */
  oldest_reading: string | null
  blocks_never_read: number
  contents_lost: number
}

export const checks = view({
  path: CHECKS,
  read(asked) {
    if (asked.visitor.sees !== null)
      throw new DocvaultError(
        'forbidden',
        'checks are of whole vaults, of which you may see some organizations',
        {
          hint: 'somebody who sees every organization may look',
        },
      )
    const ran = runsOf(asked).filter(({ job }) => job === 'check')
    return {
      vaults: asked.source.platforms().map(platform => lineOf(platform, ran, asked)),
    }
  },
  page({ vaults }, asked) {
    const now = asked.source.now()
    const nothing = empty('There is no vault yet.', 'Run docvault backup.')
    const body = html`<h1>Checks</h1>
<p class="soft">A check reads what is stored, decodes it, and compares it with its digest. The daemon reads for a limited time each day, what was read longest ago first; <code>docvault check --read-data</code> reads everything at once.</p>
${vaults.length === 0 ? nothing : vaults.map(line => sectionOf(line, now))}`
    return { title: 'Checks', crumbs: [], body }
  },
})

function lineOf(platform: WebPlatform, ran: readonly RunRead[], { readers }: Asked): VaultLine {
  const { name, timezone } = platform
  const newest = ran.find(run => run.platform === name && run.outcome !== 'missed')
  const last = newest ? { finished: newest.finished, outcome: newest.outcome, message: newest.message } : null
  const unknown = { oldest_reading: null, blocks_never_read: 0, contents_lost: 0 }
  try {
    const { vault } = readers.of(platform)
    const { oldestAt, neverRead, lost } = vault.readAgain()
    const isKnown = oldestAt !== null && oldestAt > 0
    return {
      ...{ platform: name, timezone, last, trouble: null },
      oldest_reading: isKnown ? new Date(oldestAt).toISOString() : null,
      blocks_never_read: neverRead,
      contents_lost: lost,
    }
  } catch (error) {
    if (!(error instanceof DocvaultError)) throw error
    return { platform: name, timezone, last, trouble: error.message, ...unknown }
  }
}

function sectionOf(line: VaultLine, now: number): Html {
  const { platform, timezone, last, trouble, contents_lost: lost } = line
  const checked =
    last === null
      ? html`no run of a daemon is known; <code>docvault check</code> by hand leaves none`
      : html`${outcomeOf(last)} ${moment(last.finished, timezone)}, ${formatAge(now - Date.parse(last.finished))}: ${words(last.message)}`
  return html`<section><h2>${words(platform)}</h2>${trouble === null ? '' : notice(words(trouble))}
<dl class="facts"><dt>Last check</dt><dd>${checked}</dd>
${trouble === null ? html`<dt>Read again</dt><dd>${readWords(line, now)}</dd><dt>Known to be lost</dt><dd>${lost === 0 ? 'nothing' : html`<strong>${plural(lost, 'content')}</strong>: <code>docvault repair</code> says which, and where an older state is`}</dd>` : ''}</dl>
<p class="actions">${runsLink(null, 'check', 'All its runs')}</p></section>`
}

function readWords(
  { oldest_reading: oldest, blocks_never_read: never, timezone }: VaultLine,
  now: number,
): Html | string {
  if (never > 0) return html`<strong>${plural(never, 'block')} never</strong>, since they were stored`
  if (oldest === null) return 'not everything was, since it was stored'
  return html`everything, the longest ago ${moment(oldest, timezone)} (${formatAge(now - Date.parse(oldest))})`
}
