/** Order of what stands in collections, and the instructions for the organization's assistants. */

import { listOf } from '../../model/fields.ts'
import { rewriteReferences } from '../../space/references.ts'
import { withoutExtra } from '../match/without-extra.ts'
import { phases, restorer } from './restorer.ts'

export const collectionOrder = restorer({
  kind: 'collection-order',
  phase: phases.order,
  lists: true,
  key: () => 'order',
  implicit: ({ id }) => id,
  settings: [
    {
      name: 'order',
      phase: phases.order,
      fields: ({ json }, map) => ({
        spaces: listOf(json.spaces).flatMap(id => map('space', String(id)) ?? []),
      }),
      compared: (there, wanted) => ({ spaces: withoutExtra(there.spaces, wanted.spaces) }),
      standard: { spaces: [] },
      write: async ({ context: { platform } }, _target, { spaces }) => {
        const ids = listOf(spaces).map(String)
        for (const [index, id] of ids.entries()) {
          const before = ids[index - 1]
          if (before === undefined) continue
          await platform.spaces.move(id, { position: { after: { type: 'space', space: before } } })
        }
      },
    },
  ],
})

export const agentInstructions = restorer({
  kind: 'agent-instructions',
  phase: phases.locks,
  key: () => 'instructions',
  implicit: ({ id }) => id,
  obstacle: (_item, { extended }) => (extended ? null : 'this service has no such instructions'),
  settings: [
    {
      name: 'instructions',
      phase: phases.locks,
      fields: ({ json }, map) => ({
        instructions: rewriteReferences(json.instructions ?? null, ({ kind, id }) => map(kind, id)).value,
      }),
      write: async ({ context: { platform, organization } }, _target, { instructions }) => {
        if (typeof instructions === 'object' && instructions !== null)
          await platform.organizations.updateAgentInstructions(organization, instructions)
      },
    },
  ],
})
