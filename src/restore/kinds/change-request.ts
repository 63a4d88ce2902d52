import { textOf } from '../../model/fields.ts'
import { isNew } from '../apply/find.ts'
import { phases, type Restorer } from './restorer.ts'

/** Made as a draft; its content is written like that of a space; its status comes last, since closed ones are shut. */
export const changeRequest: Restorer = {
  kind: 'change-request',
  phase: phases.changeRequests,
  key: ({ json }) => (json.status === 'merged' ? null : (textOf(json.subject) ?? '')),
  obstacle: ({ json }) =>
    json.status === 'merged' ? 'merged ones are history: what they brought is in the content' : null,
  create: async (doing, { json, parent }) => {
    const space = doing.need('space', parent?.id ?? '')
    const made = await doing.platform.changeRequests.create(space, { subject: textOf(json.subject) ?? '' })
    return { id: made.id, json: made }
  },
  // A list that trusts the counts of a space as it was would not see it.
  find: async (doing, item) => {
    const space = doing.need('space', item.parent?.id ?? '')
    for (const status of ['draft', 'open']) {
      for await (const one of doing.platform.changeRequests.list(space, { status }))
        if (one.subject === item.json.subject && isNew(doing, item, one.id)) return { id: one.id, json: one }
    }
    return null
  },
  settings: [
    {
      name: 'status',
      phase: phases.order,
      fields: ({ json }) => ({ status: json.status }),
      standard: { status: 'draft' },
      write: async (doing, target, { status }, item) => {
        const space = doing.need('space', item.parent?.id ?? '')
        await doing.platform.changeRequests.update(space, target, { status: String(status) })
      },
    },
  ],
  lost: [
    { field: 'id', why: 'new-one' },
    { field: 'number', why: 'numbers' },
    { field: 'createdBy', why: 'token-owner' },
    { field: 'createdAt', why: 'date' },
    { field: 'space', why: 'new-one' },
    { field: 'revisionMerged', why: 'merged' },
    { field: 'description', why: 'by-hand' },
  ],
}
