import type { AgentConversation } from '../platform/operations/conversations.ts'
import type { Organization } from '../platform/operations/organizations.ts'
import { listed } from './resource.ts'

export const agentConversation = listed<AgentConversation, Organization>({
  kind: 'agent-conversation',
  parent: 'organization',
  doc: 'That somebody worked with the agent: title and dates. No operation gives what was said.',
  api: '2.16',
  needs: 'listOrganizationAgentConversations',
  list: (platform, { parent }) => platform.conversations.listInOrganization(parent.id),
  everyRun: false,
  // No operation asks for a single one.
  mayBeEmpty: () => false,
  believedTwice: true,
  id: item => item.id,
  label: item => item.title ?? item.id,
  volatile: ['**.urls', 'updatedAt'],
  references: {},
  audit: null,
  restore: { fidelity: 'no', note: 'archive only: what was said cannot be read' },
})
