import type { AnomalyRule } from './rule.ts'

export const singleAuthor: AnomalyRule = {
  id: 'single-author',
  doc: 'One person changed more than `anomalies.byOne` pages, as far as the platform records who did what.',
  find: ({ observation: { authors, night }, limits }) => {
    const [most] = authors
    if (most === undefined || most.pages <= limits.byOne) return []
    return [
      {
        subject: `organization ${night.to.organization}`,
        text: `${most.pages} pages were changed by one person (${most.person})`,
      },
    ]
  },
}
