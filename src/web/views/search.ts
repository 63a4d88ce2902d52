/** Everything that ever had a text: where it stood, and from which night to which. */
import { html } from 'hono/html'
import { UsageError } from '../../model/errors.ts'
import { plural } from '../../model/plural.ts'
import { isForAuditors, KINDS_FOR_ALL } from '../../resources/for-auditors.ts'
import { declarationOf, resources } from '../../resources/index.ts'
import type { FoundAnswer, MatchAnswer } from '../../search/answer.ts'
import type { MatchPart } from '../../search/query/request.ts'
import type { Vault } from '../../vault/vault.ts'
import { SEARCH, withQuery } from '../addresses.ts'
import { pager } from '../html/pager.ts'
import { count, empty, nightLink, notice, words } from '../html/words.ts'
import { type Asked, numberIn, type OrganizationAsked, surveyOf } from '../reading/asked.ts'
import { AuditorsOnly, VaultReplaced } from '../reading/errors.ts'
import { unreadWords } from '../reading/unread.ts'
import { type Html, view } from '../view.ts'
import { auditsIn, seesKind } from '../visitor.ts'

const STANDING = ['any', 'now', 'gone'] as const
const MOST_SHOWN = 50
/** Nobody reads on so far: what is counted has to be looked at. */
const MOST_COUNTED = 300
/** Characters on both sides of what was found. */
const CONTEXT = 80

async function read(asked: Asked) {
  const query = asked.query('q')?.trim() ?? ''
  const when = STANDING.find(name => name === (asked.query('when') || 'any'))
  if (!when) throw new UsageError(`when is one of ${STANDING.join(', ')}`)
  const kind = asked.query('kind') || null
  if (kind !== null && declarationOf(kind) === undefined) throw new UsageError(`there is no kind "${kind}"`)
  if (kind !== null && isForAuditors(kind) && !auditsSomewhere(asked, asked.query('org')))
    throw new AuditorsOnly(kind, 'what you may see')
  const wished = {
    q: query,
    when,
    org: asked.query('org'),
    kind,
    word: asked.query('word') === 'true',
    from: Math.min(numberIn(asked, 'from') ?? 0, MOST_COUNTED),
  }
  const answers = query === '' ? [] : await findAll(asked, wished)
  if (query !== '') asked.looked({ act: 'search', organization: null, item: query, snapshot: null })
  const matches = answers.flatMap(({ platform, found }) =>
    found.matches.map(match => ({ platform, ...match })),
  )
  const total = answers.reduce((sum, { found }) => sum + found.summary.matches, 0)
  const skipped = answers.length === 1 ? 0 : wished.from
  const shown = matches.slice(skipped, skipped + MOST_SHOWN)
  return {
    ...wished,
    /** Of those that were counted. */
    total,
    /** There are more than were counted. */
    more: answers.some(({ found }) => found.summary.truncated === 'matches'),
    /** Something that is kept was not searched, as it is not for whoever asks. */
    narrowed: asked.visitor.sees !== null || asked.visitor.audits !== null,
    matches: shown,
    next: wished.from + shown.length < total && shown.length > 0 ? wished.from + shown.length : null,
    /** Of all platforms; their vaults cannot be read, or are not there yet. */
    not_searched: wished.org ? [] : surveyOf(asked).troubles.map(({ platform }) => platform),
    summaries: answers.map(({ platform, found }) => ({ platform, ...found.summary })),
  }
}

/** Throws DocvaultError `vault-replaced`: what is searched was closed, and another vault is there. */
async function inVault<T>(
  { readers }: Asked,
  platform: Searched['platform'],
  work: (vault: Vault) => Promise<T>,
): Promise<T> {
  const { vault } = readers.of(platform)
  try {
    return await work(vault)
  } catch (error) {
    if (readers.of(platform).vault === vault) throw error
    throw new VaultReplaced(error)
  }
}

interface Searched {
  organization: OrganizationAsked | null
  platform: OrganizationAsked['platform']
}

