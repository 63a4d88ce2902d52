/** The plan that puts one tree back into another, as lines of words, without a platform. */
import type { Kind } from '../../src/model/resource.ts'
import { makePlan } from '../../src/restore/plan/plan.ts'
import type { PlanBasis } from '../../src/restore/plan/planning.ts'
import { chosenOf } from '../../src/restore/read/choice.ts'
import type { RestoreRequest } from '../../src/restore/request.ts'
import type { OrganizationState } from '../../src/restore/state.ts'
import { type Sides, sidesOf } from './restore-states.ts'
import type { Branch, Tree } from './snapshot-tree.ts'

export interface Wish extends Sides, Partial<Pick<PlanBasis, 'mandate' | 'requestsPerSecond'>> {
  request?: Partial<RestoreRequest>
  undeletable?: readonly string[]
  /** Through what both states are asked. */
  through?: (state: OrganizationState) => OrganizationState
}

export async function plan(left: Tree, right: Tree, { request = {}, undeletable = [], ...wish }: Wish = {}) {
  const { through = state => state } = wish
  const made = await sidesOf(left, right, wish)
  const sides = { ...made, source: through(made.source), target: through(made.target) }
  const planned = await makePlan({
    ...sides,
    chosen: chosenOf(sides.source, request),
    begun: sides.target,
    request: { snapshot: 1, to: sides.organization, onConflict: 'skip', ...request },
    undeletable: new Set(undeletable),
    contents: 'contents',
    state: 'state',
    mandate: wish.mandate ?? null,
    requestsPerSecond: wish.requestsPerSecond ?? 10,
  })
  const words = ({ kind, source, reason }: { kind: Kind; source: string; reason: string }) =>
    `${kind} ${source}: ${reason}`
  return {
    plan: planned,
    steps: planned.steps.map(one => `${one.action} ${words(one)}`),
    skipped: planned.skipped.map(words),
    impossible: planned.impossible.map(words),
    besides: planned.besides.map(words),
  }
}

export const titled = (title: string, more: object = {}, below: Tree = {}): Branch => ({
  json: { title, ...more },
  below,
})
export const person = (email: string, more: object = {}): Branch => ({
  json: { user: { email }, role: 'read', ...more },
})
