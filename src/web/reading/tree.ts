/** The table of contents of a space in a night: pages and groups as they stood. Reads the titles of what is shown, and of nothing else. */
import { makeLabelOf } from '../../diff/describe.ts'
import { type Fields, isFields, listOf, recordOf, textOf } from '../../model/fields.ts'
import { resources } from '../../resources/index.ts'
import type { StoredResource, Vault } from '../../vault/vault.ts'
import { NotThere } from './errors.ts'

export interface TreeNode {
  id: string
  kind: 'page' | 'page-group' | null
  /** Null: it stands in the tree, and was not read. */
  title: string | null
  /** The snapshot in which it was last changed. */
  since: number | null
  children: readonly TreeNode[]
  /** Of its children, how many are not shown. */
  hidden: number
}

/** Of all levels of a page. */
export const MOST_NODES = 200

interface Branch {
  id: string
  below: readonly Branch[]
}

export interface Tree {
  nodes: readonly TreeNode[]
  /** Pages of the space that its tree does not have. */
  unplaced: number
  /** Of the first level, how many there are, how many stand before those that are shown, and how many are not shown. */
  total: number
  from: number
  hidden: number
}

export interface TreeAsked {
  /** The node below which it is; null: the space. */
  under: string | null
  /** Of its first level. */
  from: number
}

/** Of a space, or of what stands under one node of it; null: nothing is known of its tree. Throws NotThere. */
export function treeIn(
  vault: Vault,
  snapshot: number,
  space: StoredResource,
  { under, from }: TreeAsked,
): Tree | null {
  const [revision] = vault.resources(snapshot, { kind: 'revision', parent: space.key })
  if (!revision) return null
  const all = branchesOf(recordOf(vault.readJson(revision)) ?? {})
  const branches = under === null ? all : findBranch(all, under)?.below
  if (branches === undefined)
    throw new NotThere(`the table of contents of snapshot ${snapshot} has no ${under}`)
  const part = branches.slice(from, from + MOST_NODES)
  const placed = new Set(idsIn(all))
  return {
    nodes: nodesOf(part, chosen(part), makeRead(vault, snapshot, space)),
    ...{ total: branches.length, from, hidden: branches.length - part.length },
    unplaced: vault.ids(snapshot, { kind: 'page', parent: space.key }).filter(id => !placed.has(id)).length,
  }
}

function branchesOf(fields: Fields): Branch[] {
  return listOf(fields.pages)
    .filter(isFields)
    .flatMap(page => {
      const id = textOf(page.id)
      return id === null ? [] : [{ id, below: branchesOf(page) }]
    })
}

function findBranch(branches: readonly Branch[], id: string): Branch | null {
  for (const branch of branches) {
    const found = branch.id === id ? branch : findBranch(branch.below, id)
    if (found) return found
  }
  return null
}

function* idsIn(branches: readonly Branch[]): Generator<string> {
  for (const { id, below } of branches) {
    yield id
    yield* idsIn(below)
  }
}

/** Level by level, so that a large space shows its upper levels whole. */
function chosen(branches: readonly Branch[]): ReadonlySet<string> {
  const shown = new Set<string>()
  for (let level = branches; level.length > 0; level = level.flatMap(({ below }) => below)) {
    if (shown.size + level.length > MOST_NODES) break
    for (const { id } of level) shown.add(id)
  }
  return shown
}

type Read = (id: string) => Omit<TreeNode, 'children' | 'hidden'>

function makeRead(vault: Vault, snapshot: number, space: StoredResource): Read {
  const label = makeLabelOf(vault, resources)
  return id => {
    for (const kind of ['page', 'page-group'] as const) {
      const found = vault.find(snapshot, kind, id).find(({ parent }) => parent === space.key)
      if (found) return { id, kind, title: label(found), since: found.since }
    }
    return { id, kind: null, title: null, since: null }
  }
}

function nodesOf(branches: readonly Branch[], shown: ReadonlySet<string>, read: Read): TreeNode[] {
  return branches
    .filter(({ id }) => shown.has(id))
    .map(({ id, below }) => ({
      ...read(id),
      children: nodesOf(below, shown, read),
      hidden: below.filter(child => !shown.has(child.id)).length,
    }))
}
