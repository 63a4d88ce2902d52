/** What a loss hits, and where another state of it is. */
import { formatRef } from '../../model/resource.ts'
import { type Connection, prepareOnce } from './connection.ts'
import type { Loss } from './lost.ts'
import { isoTime } from './times.ts'
import { refOf } from './views.ts'

/** A state of a resource that a content belongs to. */
export interface Hit {
  resource: number
  since: number
  until: number | null
}

export interface Elsewhere {
  snapshot: number
  isOlder: boolean
}

/** States that a sealed snapshot has which was not pruned, oldest first. */
export function hitsOf(db: Connection, content: number, most: number): Hit[] {
  return prepareOnce<[{ content: number; most: number }], Hit>(
    db,
    `SELECT resource, since, until FROM version WHERE content = +:content AND ${KEPT}
     UNION SELECT resource, since, until FROM part JOIN version USING (resource, since)
     WHERE part.content = +:content AND ${KEPT}
     ORDER BY since, resource LIMIT +:most`,
  ).all({ content, most })
}

const KEPT = `EXISTS (
  SELECT 1 FROM snapshot JOIN resource AS own ON own.id = version.resource AND own.organization = snapshot.organization
  WHERE snapshot.id >= version.since AND (version.until IS NULL OR snapshot.id < version.until)
  AND snapshot.id NOT IN (SELECT snapshot FROM pruned))`

interface OtherState {
  since: number
  first: number | null
  last: number | null
  contents: string
}

/** The newest snapshot before the state that has another one of which nothing is lost, else the first after it. */
export function elsewhere(
  db: Connection,
  { resource, since }: Hit,
  isLost: (content: number) => boolean,
): Elsewhere | null {
  const states = prepareOnce<[{ resource: number; since: number }], OtherState>(
    db,
    `SELECT version.since, min(snapshot.id) AS first, max(snapshot.id) AS last,
       (SELECT json_group_array(content) FROM (SELECT version.content UNION ALL
         SELECT part.content FROM part WHERE part.resource = version.resource AND part.since = version.since)) AS contents
     FROM version JOIN resource ON resource.id = version.resource
     JOIN snapshot ON snapshot.organization = resource.organization AND snapshot.state IN ('complete', 'partial')
       AND snapshot.id >= version.since AND (version.until IS NULL OR snapshot.id < version.until)
     WHERE version.resource = +:resource AND version.since <> +:since AND snapshot.id NOT IN (SELECT snapshot FROM pruned)
     GROUP BY version.since ORDER BY version.since`,
  ).all({ resource, since })
  const whole = states.filter(({ contents }) => !contentsIn(contents).some(isLost))
  const older = whole.findLast(state => state.since < since)
  if (older?.last) return { snapshot: older.last, isOlder: true }
  const newer = whole.find(state => state.since > since)
  return newer?.first ? { snapshot: newer.first, isOlder: false } : null
}

function contentsIn(list: string): number[] {
  const contents: number[] = JSON.parse(list)
  return contents
}

/** For whoever wants to read one, e.g. `was lost: found on …; page p1 in space s1: …`. */
export function lossWords(db: Connection, loss: Loss, isLost: (content: number) => boolean): string {
  const found = isoTime(loss.found, `the mark of content #${loss.content}`)
  const hits = hitsOf(db, loss.content, MOST_TOLD + 1)
  const words = hits.slice(0, MOST_TOLD).map(hit => hitWords(db, hit, isLost))
  const more = hits.length > MOST_TOLD ? '; and others' : ''
  return `was lost, which was found on ${found} (${loss.why})${words.map(each => `; ${each}`).join('')}${more}`
}

const MOST_TOLD = 5

function hitWords(db: Connection, hit: Hit, isLost: (content: number) => boolean): string {
  const range = hit.until === null ? 'on' : `until ${hit.until}`
  const name = `${formatRef(refOf(db, hit.resource))} (from snapshot ${hit.since} ${range})`
  const other = elsewhere(db, hit, isLost)
  if (other === null) return `${name}: no snapshot has another state of it`
  return `${name}: snapshot ${other.snapshot} has ${other.isOlder ? 'an older' : 'a newer'} one: \`${commandFor(db, hit, other)}\``
}

function commandFor(db: Connection, { resource }: Hit, { snapshot }: Elsewhere): string {
  const { kind, id } = refOf(db, resource)
  if (kind === 'page' || kind === 'file') return `docvault restore ${snapshot} --${kind} ${id}`
  return `docvault show ${snapshot} ${kind} ${id}`
}