/** Whether members of what is searched may be looked for. */
function auditsSomewhere(asked: Asked, key: string | null): boolean {
  const { organizations } = surveyOf(asked)
  return organizations.some(
    organization => (!key || organization.key === key) && auditsIn(asked.visitor, organization.id),
  )
}

/** One organization, every platform, or each organization that the visitor sees. Throws UsageError. */
function searched(asked: Asked, { org: key, kind }: Wished): Searched[] {
  const { organizations, troubles } = surveyOf(asked)
  const { sees, audits } = asked.visitor
  const isMixed = sees !== null || (audits !== null && audits.length > 0)
  if (!key && isMixed)
    return organizations
      .filter(({ id }) => kind === null || seesKind(asked.visitor, id, kind))
      .map(organization => ({ organization, platform: organization.platform }))
  if (!key)
    return asked.source
      .platforms()
      .filter(({ name }) => !troubles.some(({ platform }) => platform === name))
      .map(platform => ({ organization: null, platform }))
  const organization = organizations.find(found => found.key === key)
  if (!organization) throw new UsageError(`there is no organization ${key}`)
  return [{ organization, platform: organization.platform }]
}

interface Wished {
  /** So many matches stand before those that are shown. */
  from: number
  q: string
  when: (typeof STANDING)[number]
  kind: string | null
  word: boolean
  /** Key of an organization. */
  org: string | null
}

/** Platforms side by side, and the organizations of each one after another: each search takes a process. */
async function findAll(asked: Asked, wished: Wished) {
  const all = searched(asked, wished)
  // Of one list its part; of several the beginnings, as how long each is shows only then.
  const { from } = wished
  const part = all.length === 1 ? { from, most: MOST_SHOWN } : { from: 0, most: from + MOST_SHOWN }
  const places = Map.groupBy(all, ({ platform }) => platform.name)
  const found = [...places.values()].map(async own => {
    const answers: Awaited<ReturnType<typeof find>>[] = []
    for (const place of own) answers.push(await find(asked, place, { ...wished, part }))
    return answers
  })
  return (await Promise.all(found)).flat()
}

async function find(
  asked: Asked,
  { organization, platform }: Searched,
  { q, when, kind, word, part }: Wished & { part: MatchPart },
) {
  const declared = kind === null ? undefined : declarationOf(kind)?.kind
  const { visitor } = asked
  const isNarrowed = organization ? !auditsIn(visitor, organization.id) : visitor.audits !== null
  const data = {
    texts: [q],
    context: CONTEXT,
    ...{ word, part, maxMatches: MOST_COUNTED },
    ...(organization ? { organization: organization.id } : {}),
    ...(when === 'any' ? {} : { standing: when }),
    ...(declared ? { kinds: [declared] } : isNarrowed ? { kinds: KINDS_FOR_ALL } : {}),
  }
  const found: FoundAnswer = await inVault(asked, platform, vault => platform.find(data, asked.signal, vault))
  return { platform: platform.name, found }
}

type SearchData = Awaited<ReturnType<typeof read>>

function page(data: SearchData, asked: Asked) {
  const { organizations } = surveyOf(asked)
  const body = html`<h1>Search every night</h1>
${form(data, organizations)}
${data.q === '' ? empty('What stood somewhere, at some time?', 'A word, a sentence, a name, an address: whatever a reader could see.') : results(data, organizations)}`
  return { title: data.q === '' ? 'Search' : `Search: ${data.q}`, crumbs: [], body }
}

function form({ q, when, org, kind, word }: SearchData, organizations: readonly OrganizationAsked[]): Html {
  const option = (value: string, text: string, chosen: boolean) =>
    html`<option value="${value}"${chosen ? html` selected` : ''}>${text}</option>`
  return html`<form class="line" action="/search"><label>Text <input type="search" name="q" value="${q}" size="30"></label>
<label>in <select name="org">${option('', 'every organization', !org)}${organizations.map(({ key, title }) => option(key, title, key === org))}</select></label>
<label>that stands <select name="when">${option('any', 'at any time', when === 'any')}${option('now', 'now', when === 'now')}${option('gone', 'no more', when === 'gone')}</select></label>
<label>kind <select name="kind">${option('', 'all', !kind)}${resources.map(resource => option(resource.kind, resource.kind, resource.kind === kind))}</select></label>
<label><input type="checkbox" name="word" value="true"${word ? html` checked` : ''}> whole words</label> <button>Search</button></form>`
}

