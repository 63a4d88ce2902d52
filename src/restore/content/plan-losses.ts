/** What the way of writing will lose, item by item, so that a plan says it before. */

import { makeStanding, type Standing } from '../../bundle/places.ts'
import { type Fields, isFields, textOf } from '../../model/fields.ts'
import { giveWay } from '../../model/give-way.ts'
import { isNode, kindInSpace, kindUnder } from '../../resources/drafts.ts'
import { fitHeading } from '../../space/fit-heading.ts'
import { revivesLinks } from '../../space/fit-links.ts'
import { markdownPathOf } from '../../space/markdown-path.ts'
import type { Reference } from '../../space/references.ts'
import { referencesOf, resolves } from '../match/resolves.ts'
import { aboutOf } from '../naming.ts'
import type { Planning } from '../plan/planning.ts'
import { type OrganizationState, type StateItem, treeOf, walkTree } from '../state.ts'
import { AS_ADDRESS, comesAsAddress } from './bundle-links.ts'
import { bundleLosses } from './bundle-losses.ts'
import { capabilities, capabilityNamed, type Way, wayOf } from './capabilities.ts'
import { isMarkdownAlone, outlineFor } from './markdown-alone.ts'
import { isMarkdownFile } from './markdown-files.ts'

/** Of what is made anew: what it has and this way cannot say. */
export async function loseOfNew(
  planning: Planning,
  owner: StateItem,
  items: readonly StateItem[],
): Promise<void> {
  if (items.length === 0) return
  const { basis, plan } = planning
  const { losses } = plan
  const { profile, source } = basis
  const way = wayOf(profile)
  const paths = await pathsOf(source, owner)
  for (const item of items) {
    await giveWay()
    loseDeadLinks(planning, owner, item)
    loseShown(planning, owner, item)
    for (const property of lostOfNew(source, way, item, paths))
      losses.add(owner, item, property, capabilityNamed(property).made[way].words)
    for (const { property, why } of bundleLosses(source, way, item, name => has(item, name)))
      losses.add(owner, item, property, why)
    if (comesAsAddress(way, item)) losses.add(owner, item, 'type', AS_ADDRESS)
    if (way === 'batch' && (item.json.type === 'link' || kindInSpace(item.kind) === 'page-group'))
      losses.add(owner, item, 'slug', 'what a batch makes of a group or a link has one of its own')
  }
}

/** Properties that it has, and would not have if it were made anew. */
export function lostOfNew(state: OrganizationState, way: Way, item: StateItem, paths: Standing): string[] {
  const ofMarkdown = unlikeDocument(state, item, [paths])
  return capabilities.flatMap(({ property, made }) =>
    made[way].reach !== 'yes' && (ofMarkdown.includes(property) || has(item, property)) ? [property] : [],
  )
}

/** Of a page that is there, and whose body is written: its title stays, where no operation sets it. */
export function loseOfBody(
  planning: Planning,
  owner: StateItem,
  item: StateItem,
  { there, paths }: { there: StateItem; paths: readonly Standing[] },
): void {
  const { profile, source } = planning.basis
  const { losses } = planning.plan
  const way = wayOf(profile)
  for (const property of lostOfBody(source, way, item, { there, paths }))
    losses.add(owner, item, property, capabilityNamed(property).inPlace[way].words)
  loseShown(planning, owner, item)
}

/** Properties that it has, and would not have if its body were written where it is. */
export function lostOfBody(
  state: OrganizationState,
  way: Way,
  item: StateItem,
  { there, paths }: { there: StateItem; paths: readonly Standing[] },
): string[] {
  return [
    ...(isMarkdownAlone(item) ? ['what its Markdown does not say'] : []),
    ...(way === 'batch' ? ['Markdown'] : unlikeDocument(state, item, paths, there)),
  ]
}

const SHOWN = 'it shows a reusable content, which no operation makes: where that stood is a line of Markdown'

/** A batch writes a reusable content into a document in place of what shows it, and Markdown alone as it is. */
function loseShown({ basis, plan }: Planning, owner: StateItem, item: StateItem): void {
  const { profile, source, matches } = basis
  if (wayOf(profile) !== 'batch') return
  const isGone = ({ kind, id }: Reference) => {
    const shown = kind === 'reusable-content' && source.at(kindUnder(owner.kind, kind), `${owner.path}/${id}`)
    return shown && matches.target(shown) === null
  }
  if (isMarkdownAlone(item) && referencesOf(source, item).some(isGone))
    plan.losses.add(owner, item, 'body', SHOWN)
}

const DEAD_LINKS = 'those that lead nowhere already are written as plain addresses'

