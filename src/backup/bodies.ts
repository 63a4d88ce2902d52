/**
 * Gets the bodies of one item: from the vault where their key is known, else from the platform, never twice.
 */

import type { Body, BodyDownload } from '../resources/resource.ts'
import type { StoredContent } from '../vault/vault.ts'
import type { GroupItem } from './group.ts'
import type { BackupRun, Placed } from './run.ts'
import { spoolDownload } from './spool.ts'

export interface Part extends StoredContent {
  name: string
  /** At hand when the body was fetched just now and is small. */
  bytes?: Buffer
}

/** `stale`: the platform has moved on since the item was listed. */
export type Bodies = { parts: Part[] } | 'stale'

/** Latest content of each family of similar bodies within one reading, the base for the next one's delta. */
export type Families = Map<string, number>

export async function getBodies(
  run: BackupRun,
  one: GroupItem,
  parent: Placed,
  families: Families,
): Promise<Bodies> {
  const wanted = one.resource.bodies?.(run.platform, one.item, one.place) ?? []
  const current =
    wanted.length > 0 ? run.writer.current(parent.key, one.resource.kind, one.resource.id(one.item)) : null
  const family = one.resource.family?.(one.item)
  const baseOf = (name: string) =>
    current?.parts.get(name)?.content ?? (family === undefined ? undefined : families.get(family))
  const gotten = await Promise.all(
    wanted.map(async body => {
      const known = run.writer.findBody(parent.key, body)
      const part = known ? { name: body.name, ...known } : await fetchBody(run, one, body, parent, baseOf)
      if (family !== undefined && typeof part === 'object') families.set(family, part.content)
      return part
    }),
  )
  if (gotten.includes('stale')) return 'stale'
  return { parts: gotten.filter(part => typeof part === 'object') }
}

async function fetchBody(
  run: BackupRun,
  one: GroupItem,
  body: Body,
  parent: Placed,
  /** Asked when the bytes are there: by then a similar file may have come. */
  baseOf: (name: string) => number | undefined,
): Promise<Part | 'stale' | 'not-offered'> {
  if ('url' in body.source) return storeDownload(run, body, body.source, parent, baseOf)
  const answer = await body.source.read()
  if ('notOffered' in answer) {
    noteNotOffered(run, one, body, answer.notOffered)
    return 'not-offered'
  }
  if (answer.key === '') return 'stale'
  const name = { key: answer.key, name: body.name }
  const stored = await run.writer.putBody(parent.key, name, answer.bytes, { base: baseOf(body.name) })
  return answer.key === body.key ? { name: body.name, ...stored, bytes: answer.bytes } : 'stale'
}

async function storeDownload(
  run: BackupRun,
  body: Body,
  source: BodyDownload,
  parent: Placed,
  baseOf: (name: string) => number | undefined,
): Promise<Part> {
  const spooled = await spoolDownload(run.platform, source, run.writer.spoolFolder())
  const options = { base: baseOf(body.name) }
  const stored =
    'file' in spooled
      ? await run.writer.putBodyFile(parent.key, body, spooled.file, options)
      : await run.writer.putBody(parent.key, body, spooled.bytes, options)
  return { name: body.name, content: stored.content, digest: stored.digest }
}

function noteNotOffered(run: BackupRun, one: GroupItem, body: Body, operation: string): void {
  const kind = one.resource.kind
  run.notOffered.set(`${kind} ${body.name}`, { kind, part: body.name, operation })
}
