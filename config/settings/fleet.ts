/** How this host shares the work with others. */
import type { Setting } from '../setting.ts'

export const fleetSettings = {
  'fleet.host': {
    type: 'text',
    default: null,
    global: true,
    restart: true,
    doc: 'Name of this host, where several daemons share one Redis and each vault is on one of them; `auto` takes the name of the machine. Unset: this daemon works by itself.',
  },
} as const satisfies Record<string, Setting>
