/** Writes a snapshot from what it is to hold, without a platform: for what only reads snapshots. */

import { digestOf } from '../../src/model/digest.ts'
import type { ResourceKey, SnapshotWriter, WritableVault } from '../../src/vault/vault.ts'
import { asKind } from './as-kind.ts'

/** Kind → id → what it is, and what stands under it. */
export type Tree = Readonly<Record<string, Readonly<Record<string, Branch>>>>

export interface Branch {
  json?: Readonly<Record<string, unknown>>
  parts?: Readonly<Record<string, string>>
  below?: Tree
}

/** Seals it under the id that the one organization of the tree has, and answers its number. */
export async function writeTree(vault: WritableVault, tree: Tree, trigger = 'test'): Promise<number> {
  const [id = 'org'] = Object.keys(tree.organization ?? {})
  const writer = vault.begin({ id, title: id }, trigger)
  await writeBranches(writer, tree, null)
  const { snapshot } = await writer.seal({ requests: 0, bytes: 0 })
  return snapshot
}

async function writeBranches(writer: SnapshotWriter, tree: Tree, parent: ResourceKey | null): Promise<void> {
  for (const [kind, items] of Object.entries(tree)) {
    const scope = writer.scope(parent, asKind(kind))
    const keys = new Map<string, ResourceKey>()
    for (const [id, branch] of Object.entries(items))
      keys.set(id, await scope.add(await itemOf(writer, id, branch)))
    await scope.finish({ token: null, exact: true })
    for (const [id, { below }] of Object.entries(items))
      if (below !== undefined) await writeBranches(writer, below, keys.get(id) ?? null)
  }
}

async function itemOf(writer: SnapshotWriter, id: string, { json = {}, parts = {} }: Branch) {
  const stored = []
  for (const [name, text] of Object.entries(parts))
    stored.push({ name, content: (await writer.put(Buffer.from(text))).content })
  const text = JSON.stringify({ id, ...json })
  return { id, changeDigest: digestOf(JSON.stringify([text, parts])), json: Buffer.from(text), parts: stored }
}
