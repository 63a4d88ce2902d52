import { textOf } from '../../model/fields.ts'
import { isNew } from '../apply/find.ts'
import { phases, restorer } from './restorer.ts'

/** Made as a draft; its content is written like that of a space; its status comes last, since closed ones are shut. */
export const changeRequest = restorer({
  kind: 'change-request',
  phase: phases.changeRequests,
  lasting: 'a change request can be archived, not deleted',
  key: ({ json }) => (json.status === 'merged' ? null : (textOf(json.subject) ?? '')),
  obstacle: ({ json }) =>
    json.status === 'merged' ? 'merged ones are history: what they brought is in the content' : null,
  create: async ({ context, knowledge }, { json, parent }) => {
    const space = knowledge.need('space', parent?.id ?? '')
    const made = await context.platform.changeRequests.create(space, {
      subject: textOf(json.subject) ?? '',
    })
    return { id: made.id, json: made }
  },
  // A list that trusts the counts of a space as it was would not see it.
  find: async ({ context, knowledge }, item) => {
    const space = knowledge.need('space', item.parent?.id ?? '')
    for (const status of ['draft', 'open']) {
      for await (const request of context.platform.changeRequests.list(space, { status }))
        if (request.subject === item.json.subject && isNew(knowledge, item, request.id))
          return { id: request.id, json: request }
    }
    return null
  },
  settings: [
    {
      name: 'subject',
      phase: phases.changeRequests,
      fields: ({ json }) => ({ subject: json.subject }),
      write: async ({ context, knowledge }, target, { subject }, item) => {
        const space = knowledge.need('space', item.parent?.id ?? '')
        await context.platform.changeRequests.update(space, target, { subject: String(subject) })
      },
    },
    {
      name: 'status',
      phase: phases.order,
      fields: ({ json }) => ({ status: json.status }),
      standard: { status: 'draft' },
      write: async ({ context, knowledge }, target, { status }, item) => {
        const space = knowledge.need('space', item.parent?.id ?? '')
        await context.platform.changeRequests.update(space, target, { status: String(status) })
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
})
