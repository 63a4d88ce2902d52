import type { AgentInstructions, Organization } from '../platform/operations/organizations.ts'
import { doing } from './causing-actions.ts'
import { CHANGES } from './controls.ts'
import { DOCUMENT_NOISE } from './document-noise.ts'
import type { Published } from './field-path.ts'
import { listed } from './resource.ts'

declare module '../model/resource.ts' {
  interface Kinds {
    'agent-instructions': Kept<AgentInstructions, Published<'OrganizationAgentInstructions'>>
  }
}

export const agentInstructions = listed<'agent-instructions', Organization>({
  kind: 'agent-instructions',
  parent: 'organization',
  doc: 'What the assistants of the organization are told, as a document.',
  api: '2.16',
  needs: 'getOrganizationAgentInstructions',
  async *list(platform, { parent }) {
    yield await platform.organizations.agentInstructions(parent.id)
  },
  absence: 'listed',
  id: () => 'instructions',
  label: () => 'instructions',
  volatile: ['**.urls', '**.permissions', ...DOCUMENT_NOISE, 'updatedAt', 'updatedBy'],
  references: {},
  audit: { added: 'low', removed: 'low', fields: { instructions: 'low' }, controls: CHANGES },
  causes: {
    added: doing('updateOrganizationAgentInstructions'),
    modified: doing('updateOrganizationAgentInstructions'),
  },
  restore: { fidelity: 'full', note: 'where the service has them' },
})
