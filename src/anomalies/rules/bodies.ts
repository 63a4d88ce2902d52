/** What was done to the bodies of many pages of a space at once. */
import type { AnomalyLimits } from '../limits.ts'
import type { SpaceBodies } from '../observation.ts'
import { type AnomalyRule, percent, shareOf, spaceSubject } from './rule.ts'

type Share = 'rewrittenPercent' | 'shrunkPercent' | 'densePercent'

function ofBodies(
  declared: Pick<AnomalyRule, 'id' | 'doc'>,
  what: 'rewritten' | 'shrunk' | 'dense',
  words: string,
): AnomalyRule {
  const limit: Share = `${what}Percent`
  const isMuch = (limits: AnomalyLimits, of: SpaceBodies) =>
    of[what] >= limits.fixedLeast && shareOf(of[what], of.pages) > limits[limit]
  return {
    ...declared,
    find: ({ observation, limits, title }) =>
      observation.bodies
        .filter(of => isMuch(limits, of))
        .map(of => ({
          subject: spaceSubject(of.space.id),
          text: `${of[what]} of ${of.pages} pages of "${title(of.space.id)}" ${words} (${percent(of[what], of.pages)})`,
        })),
  }
}

export const massOverwrite = ofBodies(
  {
    id: 'mass-overwrite',
    doc: 'Of more than `anomalies.overwrite` of the pages of a space hardly anything is left: other text stands there.',
  },
  'rewritten',
  'have another text, and nothing of what stood there',
)

export const bodiesShrunk = ofBodies(
  {
    id: 'bodies-shrunk',
    doc: 'More than `anomalies.shrunk` of the pages of a space have lost nine tenths of their text, or more.',
  },
  'shrunk',
  'have lost nine tenths of their text',
)

export const highEntropy = ofBodies(
  {
    id: 'high-entropy',
    doc: 'More than `anomalies.entropy` of the pages of a space became what no text is like: it cannot be compressed, as if it were encrypted.',
  },
  'dense',
  'look as if they were encrypted',
)
