/**
 * Vaults in temporary folders for tests, and short ways to write into them.
 */

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { digestOf } from '../../src/model/digest.ts'
import type { Kind } from '../../src/model/resource.ts'
import {
  type Finding,
  openVaultForWriting,
  type ResourceKey,
  type SnapshotWriter,
  type Vault,
  type WritableVault,
  type WriterOptions,
} from '../../src/vault/vault.ts'

export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'docvault-vault-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

export interface TestVault {
  vault: WritableVault
  path: string
}

export async function newVault(options: WriterOptions = {}): Promise<TestVault> {
  const path = join(temporaryFolder(), 'vault')
  const vault = await openVaultForWriting(path, options)
  onTestFinished(() => vault.close().catch(() => {}))
  return { vault, path }
}

export const ORGANIZATION = { id: 'org', title: 'Org' }

/** Children by id; the text is the state. */
export type Items = Record<string, string>

/** Adds every item as a resource whose JSON is its text. */
export async function writeScope(
  writer: SnapshotWriter,
  parent: ResourceKey | null,
  kind: Kind,
  items: Items,
  token: string | null = null,
): Promise<Map<string, ResourceKey>> {
  const scope = writer.scope(parent, kind)
  const keys = new Map<string, ResourceKey>()
  for (const [id, text] of Object.entries(items)) keys.set(id, await scope.add(itemOf(id, text)))
  await scope.finish({ token, exact: true })
  return keys
}

export function itemOf(id: string, text: string) {
  return { id, changeDigest: digestOf(text), json: Buffer.from(JSON.stringify(text)), parts: [] }
}

export async function seal(writer: SnapshotWriter) {
  return writer.seal({ requests: 0, bytes: 0 })
}

/** What a snapshot holds, as `kind/parent/id` to state. */
export function viewOf(vault: Vault, snapshot: number): Record<string, unknown> {
  const view: Record<string, unknown> = {}
  for (const one of vault.resources(snapshot)) {
    view[`${one.kind}/${one.parentId ?? ''}/${one.id}`] = vault.readJson(one)
  }
  return view
}

export async function findings(vault: Vault, readData = true): Promise<Finding[]> {
  const found: Finding[] = []
  for await (const finding of vault.check({ readData })) found.push(finding)
  return found
}

export async function rejection(work: () => unknown): Promise<unknown> {
  try {
    await work()
  } catch (error) {
    return error
  }
  throw new Error('expected a rejection')
}
