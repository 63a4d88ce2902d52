import type { ChangeRequest } from '../platform/operations/change-requests.ts'
import type { AgentConversation } from '../platform/operations/conversations.ts'
import { tokenOfDiscussion } from './change-request-token.ts'
import { conversationMeaning } from './conversation-meaning.ts'
import type { Published } from './field-path.ts'
import { idOf, listed } from './resource.ts'

declare module '../model/resource.ts' {
  interface Kinds {
    'change-request-conversation': Kept<AgentConversation, Published<'AgentConversation'>>
  }
}

export const changeRequestConversation = listed<'change-request-conversation', ChangeRequest>({
  kind: 'change-request-conversation',
  parent: 'change-request',
  doc: 'That somebody worked with the agent on a change request: title and dates. No operation gives what was said.',
  api: '2.2',
  needs: 'listChangeRequestConversations',
  list: (platform, context) =>
    platform.conversations.listInChangeRequest(idOf(context, 'space'), context.parent.id),
  token: tokenOfDiscussion,
  ...conversationMeaning,
})
