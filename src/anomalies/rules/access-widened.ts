import type { AnomalyRule } from './rule.ts'

export const accessWidened: AnomalyRule = {
  id: 'access-widened',
  doc: 'More than `anomalies.people` people were let in, or may do more than before, on what was there before.',
  find: ({ observation: { widened, night }, limits }) =>
    widened.size <= limits.people
      ? []
      : [
          {
            subject: `organization ${night.to.organization}`,
            text: `${widened.size} people gained access, or may do more than before`,
          },
        ],
}
