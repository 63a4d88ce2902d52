/** What a snapshot holds, by the path of each resource; and what of it differs from another without a gap to say so. */
import { canonicalJson, digestOf } from '../../src/model/digest.ts'
import { normalise } from '../../src/model/normalise.ts'
import type { ResourceRef } from '../../src/model/resource.ts'
import type { Gap } from '../../src/model/snapshot.ts'
import { resources } from '../../src/resources/index.ts'
import { openVault, type StoredResource, type Vault } from '../../src/vault/vault.ts'

interface Held {
  /** Outermost first. */
  path: readonly ResourceRef[]
  digests: string
}

export type Holding = ReadonlyMap<string, Held>

/** `meaning`: by what the JSON says, whatever of it is noise; else by its bytes. */
export function holdingOf(vaultPath: string, snapshot: number, by: 'bytes' | 'meaning' = 'bytes'): Holding {
  const vault = openVault(vaultPath)
  try {
    const held = new Map<string, Held>()
    for (const one of vault.resources(snapshot)) {
      const path = pathOf(vault.ref(one.key))
      const parts = one.parts.map(part => `${part.name} ${part.digest}`)
      const own = by === 'bytes' ? one.contentDigest : meaningOf(vault, one)
      held.set(nameOf(path), { path, digests: [own, ...parts].join(' ') })
    }
    return held
  } finally {
    vault.close()
  }
}

function meaningOf(vault: Vault, one: StoredResource): string {
  const rules = resources.find(resource => resource.kind === one.kind) ?? { volatile: [] }
  return digestOf(canonicalJson(normalise(vault.readJson(one), rules)))
}

/** One line for each resource that differs and stands in no gap. */
export function uncovered(expected: Holding, actual: Holding, gaps: readonly Gap[]): string[] {
  const lines: string[] = []
  for (const [name, { path, digests }] of expected) {
    const other = actual.get(name)
    if (other?.digests === digests || isCovered(path, gaps)) continue
    lines.push(`${other ? 'a stale' : 'the missing'} ${name}`)
  }
  for (const [name, { path }] of actual)
    if (!expected.has(name) && !isCovered(path, gaps)) lines.push(`the surplus ${name}`)
  return lines
}

/** People and pictures are collected from whatever is read: any gap may hide one. */
const COLLECTED = ['user', 'asset']

function isCovered(path: readonly ResourceRef[], gaps: readonly Gap[]): boolean {
  if (gaps.length > 0 && COLLECTED.includes(path.at(-1)?.kind ?? '')) return true
  return path.some(({ kind, id, parent }) =>
    gaps.some(
      gap =>
        gap.kind === kind && gap.parent === parent?.id && (gap.resource === undefined || gap.resource === id),
    ),
  )
}

function pathOf(ref: ResourceRef): ResourceRef[] {
  return ref.parent === null ? [ref] : [...pathOf(ref.parent), ref]
}

function nameOf(path: readonly ResourceRef[]): string {
  return path.map(({ kind, id }) => `${kind} ${id}`).join(' / ')
}
