/**
 * Where every view stands. Each address has the number of its snapshot in it, so that it says the same for as long as the
 * snapshot is kept; `.json` behind it is the same as JSON.
 */
import type { Kind } from '../model/resource.ts'

/** Ids are the platform's: nothing is known of their characters. */
function path(...segments: readonly (string | number)[]): string {
  return `/${segments.map(segment => encodeURIComponent(segment)).join('/')}`
}

type Parameters = Readonly<Record<string, string | number | null | undefined>>

export function withQuery(address: string, parameters: Parameters): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(parameters))
    if (value !== null && value !== undefined && value !== '') query.append(name, String(value))
  return query.size === 0 ? address : `${address}?${query}`
}

/** A resource of a kind, by its id; `within`: id of what it stands under, where several are called so. */
export interface ItemName {
  kind: Kind
  id: string
  within?: string | null
}

/** What of a table of contents is meant: what stands under a node of it, from which one on. */
export interface TreePart {
  under?: string | null
  from?: number
}

/** A list is shown from its beginning unless it is said. */
function start(from: number | undefined): number | undefined {
  return from === 0 ? undefined : from
}

/** Of one organization, by its key. */
export function addressesIn(organization: string) {
  const item = ({ kind, id }: ItemName) => (kind === 'page' ? ['p', id] : ['k', kind, id])
  return {
    home: path('o', organization),
    night: (snapshot: number) => path('o', organization, 'at', snapshot),
    space: (snapshot: number, space: string, part: TreePart = {}) =>
      withQuery(path('o', organization, 'at', snapshot, 's', space), {
        under: part.under,
        from: start(part.from),
      }),
    kind: (snapshot: number, kind: Kind, from?: number) =>
      withQuery(path('o', organization, 'at', snapshot, 'k', kind), { from: start(from) }),
    item: (snapshot: number, name: ItemName, view?: string) =>
      withQuery(path('o', organization, 'at', snapshot, ...item(name)), { in: name.within, view }),
    /** Its body alone. */
    frame: (snapshot: number, name: ItemName) =>
      withQuery(path('o', organization, 'at', snapshot, ...item(name), 'frame'), { in: name.within }),
    file: (snapshot: number, file: string, within?: string | null) =>
      withQuery(path('o', organization, 'at', snapshot, 'file', file), { in: within }),
    history: (name: ItemName, from?: number) =>
      withQuery(path('o', organization, ...item(name), 'history'), { in: name.within, from: start(from) }),
    compare: (name: ItemName, a: number, b: number, view?: string) =>
      withQuery(path('o', organization, ...item(name), 'compare'), { a, b, view, in: name.within }),
    comparedFrame: (name: ItemName, a: number, b: number) =>
      withQuery(path('o', organization, ...item(name), 'compare', 'frame'), { a, b, in: name.within }),
    changes: (a: number, b: number, more: Parameters = {}) =>
      withQuery(path('o', organization, 'changes'), { a, b, ...more }),
    access: (snapshot: number, of: { person?: string; space?: string }) =>
      withQuery(path('o', organization, 'at', snapshot, 'access'), of),
    /** What was chosen to be put back; its actions stand below it. */
    restore: path('o', organization, 'restore'),
    /** `plan`: digest of what one of them applies. */
    restoring: (runs: readonly string[], plan?: string) => {
      const query = new URLSearchParams(runs.map((run): [string, string] => ['run', run]))
      if (plan !== undefined) query.set('plan', plan)
      return `${path('o', organization, 'restore', 'runs')}?${query}`
    },
    plan: (digest: string, more: Parameters = {}) =>
      withQuery(path('o', organization, 'restore', 'plan', digest), more),
    report: (restore: number) => path('o', organization, 'restore', 'done', restore),
    restores: path('o', organization, 'restores'),
    lost: (from?: number) => withQuery(path('o', organization, 'lost'), { from: start(from) }),
    search: withQuery('/search', { org: organization }),
  }
}
export type Addresses = ReturnType<typeof addressesIn>

export const FRONT = '/'
export const SEARCH = '/search'
export const RUNS = '/runs'
export const CHECKS = '/checks'
export const FLEET = '/fleet'
export const DRILLS = '/drills'
export const REPORTS = '/reports'
export const APPROVALS = '/approvals'

/** Key of an organization, and what else is chosen. */
export function runsAddress(of: { org?: string | null; job?: string | null; from?: number }): string {
  return withQuery(RUNS, { org: of.org, job: of.job, from: start(of.from) })
}

export function fleetAddress(of: { tenant: string; from?: number }): string {
  return withQuery(FLEET, { tenant: of.tenant === '' ? null : of.tenant, from: start(of.from) })
}

/** Where a form says what becomes of a request. */
export function decisionAddress(platform: string, request: string, decision: 'approve' | 'deny'): string {
  return path('approvals', platform, request, decision)
}

export function drillAddress(platform: string, record: string): string {
  return path('drills', platform, record)
}

/** Of the daemon's server: the queues. */
export const BOARD = '/board'
/** Of the daemon's server, where people sign in. */
export const SIGN_OUT = '/auth/logout'

/** The same as JSON. */
export function twinOf(address: string): string {
  const [place = '', query] = address.split('?', 2)
  return `${place === FRONT ? '/index' : place}.json${query === undefined ? '' : `?${query}`}`
}
