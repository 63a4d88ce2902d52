/**
 * How each content should be stored. Measured in the design: of what a page is, its newest text lies with those of its
 * neighbours, so that it is found without following deltas; its newest document says in other words what the text says,
 * and is a delta against it; whatever is older is a delta against what came after it.
 *
 * A content that several resources have is wanted as the first of them wants it, those that are newest somewhere before all
 * others. Turns count in that order: a base always has an earlier turn, so no content can come to depend on itself.
 */
import { setImmediate } from 'node:timers/promises'
import { type Connection, prepareOnce } from '../catalog/connection.ts'
import { losses } from '../catalog/lost.ts'

export const ROLE = {
  /** As it is. */
  none: 0,
  /** Small things of every sort, together. */
  small: 1,
  /** The newest text of a page, with others. */
  text: 2,
  /** The newest document of a page, against its text. */
  document: 3,
  /** Against the one that came after it; a document that was edited much as a newest one is. */
  older: 4,
  /** A file, as small as it gets. */
  file: 5,
} as const
export type Role = (typeof ROLE)[keyof typeof ROLE]

/** Everything by content. */
export interface Wanted {
  role: Uint8Array
  /** 0: none. */
  base: Uint32Array
  /** Of an older document: the text of its time; 0: none. */
  text: Uint32Array
  /** The order in which they are stored; neighbours belong together. */
  turn: Uint32Array
}

/** So that no chain grows longer than this, every so many versions one is against the newest again. */
const LONGEST_CHAIN = 16
const SLICE = 2000
const TEXT = 'markdown'
const DOCUMENT = 'document'

export interface WantedOptions {
  highestContent: number
  pause: () => void
}

export async function readWanted(db: Connection, options: WantedOptions): Promise<Wanted> {
  const claims = new Claims(options.highestContent)
  await inSlices(db, options, parts => {
    const text = parts.find(({ part }) => part === TEXT)?.versions[0]?.content ?? 0
    for (const versions of parts) claimNewest(claims, versions, text)
  })
  await inSlices(db, options, parts => {
    const texts = textsBySince(parts)
    for (const versions of parts) claimOlder(claims, versions, texts)
  })
  leaveLost(db, claims.wanted)
  return claims.wanted
}

/** They stay as they are, and nothing is against them. */
function leaveLost(db: Connection, { role, base, text }: Wanted): void {
  const lost = new Set(losses(db).map(({ content }) => content))
  for (const content of lost) role[content] = ROLE.none
  if (lost.size === 0) return
  for (const against of [base, text])
    for (const [content, of] of against.entries()) if (lost.has(of)) against[content] = 0
}

class Claims {
  readonly wanted: Wanted
  #turn = 0

  constructor(highest: number) {
    const size = highest + 1
    this.wanted = {
      role: new Uint8Array(size),
      base: new Uint32Array(size),
      text: new Uint32Array(size),
      turn: new Uint32Array(size),
    }
  }

  /** The first one counts. */
  claim(content: number, role: Role, { base = 0, text = 0 } = {}): void {
    const { wanted } = this
    if (wanted.role[content] !== ROLE.none || content === base) return
    wanted.role[content] = role
    wanted.base[content] = base
    wanted.turn[content] = ++this.#turn
    // One that has its turn already, as every base has.
    if (wanted.role[text] !== ROLE.none && text !== content) wanted.text[content] = text
  }
}

type Part = typeof TEXT | typeof DOCUMENT | null

interface Version {
  since: number
  content: number
}

/** Of one part of a resource, newest first; null: what the platform said of it. */
interface Versions {
  part: Part
  versions: Version[]
}

function textsBySince(parts: readonly Versions[]): Map<number, number> {
  const texts = parts.find(({ part }) => part === TEXT)?.versions ?? []
  return new Map(texts.map(({ since, content }) => [since, content]))
}

function claimNewest(claims: Claims, { part, versions }: Versions, text: number): void {
  const newest = versions[0]?.content
  if (newest === undefined || part === null) return
  if (part === TEXT) claims.claim(newest, ROLE.text)
  else claims.claim(newest, ROLE.document, { base: text })
}

function claimOlder(claims: Claims, { part, versions }: Versions, texts: ReadonlyMap<number, number>): void {
  if (part === null) {
    for (const { content } of versions) claims.claim(content, ROLE.small)
    return
  }
  for (const [age, { since, content }] of versions.entries()) {
    if (age === 0) continue
    const base = versions[age % LONGEST_CHAIN === 0 ? 0 : age - 1]?.content ?? 0
    const text = part === DOCUMENT ? texts.get(since) : undefined
    claims.claim(content, ROLE.older, { base, ...(text === undefined ? {} : { text }) })
  }
}

interface Row extends Version {
  resource: number
  part: Part
}

/** Resource by resource, in the order in which they were made: that of pages in their space. */
async function inSlices(
  db: Connection,
  { pause }: WantedOptions,
  each: (parts: readonly Versions[]) => void,
): Promise<void> {
  const find = prepareOnce<[{ from: number; to: number }], Row>(
    db,
    `SELECT resource, NULL AS part, content, since FROM version WHERE resource > +:from AND resource <= +:to
     UNION ALL
     SELECT resource, term.text AS part, content, since FROM part JOIN term ON term.id = part.name
     WHERE resource > +:from AND resource <= +:to AND term.text IN ('${TEXT}', '${DOCUMENT}')
     ORDER BY resource, part DESC, since DESC`,
  )
  const highest = db.prepare<[], { id: number | null }>('SELECT max(id) AS id FROM resource').get()?.id ?? 0
  for (let from = 0; from < highest; from += SLICE) {
    for (const parts of byResource(find.all({ from, to: from + SLICE }))) each(parts)
    pause()
    await setImmediate()
  }
}

function* byResource(rows: readonly Row[]): Generator<Versions[]> {
  let resource = 0
  let parts: Versions[] = []
  for (const row of rows) {
    if (row.resource !== resource) {
      if (parts.length > 0) yield parts
      resource = row.resource
      parts = []
    }
    const last = parts.at(-1)
    if (last?.part === row.part) last.versions.push(row)
    else parts.push({ part: row.part, versions: [row] })
  }
  if (parts.length > 0) yield parts
}
