/** What the agent of a site may do by itself, and how it is told to write. */
import { rewriteReferences } from '../../space/references.ts'
import { phases, restorer } from './restorer.ts'
import { siteOf } from './site-parent.ts'

export const siteAgentSettings = restorer({
  kind: 'site-agent-settings',
  phase: phases.siteLook,
  key: () => 'agent-settings',
  implicit: () => 'agent-settings',
  obstacle: (_item, { service }) =>
    service === 'newest' ? null : 'older services have no agent that works on a site',
  settings: [
    {
      name: 'settings',
      phase: phases.siteLook,
      fields: ({ json: { scans, findings, editing } }, map) => ({
        scans,
        findings,
        editing: rewriteReferences(editing, ({ kind, id }) => map(kind, id)).value,
      }),
      write: async ({ context, knowledge }, _target, fields, item) => {
        await context.platform.siteAgent.updateSettings(context.organization, siteOf(knowledge, item), fields)
      },
    },
  ],
})