function results(data: SearchData, organizations: readonly OrganizationAsked[]): Html {
  const { matches, total, q, when, org, kind, word, narrowed } = data
  const partial = left(data)
  const isWhole = !narrowed && partial.length === 0 && when === 'any' && !org && kind === null && !word
  if (total === 0)
    return html`${partial}${empty(html`“${words(q)}” ${isWhole ? 'stood in no night that is kept.' : 'was not found in what was searched.'}`)}`
  const parameters = { q, when: when === 'any' ? null : when, org, kind, word: word ? 'true' : null }
  const parts = pager({
    ...{ from: data.from, shown: matches.length, total, most: MOST_SHOWN },
    addressFrom: from => withQuery(SEARCH, { ...parameters, from: from === 0 ? null : from }),
  })
  return html`${partial}<p>${data.more ? 'more than ' : ''}${plural(total, 'match', 'matches')}</p><ol class="results" start="${data.from + 1}">${matches.map(match => resultOf(match, organizations))}</ol>${parts}`
}

/** What was not searched, and why. */
function left({ summaries, not_searched: notSearched }: SearchData): Html[] {
  const unread = summaries.reduce((sum, { damaged, too_large: large }) => sum + damaged + large, 0)
  return [
    ...notSearched.map(platform => notice(`${platform} was not searched: its vault cannot be read.`)),
    ...summaries.flatMap(({ platform, truncated, matches }) => {
      if (truncated === null) return []
      if (truncated === 'time')
        return [notice(`${platform}: the time was over before everything was searched.`)]
      return [
        notice(
          `${platform} has more than ${count(matches)} matches: counting ended there. What came last was searched first. Say more of what is looked for.`,
        ),
      ]
    }),
    ...(unread === 0
      ? []
      : [notice(`${plural(unread, 'state')} could not be searched: damaged, or too large.`)]),
  ]
}

function resultOf(
  match: MatchAnswer & { platform: string },
  organizations: readonly OrganizationAsked[],
): Html {
  const { title, within, path, places, first, last, gone, end, unread } = match
  const organization = organizations.find(
    ({ id, platform: { name } }) => id === match.organization && name === match.platform,
  )
  const kind = resources.find(resource => resource.kind === match.kind)?.kind
  const place = html`${match.kind}${within === null ? '' : html` in ${words(within)}`}${path === null ? '' : html` · ${words(path)}`}`
  if (!organization || !kind) return html`<li>${words(title)} <span class="soft">${place}</span></li>`
  const { to, platform } = organization
  const name = { kind, id: match.id, within: match.parent }
  const stood = html`stood from ${nightLink(first, to, platform.timezone)} ${gone === null ? html`to this day` : html`to ${nightLink(last, to, platform.timezone)}; ${end === 'removed' ? 'then it was gone' : 'then it was changed'}`}`
  const gaps =
    unread.length === 0 ? '' : html`<br><span class="soft">not known in ${unreadWords(unread)}</span>`
  return html`<li><h2><a href="${to.item(last.snapshot, name)}">${words(title)}</a></h2><p class="soft">${place}</p>${places.map(({ field, excerpt }) => html`<blockquote><p>${words(excerpt)}</p>${field === 'text' ? '' : html`<footer>${field}</footer>`}</blockquote>`)}<p>${stood}${gaps} · <a href="${to.history(name)}">history</a>${gone !== null && end === 'changed' ? html` · <a href="${to.compare(name, last.snapshot, gone.snapshot)}">what took it away</a>` : ''}</p></li>
`
}

export const search = view({ path: '/search', read, page })
