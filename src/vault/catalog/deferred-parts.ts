/**
 * The two bodies of a page as rows of versions say it: how much Markdown is pending, and which new versions gained or
 * lost a body and are otherwise what they were. See model/deferred-part.ts.
 */
import { DEFERRED_PART, LEADING_PART } from '../../model/deferred-part.ts'
import type { Kind, PartName } from '../../model/resource.ts'
import type { Connection } from './connection.ts'
import { proofOf } from './snapshots.ts'

/** True for a version with the document and without its Markdown. */
const LACKS = `
  EXISTS (SELECT 1 FROM part WHERE part.resource = version.resource AND part.since = version.since
    AND part.name = (SELECT id FROM term WHERE text = '${LEADING_PART}'))
  AND NOT EXISTS (SELECT 1 FROM part WHERE part.resource = version.resource AND part.since = version.since
    AND part.name = (SELECT id FROM term WHERE text = '${DEFERRED_PART}'))`

/** True for resources of the kinds that are asked for. */
const OF_KIND = `
  resource.kind IN (SELECT id FROM term WHERE text IN (SELECT value FROM json_each(:kinds)))`

interface Asked {
  snapshot: number
  organization: number
  kinds: string
}

/** Of a running snapshot: from what its base counted, and what began and ended since; of all where it counted nothing. */
export function countPending(
  db: Connection,
  { id, base, organization }: { id: number; base: number | null; organization: number },
  kinds: readonly Kind[],
): number {
  const asked = { snapshot: id, organization, kinds: JSON.stringify(kinds) }
  const before = base === null ? undefined : proofOf(db, base)?.markdown_pending
  if (before === undefined) return count(db, asked, 'version.until IS NULL')
  const [begun, ended] = ['since', 'until'].map(end => count(db, asked, `version.${end} = +:snapshot`))
  return before + (begun ?? 0) - (ended ?? 0)
}

function count(db: Connection, asked: Asked, which: string): number {
  const row = db
    .prepare<[Asked], { count: number }>(
      `SELECT count(*) AS count FROM version CROSS JOIN resource ON resource.id = version.resource
       WHERE ${which} AND :snapshot IS NOT NULL AND resource.organization = +:organization AND ${OF_KIND} AND ${LACKS}`,
    )
    .get(asked)
  return row?.count ?? 0
}

/** Parts of a version beside one of its bodies. */
const OTHERS = (version: string, body: PartName) => `
  SELECT name, content FROM part WHERE part.resource = ${version}.resource AND part.since = ${version}.since
    AND name <> (SELECT id FROM term WHERE text = '${body}')`

/** True where `body` alone came or went, and there was the other one, which says the same. */
const cameOrWentAlone = (body: PartName, other: PartName) => `(
  NOT EXISTS (${OTHERS('old', body)} EXCEPT ${OTHERS('new', body)})
  AND NOT EXISTS (${OTHERS('new', body)} EXCEPT ${OTHERS('old', body)})
  AND EXISTS (SELECT 1 FROM part WHERE part.resource = new.resource AND part.since = new.since
    AND part.name = (SELECT id FROM term WHERE text = '${other}')))`

/** Versions of a snapshot that differ from what they replace in one body alone, which one of them lacks. */
export function countSameButForBody(db: Connection, snapshot: number): number {
  const parts = (version: string) =>
    `(SELECT count(*) FROM part WHERE part.resource = ${version}.resource AND part.since = ${version}.since)`
  const row = db
    .prepare<[{ snapshot: number }], { count: number }>(
      `SELECT count(*) AS count FROM version AS old JOIN version AS new ON new.resource = old.resource
       WHERE old.until = +:snapshot AND new.since = +:snapshot AND new.content = old.content
         AND abs(${parts('new')} - ${parts('old')}) = 1
         AND (${cameOrWentAlone(DEFERRED_PART, LEADING_PART)} OR ${cameOrWentAlone(LEADING_PART, DEFERRED_PART)})`,
    )
    .get({ snapshot })
  return row?.count ?? 0
}