/** Markdown can name a page that is gone, and nothing else. */
export function loseDeadLinks(
  { basis: { profile, source }, plan: { losses } }: Planning,
  owner: StateItem,
  item: StateItem,
): void {
  if (wayOf(profile) === 'batch' || kindInSpace(item.kind) !== 'page') return
  if (
    referencesOf(source, item).some(
      reference => reference.kind !== 'page' && !resolves(source, item, reference),
    )
  )
    losses.add(owner, item, 'links', DEAD_LINKS)
}

/** A bundle resolves no link to what is not in it; where imports into pages are offered, that is mended afterwards. */
export function loseLinks({ basis, plan }: Planning, made: readonly StateItem[]): void {
  if (wayOf(basis.profile) !== 'import') return
  const coming = new Set(made.map(item => item.id))
  for (const item of made) {
    const stays = ({ kind, id, space }: Reference) => IN_SPACE.has(kind) && space === null && !coming.has(id)
    const lost = new Set(
      referencesOf(basis.source, item)
        .filter(stays)
        .map(reference => reference.kind),
    )
    const isShown = lost.delete('reusable-content')
    const words = [
      ...(lost.size > 0 ? ['its links to what stayed lead nowhere'] : []),
      ...(isShown ? ['where it showed a reusable content that stayed there is a line of Markdown'] : []),
    ]
    if (words.length > 0)
      plan.impossible.push({ ...aboutOf(item), reason: `it comes back, but ${words.join(', and ')}` })
  }
}

const IN_SPACE: ReadonlySet<string> = new Set(['page', 'file', 'reusable-content'])

/** Of the space as a whole, where it is filled anew. */
export function loseOfSpace({ basis, plan }: Planning, owner: StateItem): void {
  const way = wayOf(basis.profile)
  const [revision] = basis.source.list('revision', owner)
  if (revision === undefined) return
  for (const { property, fields, made } of capabilities) {
    if (property !== 'variables of the space' && property !== 'tags of the space') continue
    const isLost = made[way].reach !== 'yes' && fields.some(field => isSaid(revision.json[field]))
    if (isLost) plan.losses.add(owner, revision, property, made[way].words)
  }
}

function has(item: StateItem, property: string): boolean {
  const { kind, json, resource } = item
  if (kindInSpace(kind) === 'file') return property === 'file ending in .md' && isMarkdownFile({ kind, json })
  if (!isNode(kind)) return false
  switch (property) {
    case 'layout':
      return isFields(json.layout) && !isStandard(json.layout)
    case 'type':
      return kindInSpace(kind) === 'page-group' || json.type === 'link'
    case 'Markdown':
      return resource.parts.some(part => part.name === 'markdown') || json.type === 'link'
    case 'what its Markdown does not say':
      return isMarkdownAlone(item)
    case 'place':
    case 'links':
    case 'body':
      return false
    default:
      return isSaid(json[property])
  }
}

/** Where its Markdown says something else than its document. */
function unlikeDocument(
  source: OrganizationState,
  item: StateItem,
  paths: readonly Standing[],
  titled: StateItem = item,
): string[] {
  const markdown = source.part(item, 'markdown')
  if (markdown === null) return []
  const outline = outlineFor(source, item)
  const fitting = fitHeading(markdown, outline, textOf(titled.json.title) ?? '')
  const file = markdownPathOf(item.json)
  const revives =
    file !== null && paths.some(standing => revivesLinks(fitting, outline, { ...standing, file }))
  return [
    ...(fitting === markdown ? [] : ['heading of the Markdown']),
    ...(revives ? ['links that led nowhere'] : []),
  ]
}

export async function pathsOf(source: OrganizationState, owner: StateItem): Promise<Standing> {
  const rest = (['file', 'reusable-content'] as const).flatMap(kind =>
    source.list(kindUnder(owner.kind, kind), owner),
  )
  const items = [...[...walkTree(treeOf(source, owner))].map(node => node.item), ...rest]
  const pairs: [string, string][] = []
  for (const item of items) {
    await giveWay()
    const path = markdownPathOf(item.json)
    if (path !== null) pairs.push([item.id, path])
  }
  return makeStanding(pairs)
}

function isSaid(value: unknown): boolean {
  if (Array.isArray(value)) return value.length > 0
  if (isFields(value)) return Object.keys(value).length > 0
  return value !== undefined && value !== null && value !== '' && value !== false
}

/** Shows everything at the usual width, as that of every new page. */
function isStandard(layout: Fields): boolean {
  return Object.entries(layout).every(
    ([name, value]) =>
      value === true || value === 'default' || value === 'none' || (name === 'coverSize' && value === 'hero'),
  )
}
