/**
 * Links that lead nowhere in the revision, because what they lead to cannot be imported: the plan named each (a file
 * ending in .md, say). A space that keeps what it has does not lose them.
 */
import { canonicalJson } from '../../model/digest.ts'
import { referencesOf, resolves } from '../../restore/match/resolves.ts'
import type { Plan } from '../../restore/plan/steps.ts'
import type { OrganizationState } from '../../restore/state.ts'
import type { Difference, Verification } from '../../restore/verify/verification.ts'

export function withoutAnnouncedLinks(
  { differences, references }: Verification,
  { unmapped }: Pick<Plan, 'unmapped'>,
  states: { source: OrganizationState; target: OrganizationState },
): Difference[] {
  const ofLinks = new Set(references.differences)
  const announced = Map.groupBy(unmapped, link => link.source)
  return differences.filter(difference => {
    if (!ofLinks.has(difference)) return true
    const known = (announced.get(difference.source) ?? []).map(({ reference }) => canonicalJson(reference))
    const before = brokenIn(states.source, difference)
    const now = brokenIn(states.target, difference)
    // Not there under its old id: nothing is known of it.
    return now === null || now.some(link => !known.includes(link) && before?.includes(link) !== true)
  })
}

function brokenIn(state: OrganizationState, { kind, source }: Difference): string[] | null {
  const page = state.at(kind, source)
  if (page === undefined) return null
  return referencesOf(state, page)
    .filter(reference => !resolves(state, page, reference))
    .map(reference => canonicalJson(reference))
}
