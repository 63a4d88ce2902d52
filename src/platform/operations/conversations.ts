/** *Extension.* Conversations with the agent. No operation says what was said in them. */
import { z } from 'zod'
import type { Caller } from '../caller.ts'
import { idSchema } from './shapes.ts'

const conversationSchema = z.looseObject({ id: idSchema, title: z.string().nullish() })
export type AgentConversation = z.infer<typeof conversationSchema>

export const conversationOperations = (caller: Caller) => ({
  /** *Extension.* Those that the token's owner may see. */
  listInOrganization: (organization: string) =>
    caller.list(
      ['listOrganizationAgentConversations', ['orgs', organization, 'agent', 'conversations']],
      conversationSchema,
      item => item.id,
    ),
  /** *Extension.* */
  listInChangeRequest: (space: string, changeRequest: string) =>
    caller.list(
      [
        'listChangeRequestConversations',
        ['spaces', space, 'change-requests', changeRequest, 'conversations'],
      ],
      conversationSchema,
      item => item.id,
    ),
})
