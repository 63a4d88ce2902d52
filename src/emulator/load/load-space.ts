/**
 * Brings a space to the state of a bundle folder, as one edit: at most one new revision, none when nothing differs.
 */
import type { Bundle } from '../../bundle/bundle.ts'
import { readBundle } from '../../bundle/read.ts'
import { canonicalJson } from '../../model/digest.ts'
import type { Content } from '../state/records/content.ts'
import type { SpaceState } from '../state/records/space.ts'
import { commitRevision } from '../state/revision.ts'
import { addSpace, currentRevision, findSpace } from '../state/space.ts'
import type { World } from '../state/world.ts'
import { buildFiles, buildReusableContents, nameIncludes } from './build-files.ts'
import { type Building, buildPages } from './build-pages.ts'
import { layoutOf } from './layout.ts'
import { matchPages } from './match-pages.ts'
import { walkWanted, wantedPages } from './wanted.ts'

export interface LoadResult {
  space: string
  revision: string
  changed: boolean
}

/** `space` is an id or a title; an unknown title becomes a new space of `organization`. */
export async function loadSpace(
  world: World,
  organization: string,
  space: string,
  folder: string,
): Promise<LoadResult> {
  const bundle = await readBundle(folder)
  const state = findSpace(world, space) ?? addSpace(world, organization, space)
  const content = await contentOf(world, state, bundle)
  const changed = !isCurrent(state, content)
  if (changed) commitRevision(world, state, content)
  return { space: state.json.id, revision: state.json.revision, changed }
}

/** Of a bundle: what the space has of it already stays what it is. */
export async function contentOf(world: World, state: SpaceState, bundle: Bundle): Promise<Content> {
  const before = currentRevision(state)
  const files = await buildFiles(world, before, bundle.files)
  const wanted = wantedPages(bundle.entries)
  const old = matchPages(before.pages, wanted)
  const ids = new Map([...walkWanted(wanted)].map(page => [page, old.get(page)?.id ?? world.makeId()]))
  const includes = nameIncludes(world, before, bundle.includes)
  const layout = layoutOf(ids, files, includes)
  const building: Building = { world, space: state, old, ids, layout }
  return {
    pages: buildPages(building, wanted),
    files,
    reusableContents: buildReusableContents(world, state, includes, layout),
    variables: bundle.variables,
  }
}

/** Parts that did not change are the very objects of before. */
export function isCurrent(space: SpaceState, content: Content): boolean {
  const before = currentRevision(space)
  return (
    sameItems(content.pages, before.pages) &&
    sameItems(content.files, before.files) &&
    sameItems(content.reusableContents, before.reusableContents) &&
    canonicalJson(content.variables) === canonicalJson(before.variables)
  )
}

function sameItems(left: readonly unknown[], right: readonly unknown[]): boolean {
  return left.length === right.length && left.every((item, index) => item === right[index])
}
