/** The table of contents of a space in a night: pages and groups as they stood. Reads the titles of what is shown, and of nothing else. */
import { type Fields, isFields, listOf, recordOf, textOf } from '../../model/fields.ts'
import type { StoredResource } from '../../vault/vault.ts'
import type { NightAsked } from './asked.ts'
import { NotThere } from './errors.ts'
import { titlesOf } from './titles.ts'

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
export function treeIn(at: NightAsked, space: StoredResource, { under, from }: TreeAsked): Tree | null {
  const {
    vault,
    night: { snapshot },
  } = at
  const [revision] = vault.resources(snapshot, { kind: 'revision', parent: space.key })
  if (!revision) return null
  const all = branchesOf(recordOf(vault.readJson(revision)) ?? {})
  const branches = under === null ? all : findBranch(all, under)?.below
  if (branches === undefined)
    throw new NotThere(`the table of contents of snapshot ${snapshot} has no ${under}`)
  const part = branches.slice(from, from + MOST_NODES)
  const shown = chosen(part)
  const placed = new Set(idsIn(all))
  return {
    nodes: nodesOf(part, shown, readAll(at, space, [...shown])),
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

type ReadNode = Omit<TreeNode, 'children' | 'hidden'>

const KINDS = ['page', 'page-group'] as const

/** Together, as they stand in the space; what is in neither kind was not read. */
function readAll(at: NightAsked, space: StoredResource, ids: readonly string[]): Map<string, ReadNode> {
  const nodes = new Map<string, ReadNode>()
  for (const kind of KINDS) {
    const missing = ids.filter(id => !nodes.has(id))
    if (missing.length === 0) break
    const found = at.vault.named(at.night.snapshot, { kind, parent: space.key }, missing)
    const titles = titlesOf(at, found)
    for (const { id, key, since } of found) nodes.set(id, { id, kind, title: titles.get(key) ?? id, since })
  }
  return nodes
}

function nodesOf(
  branches: readonly Branch[],
  shown: ReadonlySet<string>,
  read: ReadonlyMap<string, ReadNode>,
): TreeNode[] {
  return branches
    .filter(({ id }) => shown.has(id))
    .map(({ id, below }) => ({
      ...(read.get(id) ?? { id, kind: null, title: null, since: null }),
      children: nodesOf(below, shown, read),
      hidden: below.filter(child => !shown.has(child.id)).length,
    }))
}
