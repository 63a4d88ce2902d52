/**
 * Brings a space to the state of a bundle folder, as one edit: at most one new revision, none when nothing differs.
 */
import { readBundle } from '../../bundle/read.ts'
import { canonicalJson } from '../../model/digest.ts'
import { type Content, commitRevision } from '../state/revision.ts'
import { addSpace, currentRevision, findSpace, type SpaceState } from '../state/space.ts'
import type { World } from '../state/world.ts'
import { buildFiles, buildReusableContents, includeIds } from './build-files.ts'
import { type Building, buildPages } from './build-pages.ts'
import { matchPages } from './match-pages.ts'
import { resolverOf } from './resolver.ts'
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
  const before = currentRevision(state)
  const files = await buildFiles(world, before, bundle.files)
  const wanted = wantedPages(bundle.entries)
  const old = matchPages(before.pages, wanted)
  const ids = new Map([...walkWanted(wanted)].map(page => [page, old.get(page)?.id ?? world.makeId()]))
  const includes = includeIds(world, before, bundle.includes)
  const resolve = resolverOf(ids, files, includes)
  const building: Building = { world, space: state, old, ids, resolve }
  const changed = commitIfChanged(world, state, {
    pages: buildPages(building, wanted),
    files,
    reusableContents: buildReusableContents(world, state, before, bundle.includes, includes, resolve),
    variables: bundle.variables,
  })
  return { space: state.json.id, revision: state.json.revision, changed }
}

/** Parts that did not change are the very objects of before. */
function commitIfChanged(world: World, space: SpaceState, content: Content): boolean {
  const before = currentRevision(space)
  const same =
    sameItems(content.pages, before.pages) &&
    sameItems(content.files, before.files) &&
    sameItems(content.reusableContents, before.reusableContents) &&
    canonicalJson(content.variables) === canonicalJson(before.variables)
  if (!same) commitRevision(world, space, content)
  return !same
}

function sameItems(left: readonly unknown[], right: readonly unknown[]): boolean {
  return left.length === right.length && left.every((item, index) => item === right[index])
}
