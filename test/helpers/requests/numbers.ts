/** The numbers of docs/development/platform.md#least-requests, counted in the emulator's state. */
import { itemsOf, type Json, jsonOf } from '../state/expected.ts'

export interface Numbers {
  /** Spaces; pages with a body in all of them; files; reusable contents. */
  S: number
  P: number
  F: number
  U: number
  /** Change requests; live ones; spaces with any; spaces with live ones. */
  C: number
  Cl: number
  S1: number
  Sl: number
  /** Draft bodies that the main content does not have; files of drafts that it does not have. */
  D: number
  Fd: number
  /** Members; teams that have any; specs; versions; collections; sites; translations; installations. */
  M: number
  T: number
  O: number
  V: number
  K: number
  W: number
  X: number
  I: number
  /** Threads with replies in live and in all change requests, and in spaces. */
  Rl: number
  R: number
  Rs: number
  /** Sites with visitor authentication, with an adaptive schema, not open to the world; overrides in the last. */
  Wv: number
  Wa: number
  Wu: number
  Wo: number
  /** E-mail domains; spaces with broken links. */
  E: number
  Sb: number
  /** Extensions that the service was found not to have. */
  probes: number
  /** Pictures that are shown by address. */
  pictures: number
}

/** Known only when a backup has been made. */
export type Found = Pick<Numbers, 'probes' | 'pictures'>

export function numbersOf(state: Json, organization: string): Omit<Numbers, keyof Found> {
  const own = jsonOf(itemsOf(state.organizations).find(one => one.id === organization))
  const spaces = itemsOf(state.spaces)
  const drafts = spaces.flatMap(space => itemsOf(space.drafts))
  const sites = itemsOf(own.sites)
  const specs = itemsOf(own.specs)
  const installations = itemsOf(state.integrations).flatMap(one => itemsOf(one.installations))
  return {
    S: spaces.length,
    P: sum(spaces, space => pagesWithBody(space).length),
    F: sum(spaces, space => itemsOf(jsonOf(space.content).files).length),
    U: sum(spaces, space => itemsOf(jsonOf(space.content).reusableContents).length),
    C: drafts.length,
    Cl: drafts.filter(isLive).length,
    S1: spaces.filter(space => itemsOf(space.drafts).length > 0).length,
    Sl: spaces.filter(space => itemsOf(space.drafts).some(isLive)).length,
    D: sum(spaces, bodiesOfDraftsAlone),
    Fd: sum(spaces, filesOfDraftsAlone),
    M: itemsOf(own.members).length,
    T: itemsOf(own.teams).filter(team => Number(team.members) > 0).length,
    O: specs.length,
    V: sum(specs, spec => itemsOf(spec.versions).length),
    K: itemsOf(state.collections).length,
    W: sites.length,
    X: itemsOf(own.translations).length,
    I: installations.length,
    Rl: sum(drafts.filter(isLive), threadsWithReplies),
    R: sum(drafts, threadsWithReplies),
    Rs: sum(spaces, threadsWithReplies),
    E: Array.isArray(own.emailDomains) ? own.emailDomains.length : 0,
    Sb: spaces.filter(space => Number(jsonOf(space.links).broken) > 0).length,
    Wv: sites.filter(site => site.visibility === 'visitor-auth').length,
    Wa: sites.filter(site => site.adaptiveSchema !== null).length,
    Wu: sites.filter(isClosed).length,
    Wo: sum(sites.filter(isClosed), overridesIn),
  }
}

/** Requests that a list of so many takes. */
export function p(count: number): number {
  return Math.max(1, Math.ceil(count / 1000))
}

function sum<T>(items: readonly T[], of: (item: T) => number): number {
  return items.reduce((all, item) => all + of(item), 0)
}

function isLive({ status }: Json): boolean {
  return status === 'open' || status === 'draft'
}

function isClosed({ published, visibility }: Json): boolean {
  return published !== true || visibility === 'share-link'
}

function overridesIn({ structure }: Json): number {
  const overriding = (value: unknown): unknown[] => {
    if (typeof value !== 'object' || value === null) return []
    const { object, id, hasAdvancedCustomizationFeature } = jsonOf(value)
    const own = object === 'site-space' && hasAdvancedCustomizationFeature === true ? [id] : []
    return [...own, ...Object.values(value).flatMap(overriding)]
  }
  return new Set(overriding(structure)).size
}

function threadsWithReplies({ discussion }: Json): number {
  return itemsOf(discussion).filter(comment => Number(comment.replies) > 0).length
}

function pagesWithBody({ content }: Json): Json[] {
  return walk(jsonOf(content).pages).filter(page => typeof page.documentId === 'string')
}

function walk(pages: unknown): Json[] {
  return itemsOf(pages).flatMap(page => [page, ...walk(page.pages)])
}

function bodiesOfDraftsAlone(space: Json): number {
  return alone(space, one => pagesWithBody(one).map(page => page.documentId))
}

function filesOfDraftsAlone(space: Json): number {
  return alone(space, one => itemsOf(jsonOf(one.content).files).map(file => file.id))
}

function alone(space: Json, idsOf: (described: Json) => unknown[]): number {
  const main = new Set(idsOf(space))
  const drafts = new Set(itemsOf(space.drafts).flatMap(idsOf))
  return [...drafts].filter(id => !main.has(id)).length
}
