/**
 * What of a snapshot is chosen. Without any choice everything is; several choices add up, and `kinds` narrows them.
 */
import { UsageError } from '../../model/errors.ts'
import { textOf } from '../../model/fields.ts'
import type { Kind } from '../../model/resource.ts'
import { resources } from '../../resources/index.ts'
import { MEMBERSHIP } from '../../resources/people.ts'
import { emailOf } from '../kinds/member.ts'
import type { RestoreChoice } from '../request.ts'
import { type OrganizationState, type StateItem, treeOf, walkTree } from '../state.ts'

export interface Chosen {
  /** No choice was made. */
  all: boolean
  has(item: StateItem): boolean
  /** Named by id, path or title, so that it is wished for as it was. */
  named: ReadonlySet<StateItem>
}

export function chosenOf(source: OrganizationState, choice: RestoreChoice): Chosen {
  const roots = new Set<StateItem>([
    ...(choice.spaces ?? []).map(name => oneOf(source, 'space', name)),
    ...(choice.pages ?? []).flatMap(name => subtreeOf(source, name)),
    ...(choice.files ?? []).map(name => oneOf(source, 'file', name)),
    ...(choice.collections ?? []).flatMap(name => collectionOf(source, name)),
    ...(choice.sites ?? []).map(name => oneOf(source, 'site', name)),
    ...(choice.people ?? []).flatMap(name => personOf(source, name)),
  ])
  const kinds = choice.kinds === undefined ? null : new Set(choice.kinds)
  const all = roots.size === 0
  return {
    all: all && kinds === null,
    has: item => (kinds?.has(item.kind) ?? true) && (all || isBelow(item, roots)),
    named: roots,
  }
}

function isBelow(item: StateItem | null, roots: ReadonlySet<StateItem>): boolean {
  for (let current = item; current !== null; current = current.parent) if (roots.has(current)) return true
  return false
}

function oneOf(source: OrganizationState, kind: Kind, name: string): StateItem {
  const items = source.list(kind)
  const byId = items.filter(item => item.id === name)
  const found = byId.length > 0 ? byId : items.filter(item => namesOf(item).includes(name))
  if (found.length === 1 && found[0]) return found[0]
  throw new UsageError(`the snapshot has ${found.length === 0 ? 'no' : found.length} ${kind} named ${name}`, {
    hint: `\`docvault ls ${source.snapshot} --kind ${kind}\` lists them with their ids`,
  })
}

function namesOf({ json }: StateItem): (string | null)[] {
  const git = json.git
  const path = typeof git === 'object' && git !== null && 'path' in git ? textOf(git.path) : null
  return [textOf(json.title), textOf(json.name), textOf(json.path), textOf(json.slug), path]
}

/** A page and everything below it. */
function subtreeOf(source: OrganizationState, name: string): StateItem[] {
  const page = oneOf(source, 'page', name)
  const [node] = page.parent
    ? [...walkTree(treeOf(source, page.parent))].filter(node => node.item === page)
    : []
  return node ? [...walkTree([node])].map(below => below.item) : [page]
}

/** With the collections and spaces in it. */
function collectionOf(source: OrganizationState, name: string): StateItem[] {
  const found = [oneOf(source, 'collection', name)]
  for (const collection of found) {
    for (const inner of source.list('collection')) if (inner.json.parent === collection.id) found.push(inner)
  }
  const ids = new Set(found.map(collection => collection.id))
  return [...found, ...source.list('space').filter(space => ids.has(textOf(space.json.parent) ?? ''))]
}

const GIVEN_TO_PEOPLE = resources
  .filter(({ access, restore }) => access?.of === 'person' && restore.fidelity !== 'no')
  .map(({ kind }) => kind)

/** Whatever is called by the person's id: membership, teams, grants. */
function personOf(source: OrganizationState, name: string): StateItem[] {
  const wanted = name.toLowerCase()
  const person = source.list(MEMBERSHIP).find(member => member.id === name || emailOf(member) === wanted)
  if (!person) {
    throw new UsageError(`the snapshot has no member ${name}`, {
      hint: `\`docvault ls ${source.snapshot} --kind ${MEMBERSHIP}\` lists them`,
    })
  }
  return GIVEN_TO_PEOPLE.flatMap(kind => source.list(kind)).filter(item => item.id === person.id)
}
