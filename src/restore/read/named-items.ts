/** Finds what a request names in a state, as the commands do that look at a snapshot: by id, path or title, and no guess. */

import { Best, type Fitting } from '../../lookup/find.ts'
import { addressesOf, alsoCalled, makeFit, type Names, pathsOf, slugOf } from '../../lookup/names.ts'
import { type Asked, ambiguous, missing } from '../../lookup/unclear.ts'
import type { UsageError } from '../../model/errors.ts'
import type { Kind } from '../../model/resource.ts'
import { declarationOf } from '../../resources/index.ts'
import { MEMBERSHIP } from '../../resources/people.ts'
import type { RestoreChoice } from '../request.ts'
import type { OrganizationState, StateItem } from '../state.ts'

/** The lists of a choice that name things, the kind of these, and the option that asks for them. */
export const NAMED = {
  spaces: { kind: 'space', option: '--space' },
  pages: { kind: 'page', option: '--page' },
  files: { kind: 'file', option: '--file' },
  collections: { kind: 'collection', option: '--collection' },
  sites: { kind: 'site', option: '--site' },
  people: { kind: MEMBERSHIP, option: '--person' },
} as const satisfies Partial<Record<keyof RestoreChoice, { kind: Kind; option: string }>>

export const NAMED_LISTS = [
  'spaces',
  'pages',
  'files',
  'collections',
  'sites',
  'people',
] as const satisfies (keyof typeof NAMED)[]

/** Null for kinds that are not named one by one. */
export function optionFor(kind: Kind): string | null {
  return Object.values(NAMED).find(known => known.kind === kind)?.option ?? null
}

/** Why what stands under something does not come back. */
export function absenceOf({ kind, id }: Pick<StateItem, 'kind' | 'id'>): string {
  const option = optionFor(kind)
  return `its ${kind} is not there${option === null ? '' : `: add ${option} ${id}`}`
}

/** What to type for a thing. `begin`: what comes before the option. */
export function makeTyping(begin: (snapshot: number) => string): Asked['command'] {
  return ({ kind, id }, snapshot) => {
    const option = optionFor(kind)
    return option === null ? null : `${begin(snapshot)}${option} ${id}`
  }
}

export function fittingIn(state: OrganizationState, kind: Kind, name: string): Fitting<StateItem> {
  const fitOf = makeFit({ name })
  const best = new Best<StateItem>()
  for (const item of state.list(kind)) best.add(fitOf(namesOf(item)), item)
  return best
}

/** Throws UsageError where there is none, or more than one. */
export function itemNamed(
  state: OrganizationState,
  kind: Kind,
  name: string,
  command: Asked['command'],
): StateItem {
  const fitting = fittingIn(state, kind, name)
  const [only] = fitting.found
  if (only !== undefined && fitting.count === 1) return only
  throw errorFor(state, { kind, name }, fitting, command)
}

function errorFor(
  { vault, snapshot }: OrganizationState,
  wish: Asked['wish'],
  fitting: Fitting<StateItem>,
  command: Asked['command'],
): UsageError {
  const asked = { vault, snapshot: vault.resolve(String(snapshot), { allowRunning: true }), wish, command }
  if (fitting.count === 0) return missing(asked)
  return ambiguous(asked, { ...fitting, found: fitting.found.map(item => item.resource) })
}

function namesOf(item: StateItem): Names {
  const { id, kind, json, parent } = item
  return {
    id,
    parentId: parent?.id ?? null,
    get title() {
      return labelOf(item)
    },
    get within() {
      return parent === null || parent.parent === null ? null : labelOf(parent)
    },
    also: alsoCalled(kind, json),
    slug: slugOf(json),
    paths: pathsOf(json),
    addresses: addressesOf(json),
  }
}

function labelOf({ kind, json, id }: StateItem): string {
  return declarationOf(kind)?.label(json) ?? id
}
