/** Searching over all nights. */
import type { Setting } from '../setting.ts'

export const searchSettings = {
  'search.index': {
    type: 'boolean',
    default: true,
    doc: 'Keep an index of all texts beside the catalog, brought up to date by the daemon after each snapshot. Without one, every search reads everything.',
  },
  'search.maxDuration': {
    type: 'duration',
    default: 10_000,
    range: [100, 3_600_000],
    doc: 'A search ends after this time, and says that it did.',
  },
  'search.maxMatches': {
    type: 'integer',
    default: 10_000,
    range: [1, 100_000],
    doc: 'A search ends with so many matches, and says that it did.',
  },
} as const satisfies Record<string, Setting>
