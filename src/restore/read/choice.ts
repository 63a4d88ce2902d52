/**
 * What of a snapshot is chosen. Without any choice everything is; several choices add up, and `kinds` narrows them.
 */
import { textOf } from '../../model/fields.ts'
import { resources } from '../../resources/index.ts'
import type { RestoreChoice } from '../request.ts'
import { type OrganizationState, type StateItem, treeOf, walkTree } from '../state.ts'
import { fittingIn, itemNamed, makeTyping, NAMED, NAMED_LISTS } from './named-items.ts'

export interface Chosen {
  /** No choice was made. */
  all: boolean
  has(item: StateItem): boolean
  /** Named by id, path or title, so that it is wished for as it was. */
  named: ReadonlySet<StateItem>
}

/** `begin`: what somebody types before the option that names a thing. */
export function chosenOf(
  source: OrganizationState,
  choice: RestoreChoice,
  begin = (snapshot: number) => `docvault restore ${snapshot} `,
): Chosen {
  const command = makeTyping(begin)
  const named = (list: (typeof NAMED_LISTS)[number]) =>
    (choice[list] ?? []).map(name => itemNamed(source, NAMED[list].kind, name, command))
  const roots = new Set<StateItem>([
    ...named('spaces'),
    ...named('pages').flatMap(page => subtreeOf(source, page)),
    ...named('files'),
    ...named('collections').flatMap(collection => collectionOf(source, collection)),
    ...named('sites'),
    ...named('people').flatMap(person => personOf(source, person)),
  ])
  const kinds = choice.kinds === undefined ? null : new Set(choice.kinds)
  const all = roots.size === 0
  return {
    all: all && kinds === null,
    has: item => (kinds?.has(item.kind) ?? true) && (all || isBelow(item, roots)),
    named: roots,
  }
}

/** Whether the state has something for every name. */
export function hasNamed(source: OrganizationState, choice: RestoreChoice): boolean {
  return NAMED_LISTS.every(list =>
    (choice[list] ?? []).every(name => fittingIn(source, NAMED[list].kind, name).count > 0),
  )
}

function isBelow(item: StateItem | null, roots: ReadonlySet<StateItem>): boolean {
  for (let current = item; current !== null; current = current.parent) if (roots.has(current)) return true
  return false
}

/** A page and everything below it. */
function subtreeOf(source: OrganizationState, page: StateItem): StateItem[] {
  const [node] = page.parent
    ? [...walkTree(treeOf(source, page.parent))].filter(node => node.item === page)
    : []
  return node ? [...walkTree([node])].map(below => below.item) : [page]
}

/** With the collections and spaces in it. */
function collectionOf(source: OrganizationState, chosen: StateItem): StateItem[] {
  const found = [chosen]
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
function personOf(source: OrganizationState, person: StateItem): StateItem[] {
  return GIVEN_TO_PEOPLE.flatMap(kind => source.list(kind)).filter(item => item.id === person.id)
}
