/** How the vault is stored anew in less room. */
import { hour, type Setting } from '../setting.ts'

export const compactSettings = {
  'compact.level': {
    type: 'integer',
    default: 9,
    range: [1, 19],
    doc: 'Of zstd. 19 makes the vault a twentieth smaller than 9, and takes six times as long.',
  },
  'compact.maxDuration': {
    type: 'duration',
    default: hour,
    range: [1, 30 * 24 * hour],
    doc: "For how long the daemon's compaction works at a time. What is left then the next one does.",
  },
} as const satisfies Record<string, Setting>
