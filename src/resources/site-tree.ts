/** The structure of a site taken apart: its items one by one, and their order as ids. */
import type {
  SiteExternalLink,
  SiteSection,
  SiteSectionGroup,
  SiteSpace,
  SiteStructure,
} from '../platform/operations/site-shapes.ts'

export interface Branch {
  object: string
  id: string
  /** The whole of what is no kind of its own: whatever a newer service puts there. */
  item?: Node
  children?: Branch[]
}

export interface SiteTree {
  type: string
  structure: Branch[]
  groups: SiteSectionGroup[]
  sections: SiteSection[]
  siteSpaces: SiteSpace[]
  externalLinks: SiteExternalLink[]
}

type Node = SiteStructure['structure'][number]

export function fromStructure({ type, structure }: SiteStructure): SiteTree {
  const tree: SiteTree = { type, structure: [], groups: [], sections: [], siteSpaces: [], externalLinks: [] }
  tree.structure = structure.map(node => takeApart(node, tree))
  return tree
}

function takeApart(node: Node, tree: SiteTree): Branch {
  if (isGroup(node)) tree.groups.push(node)
  else if (isSection(node)) tree.sections.push(node)
  else if (isSiteSpace(node)) tree.siteSpaces.push(node)
  else if (isExternalLink(node)) tree.externalLinks.push(node)
  const isKind = isGroup(node) || isSection(node) || isSiteSpace(node) || isExternalLink(node)
  const children = isKind ? childrenOf(node).map(child => takeApart(child, tree)) : []
  return {
    object: node.object,
    id: node.id,
    ...(isKind ? {} : { item: node }),
    ...(children.length > 0 ? { children } : {}),
  }
}

/** A group stands where its first section does; the order of the lists is all there is. */
export function fromLists(sections: readonly SiteSection[], groups: readonly SiteSectionGroup[]): SiteTree {
  const tree: SiteTree = {
    type: 'sections',
    structure: [],
    groups: [...groups],
    sections: [],
    siteSpaces: [],
    externalLinks: [],
  }
  const branches = new Map<string, Branch & { children: Branch[] }>()
  for (const { object, id } of groups) branches.set(id, { object, id, children: [] })
  const above = parentsOf(sections, groups)
  const place = (branch: Branch) => {
    const group = branches.get(above.get(branch.id) ?? '')
    const siblings = group?.children ?? tree.structure
    if (siblings.includes(branch)) return
    siblings.push(branch)
    if (group) place(group)
  }
  for (const section of sections) place(takeApart(section, tree))
  for (const branch of branches.values()) place(branch)
  return tree
}

function parentsOf(
  sections: readonly SiteSection[],
  groups: readonly SiteSectionGroup[],
): Map<string, string> {
  const parents = new Map<string, string>()
  for (const group of groups) for (const child of childrenOf(group)) parents.set(child.id, group.id)
  for (const { id, sectionGroup } of [...sections, ...groups]) if (sectionGroup) parents.set(id, sectionGroup)
  return parents
}

function childrenOf(node: Node): Node[] {
  const { children, sections, siteSpaces } = node
  const first = [children, sections, siteSpaces].find(list => Array.isArray(list))
  return Array.isArray(first) ? first.filter(isNode) : []
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'id' in value && typeof value.id === 'string'
}

function isGroup(node: Node): node is SiteSectionGroup {
  return node.object === 'site-section-group'
}

function isSection(node: Node): node is SiteSection {
  return node.object === 'site-section'
}

function isSiteSpace(node: Node): node is SiteSpace {
  return node.object === 'site-space'
}

function isExternalLink(node: Node): node is SiteExternalLink {
  return node.object === 'site-external-link'
}
