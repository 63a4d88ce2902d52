/** What every conversation with the agent has in common, wherever it was held. */
import type { AgentConversation } from '../platform/operations/conversations.ts'

export const conversationMeaning = {
  // No operation asks for a single one.
  absence: 'agreed',
  id: (item: AgentConversation) => item.id,
  label: (item: AgentConversation) => item.title ?? item.id,
  volatile: ['**.urls', 'updatedAt'],
  references: {},
  audit: null,
  restore: { fidelity: 'no', note: 'archive only: what was said cannot be read' },
} as const
