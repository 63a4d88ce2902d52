/**
 * Spaces of any size for measuring: the tree is kept, the bodies are not. A body is made whenever it is read, from
 * the seed and its document id, so that it is the same each time.
 */
import type { ContentRef } from '../content/targets.ts'
import { defaultLayout } from '../load/page-metadata.ts'
import { makeRandom, type Random } from '../state/random.ts'
import type { PageNode } from '../state/records/content.ts'
import type { OrganizationState } from '../state/records/organization.ts'
import type { SpaceState } from '../state/records/space.ts'
import { commitRevision } from '../state/revision.ts'
import { addSpace, appUrlOf } from '../state/space.ts'
import type { World } from '../state/world.ts'
import { SyntheticBody } from './synthetic-body.ts'

export interface Synthetic {
  spaces: number
  /** Of each space, all of them with a body. */
  pages: number
}

/** One for a hundred thousand pages. */
const LAYOUT = defaultLayout()
/** Pages of a chapter, its first page included, which is the parent of the others. */
const CHAPTER_PAGES = 25
const TOPICS = [
  'Billing',
  'Builds',
  'Clusters',
  'Identity',
  'Networks',
  'Queues',
  'Reports',
  'Storage',
] as const
const SUBJECTS = ['limits', 'migration', 'overview', 'recovery', 'reference', 'security', 'setup'] as const

export function generateSynthetic(
  world: World,
  organization: OrganizationState,
  seed: number,
  { spaces, pages }: Synthetic,
): void {
  const random = makeRandom(seed, 'synthetic')
  for (let space = 1; space <= spaces; space++)
    addSyntheticSpace(world, organization, { seed, random, space, pages })
}

interface Plan {
  seed: number
  random: Random
  /** Number of the space. */
  space: number
  pages: number
}

function addSyntheticSpace(world: World, organization: OrganizationState, plan: Plan): void {
  const space = addSpace(world, organization.json.id, `Synthetic ${plan.space}`)
  const ids: string[] = []
  const resolve = (target: string): ContentRef => {
    const page = ids[Number(/^page-(\d+)\.md$/.exec(target)?.[1])]
    return page === undefined ? { kind: 'url', url: target } : { kind: 'page', page }
  }
  const nodes = Array.from({ length: plan.pages }, (_, index) => {
    const node = makePage(world, space, plan, index)
    ids.push(node.id)
    const body = new SyntheticBody({
      seed: plan.seed,
      id: node.documentId,
      pages: plan.pages,
      title: node.title,
      file: `page-${index}.md`,
      resolve,
    })
    space.bodies.set(node.documentId, body)
    return node
  })
  commitRevision(world, space, { pages: chaptersOf(nodes), files: [], reusableContents: [], variables: {} })
}

function makePage(
  world: World,
  home: SpaceState,
  { random, space }: Plan,
  index: number,
): PageNode & { documentId: string } {
  const now = world.clock.timestamp()
  const path = `page-${index}`
  return {
    id: world.makeId(),
    title: `${random.pick(TOPICS)} ${random.pick(SUBJECTS)} ${space}.${index}`,
    type: 'document',
    slug: path,
    path,
    urls: { app: `${appUrlOf(world, home)}/${path}` },
    layout: LAYOUT,
    pages: [],
    documentId: world.makeId(),
    createdAt: now,
    updatedAt: now,
  }
}

function chaptersOf(nodes: readonly PageNode[]): PageNode[] {
  const chapters = Math.ceil(nodes.length / CHAPTER_PAGES)
  return Array.from({ length: chapters }, (_, chapter) => {
    const [first, ...rest] = nodes.slice(chapter * CHAPTER_PAGES, (chapter + 1) * CHAPTER_PAGES)
    return first === undefined ? [] : [{ ...first, pages: rest }]
  }).flat()
}
