/** Who may read what docvault writes. */
import type { Setting } from '../setting.ts'

export const fileSettings = {
  'files.access': {
    type: 'text',
    default: 'owner',
    oneOf: ['owner', 'group', 'everyone'],
    restart: true,
    global: true,
    doc: "Who may read the files and folders that docvault makes, the vault, reports, logs and exports: `owner` (0600, 0700), `group` (0640, 0750) or `everyone` (0644, 0755). Keys and plans of restores are always the owner's. What is there already keeps its rights.",
  },
} as const satisfies Record<string, Setting>
