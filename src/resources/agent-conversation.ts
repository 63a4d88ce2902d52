import type { AgentConversation } from '../platform/operations/conversations.ts'
import type { Organization } from '../platform/operations/organizations.ts'
import { conversationMeaning } from './conversation-meaning.ts'
import type { Published } from './field-path.ts'
import { listed } from './resource.ts'

declare module '../model/resource.ts' {
  interface Kinds {
    'agent-conversation': Kept<AgentConversation, Published<'AgentConversation'>>
  }
}

export const agentConversation = listed<'agent-conversation', Organization>({
  kind: 'agent-conversation',
  parent: 'organization',
  doc: 'That somebody worked with the agent: title and dates. No operation gives what was said.',
  api: '2.16',
  needs: 'listOrganizationAgentConversations',
  list: (platform, { parent }) => platform.conversations.listInOrganization(parent.id),
  everyRun: false,
  ...conversationMeaning,
})
