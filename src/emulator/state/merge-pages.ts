/**
 * Three-way merge of page trees: each page by itself, its place, and the order of the pages in one place.
 * No page is lost: one whose parent is gone, or that two moves made its own ancestor, comes to the end of the root.
 */
import { isSamePage } from './page.ts'
import type { PageNode } from './records/content.ts'
import { threeWay } from './three-way.ts'

type Parent = string | null

interface Tree {
  pages: Map<string, PageNode>
  parents: Map<string, Parent>
  /** Ids in order, by parent. */
  children: Map<Parent, string[]>
}

export function mergePages(
  base: readonly PageNode[],
  main: readonly PageNode[],
  draft: readonly PageNode[],
): { merged: PageNode[]; conflicted: boolean } {
  const trees: Trees = { base: treeOf(base), main: treeOf(main), draft: treeOf(draft) }
  const { pages, parents, conflicted } = choosePages(trees)
  return { merged: build(trees, pages, parents), conflicted }
}

interface Trees {
  base: Tree
  main: Tree
  draft: Tree
}

function treeOf(pages: readonly PageNode[]): Tree {
  const tree: Tree = { pages: new Map(), parents: new Map(), children: new Map() }
  const add = (siblings: readonly PageNode[], parent: Parent) => {
    tree.children.set(
      parent,
      siblings.map(page => page.id),
    )
    for (const page of siblings) {
      tree.pages.set(page.id, page)
      tree.parents.set(page.id, parent)
      add(page.pages ?? [], page.id)
    }
  }
  add(pages, null)
  return tree
}

function choosePages({ base, main, draft }: Trees) {
  const pages = new Map<string, PageNode>()
  const parents = new Map<string, Parent>()
  let conflicted = false
  for (const id of new Set([...main.pages.keys(), ...draft.pages.keys()])) {
    const page = threeWay(base.pages.get(id), main.pages.get(id), draft.pages.get(id), isSamePage)
    conflicted ||= page.conflicted
    if (page.value === undefined) continue
    const place = choosePlace(base.parents.get(id), main.parents.get(id), draft.parents.get(id))
    conflicted ||= place.conflicted
    pages.set(id, page.value)
    parents.set(id, place.value ?? null)
  }
  return { pages, parents, conflicted }
}

/** Where only one side still has the page, it stands where that side has it. */
function choosePlace(base: Parent | undefined, main: Parent | undefined, draft: Parent | undefined) {
  const mains = main === undefined ? draft : main
  const drafts = draft === undefined ? main : draft
  return threeWay(base, mains, drafts, Object.is)
}

function build(
  trees: Trees,
  pages: ReadonlyMap<string, PageNode>,
  parents: ReadonlyMap<string, Parent>,
): PageNode[] {
  const left = new Set(pages.keys())
  const childrenOf = (parent: Parent): PageNode[] =>
    orderOf(trees, parent, id => parents.get(id) === parent).flatMap(nodeOf)
  const nodeOf = (id: string): PageNode[] => {
    const page = pages.get(id)
    if (page === undefined || !left.delete(id)) return []
    const inner = childrenOf(id)
    return [page.pages === undefined || sameNodes(page.pages, inner) ? page : { ...page, pages: inner }]
  }
  const merged = childrenOf(null)
  for (const id of left) merged.push(...nodeOf(id))
  return merged
}

/** Main's order, or the draft's where only the draft changed it; what the other side added behind its neighbour. */
function orderOf({ base, main, draft }: Trees, parent: Parent, isChild: (id: string) => boolean): string[] {
  const [was, mains, drafts] = [base, main, draft].map(tree => tree.children.get(parent) ?? [])
  const mainMoved = was?.join() !== mains?.join()
  const [first = [], second = []] = mainMoved ? [mains, drafts] : [drafts, mains]
  const order = first.filter(isChild)
  second.forEach((id, index) => {
    if (!isChild(id) || order.includes(id)) return
    const before = second[index - 1]
    order.splice(before === undefined ? 0 : order.indexOf(before) + 1 || order.length, 0, id)
  })
  return order
}

function sameNodes(left: readonly PageNode[], right: readonly PageNode[]): boolean {
  return left.length === right.length && left.every((node, index) => node === right[index])
}
