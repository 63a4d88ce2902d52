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
  'fleet.gather': {
    type: 'duration',
    default: 30_000,
    range: [0, 3_600_000],
    global: true,
    restart: true,
    doc: 'How long a host that was started makes no new vaults, so that hosts that start together share them. Vaults that are there do not wait for it.',
  },
} as const satisfies Record<string, Setting>
