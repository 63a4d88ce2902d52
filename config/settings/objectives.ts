/** What recovery is to achieve, for conditions and for evidence. Without a value nothing is held against anything. */
import { hour, minute, type Setting, second } from '../setting.ts'

export const objectiveSettings = {
  'objectives.rpo': {
    type: 'duration',
    default: null,
    range: [minute, 365 * 24 * hour],
    doc: 'Recovery point objective: the newest complete snapshot of each organization is to be younger than this, e.g. 24h. While one is older, the daemon tells the condition `objective`. `docvault evidence` says for how long it was met.',
  },
  'objectives.rto': {
    type: 'duration',
    default: null,
    range: [second, 365 * 24 * hour],
    doc: 'Recovery time objective: what a drill measures as recovery time is to be at most this, e.g. 4h. While the last drill of an organization took longer, the daemon tells the condition `objective`.',
  },
} as const satisfies Record<string, Setting>
