/** What is wrong now, as a daemon says it, of what a visitor may see. What is of a whole platform is for who sees every organization. */
import type { WebCondition } from '../source.ts'
import { seesIn } from '../visitor.ts'
import type { Asked, OrganizationAsked } from './asked.ts'

/** Null: nobody watches. */
export function conditionsFor({
  source,
  visitor,
}: Pick<Asked, 'source' | 'visitor'>): readonly WebCondition[] | null {
  return source.conditions()?.filter(({ organization }) => seesIn(visitor, organization)) ?? null
}

/** With those of its platform. */
export function conditionsOf(
  { id, platform }: Pick<OrganizationAsked, 'id' | 'platform'>,
  conditions: readonly WebCondition[],
): WebCondition[] {
  return conditions.filter(
    condition =>
      condition.platform === platform.name &&
      (condition.organization === null || condition.organization === id),
  )
}
