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
  /** Against the one that came after it. */
  older: 4,
} as const
export type Role = (typeof ROLE)[keyof typeof ROLE]

/** Everything by content. */
export interface Wanted {
  role: Uint8Array
  /** 0: none. */
  base: Uint32Array
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
    const text = parts.find(({ part }) => part === TEXT)?.contents[0] ?? 0
    for (const versions of parts) claimNewest(claims, versions, text)
  })
  await inSlices(db, options, parts => {
    for (const versions of parts) claimOlder(claims, versions)
  })
  leaveLost(db, claims.wanted)
  return claims.wanted
}

/** They stay as they are, and nothing is against them. */
function leaveLost(db: Connection, { role, base }: Wanted): void {
  const lost = new Set(losses(db).map(({ content }) => content))
  for (const content of lost) role[content] = ROLE.none
  if (lost.size > 0) for (const [content, of] of base.entries()) if (lost.has(of)) base[content] = 0
}

class Claims {
  readonly wanted: Wanted
  #turn = 0

  constructor(highest: number) {
    const size = highest + 1
    this.wanted = {
      role: new Uint8Array(size),
      base: new Uint32Array(size),
      turn: new Uint32Array(size),
    }
  }

  /** The first one counts. */
  claim(content: number, role: Role, base = 0): void {
    const { wanted } = this
    if (wanted.role[content] !== ROLE.none || content === base) return
    wanted.role[content] = role
    wanted.base[content] = base
    wanted.turn[content] = ++this.#turn
  }
}

type Part = typeof TEXT | typeof DOCUMENT | null

/** Contents of one part of a resource, newest first; null: what the platform said of it. */
interface Versions {
  part: Part
  contents: number[]
}

function claimNewest(claims: Claims, { part, contents }: Versions, text: number): void {
  const [newest] = contents
  if (newest === undefined || part === null) return
  if (part === TEXT) claims.claim(newest, ROLE.text)
  else claims.claim(newest, ROLE.document, text)
}

function claimOlder(claims: Claims, { part, contents }: Versions): void {
  if (part === null) {
    for (const content of contents) claims.claim(content, ROLE.small)
    return
  }
  const [newest = 0] = contents
  for (const [age, content] of contents.entries()) {
    if (age === 0) continue
    const base = age % LONGEST_CHAIN === 0 ? newest : (contents[age - 1] ?? newest)
    claims.claim(content, ROLE.older, base)
  }
}

interface Row {
  resource: number
  part: Part
  content: number
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
    if (last?.part === row.part) last.contents.push(row.content)
    else parts.push({ part: row.part, contents: [row.content] })
  }
  if (parts.length > 0) yield parts
}
