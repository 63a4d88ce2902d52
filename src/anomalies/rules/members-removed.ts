import { member } from '../../resources/member.ts'
import { type AnomalyRule, percent, shareOf } from './rule.ts'

export const membersRemoved: AnomalyRule = {
  id: 'members-removed',
  doc: 'More than `anomalies.removal` of the members are gone.',
  find: ({ observation, limits }) =>
    observation.series
      .filter(({ kind }) => kind === member.kind)
      .filter(
        ({ removed, size }) => removed >= limits.fixedLeast && shareOf(removed, size) > limits.removedPercent,
      )
      .map(({ place, removed, size }) => ({
        subject: `organization ${place.id}`,
        text: `${removed} of ${size} members are gone (${percent(removed, size)})`,
      })),
}
