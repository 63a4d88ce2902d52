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
  const gotten = await Promise.all(
    wanted.map(async body => {
      const known = run.writer.findBody(parent.key, body)
      if (known) return { name: body.name, ...known }
      const base =
        current?.parts.get(body.name)?.content ?? (family === undefined ? undefined : families.get(family))
      return fetchBody(run, one, body, parent, base)
    }),
  )
  const parts: Part[] = []
  for (const part of gotten) {
    if (part === 'stale') return 'stale'
    if (part === 'not-offered') continue
    if (family !== undefined) families.set(family, part.content)
    parts.push(part)
  }
  return { parts }
}

async function fetchBody(
  run: BackupRun,
  one: GroupItem,
  body: Body,
  parent: Placed,
  base: number | undefined,
): Promise<Part | 'stale' | 'not-offered'> {
  const options = base === undefined ? {} : { base }
  if ('url' in body.source) return storeDownload(run, body, body.source, parent, options)
  const answer = await body.source.read()
  if ('notOffered' in answer) {
    noteNotOffered(run, one, body, answer.notOffered)
    return 'not-offered'
  }
  if (answer.key === '') return 'stale'
  const stored = await run.writer.putBody(
    parent.key,
    { key: answer.key, name: body.name },
    answer.bytes,
    options,
  )
  return answer.key === body.key ? { name: body.name, ...stored, bytes: answer.bytes } : 'stale'
}

async function storeDownload(
  run: BackupRun,
  body: Body,
  source: BodyDownload,
  parent: Placed,
  options: { base?: number },
): Promise<Part> {
  const spooled = await spoolDownload(run.platform, source, run.writer.spoolFolder())
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
