import { digestOf } from '../model/digest.ts'
import type { InviteLink } from '../platform/operations/invites.ts'
import type { Organization } from '../platform/operations/organizations.ts'
import { doing } from './causing-actions.ts'
import { JOINING } from './controls.ts'
import type { Published } from './field-path.ts'
import { listed } from './resource.ts'

declare module '../model/resource.ts' {
  interface Kinds {
    'link-invite': Kept<
      InviteLink,
      | Published<'InviteLinkToOrganization' | 'InviteLinkToSpace' | 'InviteLinkToCollection'>
      | 'urls'
      | 'target'
      | 'target.role'
      | 'target.level'
      // No description has these; they are no difference where a service does.
      | 'createdAt'
      | 'createdBy'
      | 'organization'
    >
  }
}

const ID_LENGTH = 16

/** What a link is called here; `id`: the platform's. */
export function linkInviteName(id: string): string {
  return digestOf(id).slice(0, ID_LENGTH)
}

/** Whoever has the platform's id of a link gets in, so that it is named by a digest of that. */
export const linkInvite = listed<'link-invite', Organization>({
  kind: 'link-invite',
  parent: 'organization',
  forAuditors: true,
  doc: 'A link that lets in whoever has it. The link itself is kept and never shown.',
  api: '4.12',
  needs: 'listOrganizationInviteLinks',
  list: (platform, { parent }) => platform.invites.listLinks(parent.id),
  absence: {
    isGone: async (platform, missing, { parent }) =>
      (await platform.invites.findLink(parent.id, String(missing.stored().id))) === null,
  },
  id: item => linkInviteName(item.id),
  label: ({ role, level }) => `as ${role ?? level ?? 'guest'}`,
  volatile: ['**.urls', '**.permissions', 'redundant'],
  embedded: ['space', 'collection'],
  references: { space: ['space', 'space.id'], collection: ['collection', 'collection.id'] },
  secret: ['id', 'urls'],
  // Older services say it of what the link leads to.
  role: ['role', 'level', 'target.role', 'target.level'],
  audit: {
    added: 'medium',
    removed: 'low',
    fields: { role: 'high', level: 'high' },
    others: 'info',
    controls: JOINING,
  },
  causes: {
    added: doing('createOrganizationInvite'),
    modified: doing('updateOrganizationInviteById'),
    removed: doing('deleteOrganizationInviteById'),
  },
  restore: { fidelity: 'part', note: 'role and target; the link is a new one' },
})
