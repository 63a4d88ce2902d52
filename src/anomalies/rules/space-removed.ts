import { plural } from '../../model/plural.ts'
import { type AnomalyRule, spaceSubject } from './rule.ts'

export const spaceRemoved: AnomalyRule = {
  id: 'space-removed',
  doc: 'A space that had pages is gone.',
  find: ({ observation, title }) =>
    observation.removedSpaces
      .filter(({ pages }) => pages > 0)
      .map(({ id, pages }) => ({
        subject: spaceSubject(id),
        text: `the space "${title(id)}" is gone, with ${plural(pages, 'page')}`,
      })),
}
