/** How much of the vault is read again, and how often. */
import { hour, minute, type Setting } from '../setting.ts'

export const checkSettings = {
  'check.within': {
    type: 'duration',
    default: 30 * 24 * hour,
    range: [hour, 3650 * 24 * hour],
    doc: 'Every stored byte should be read again within this time. A check of limited time that does not come round so often says so.',
  },
  'check.maxDuration': {
    type: 'duration',
    default: 30 * minute,
    range: [1, 30 * 24 * hour],
    doc: "For how long the daemon's check reads stored bytes, what was read longest ago first. After damage it reads everything.",
  },
} as const satisfies Record<string, Setting>
