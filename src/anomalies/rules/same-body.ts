import { type AnomalyRule, spaceSubject } from './rule.ts'

export const sameBody: AnomalyRule = {
  id: 'same-body',
  doc: 'More than `anomalies.sameBody` pages got one and the same text in place of their own.',
  find: ({ observation, limits, title }) => {
    const [most] = observation.sameBodies
    if (most === undefined || most.pages <= limits.sameBody) return []
    return most.spaces.map(space => ({
      subject: spaceSubject(space),
      text: `${most.pages} pages got the same text in place of their own, among them those of "${title(space)}"`,
    }))
  },
}
