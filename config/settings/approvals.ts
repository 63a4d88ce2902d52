/** What only two people can do together. */
import { GUARDED_ACTIONS } from '../../src/model/approval.ts'
import type { Setting } from '../setting.ts'

export const approvalSettings = {
  'approvals.actions': {
    type: 'list',
    default: [],
    oneOf: GUARDED_ACTIONS,
    doc: 'What is done only when two people whom the issuer (server.oidc.issuer) knows want it, within 24 hours: `docvault approvals` shows what waits, `docvault approve` and the page /approvals agree to it. `restore-production`: applying a restore; `prune`: a prune that a person starts; `forget-beyond-policy`: forgetting what the policy that was applied last keeps; `hold-release`; `replica-key`: every change of keys and passphrase.',
  },
  'approvals.staging': {
    type: 'list',
    default: [],
    doc: 'Ids of organizations into which a restore needs no approval, whatever approvals.actions says.',
  },
} as const satisfies Record<string, Setting>
