/** How the vault is stored anew in less room. */
import { hour, type Setting } from '../setting.ts'

export const compactSettings = {
  'compact.level': {
    type: 'integer',
    default: 9,
    range: [1, 19],
    doc: 'Of zstd. From 16 on blocks are larger and files are stored anew as well: 19 makes a vault of texts an eighth smaller than 9, and takes seven times as long.',
  },
  'compact.maxDuration': {
    type: 'duration',
    default: hour,
    range: [1, 30 * 24 * hour],
    doc: "For how long the daemon's compaction works at a time. What is left then the next one does.",
  },
} as const satisfies Record<string, Setting>
