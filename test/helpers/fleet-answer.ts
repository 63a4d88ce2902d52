/** A fleet of two hosts, of which one is away, with two tenants; worst first, and with names that nobody should believe. */
import type { FleetAnswer } from '../../src/fleet/answer.ts'

const HOST = { version: '1.0.0', vaults: 2, free_bytes: 5_000_000_000 }
const standing = { epoch: 1, conditions: 0, why: null, complete: '2026-11-20T02:00:00.000Z' }

export const fleetOfTwo: FleetAnswer = {
  host: 'web-1.00000001',
  hosts: [
    { ...HOST, id: 'web-1.00000001', name: 'web-1', seen: '2026-11-20T12:00:00.000Z', away: false },
    {
      ...HOST,
      id: 'web-2.00000002',
      name: '<b>web-2</b>',
      free_bytes: null,
      seen: '2026-11-20T10:00:00.000Z',
      away: true,
    },
  ],
  platforms: [
    {
      ...{ ...standing, platform: 'globex-docs', tenant: 'globex', host: 'web-2.00000002', state: 'away' },
      ...{ why: 'its host was last seen 2026-11-20T10:00:00.000Z', as_of: '2026-11-20T10:00:00.000Z' },
    },
    {
      ...{ ...standing, platform: 'acme-help', tenant: 'acme', host: 'web-1.00000001', state: 'wrong' },
      ...{ conditions: 1, why: 'acme-help: <i>a backup</i> failed', as_of: '2026-11-20T12:00:00.000Z' },
    },
    {
      ...{ ...standing, platform: 'acme-docs', tenant: 'acme', host: 'web-1.00000001', state: 'well' },
      as_of: '2026-11-20T12:00:00.000Z',
    },
  ],
  places: [],
}
