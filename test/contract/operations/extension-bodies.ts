/** A good body for extensions that take one, for those that the fuzz run is to get far with. */
import type { Body, Places } from './bodies.ts'

const grant = ({ ids }: Places) => ({ role: 'edit', users: [ids.userId], teams: [ids.teamId] })
const role = () => ({ role: 'read' })
const destination = (ids: Places['ids']) => ({ kind: 'site-section', siteSectionId: ids.siteSectionId })

export const extensionBodies: Readonly<Record<string, (places: Places) => Body>> = {
  createOrganization: () => ({ title: 'Another' }),
  updateOrganizationAgentInstructions: () => ({ instructions: { object: 'document', data: {}, nodes: [] } }),
  createSpace: ({ ids }) => ({ title: 'Title', parent: ids.collectionId }),
  createSite: ({ ids }) => ({ title: 'Title', spaces: [ids.spaceId] }),
  updateSiteById: ({ ids }) => ({
    title: 'Title',
    visibility: 'share-link',
    defaultSiteSection: ids.siteSectionId,
  }),
  sortSiteStructure: ({ ids }) => ({
    item: { type: 'site-section-group', id: ids.siteSectionGroupId },
    position: { before: { type: 'site-section', id: ids['other.siteSectionId'] } },
  }),
  updateSiteCustomizationById: () => ({ styling: { theme: 'bold' } }),
  overrideSiteSpaceCustomizationById: () => ({ title: 'Title' }),
  createSiteRedirect: ({ ids }) => ({ source: '/from', destination: destination(ids) }),
  updateSiteRedirectById: () => ({ source: '/elsewhere' }),
  bulkUpsertSiteRedirects: ({ ids }) => ({ redirects: [{ source: '/more', destination: destination(ids) }] }),
  createSiteMcpServer: () => ({ name: 'Name', url: 'https://mcp.example/' }),
  updateSiteMcpServerById: () => ({ name: 'Name' }),
  inviteToSpace: grant,
  inviteToCollection: grant,
  inviteToSite: grant,
  updateUserPermissionInSpace: role,
  updateTeamPermissionInSpace: role,
  updateUserPermissionInCollection: role,
  updateTeamPermissionInCollection: role,
  updateUserPermissionInSite: role,
  updateTeamPermissionInSite: role,
  inviteUsersToOrganization: () => ({ emails: ['new@acme.example'], role: 'read' }),
  createOrganizationInvite: role,
  updateOrganizationInviteById: role,
  installIntegration: ({ ids }) => ({ organization: ids.organizationId }),
  installIntegrationOnSpace: ({ ids }) => ({ space: ids.spaceId }),
  installIntegrationOnSite: ({ ids }) => ({ site: ids.siteId }),
  updateIntegrationInstallation: () => ({ externalIds: ['theirs'] }),
  updateOpenAPISpecBySlug: () => ({ visibility: 'public' }),
  updateCommentReplyInChangeRequest: () => ({ body: { markdown: 'Because.' } }),
  updateChangeRequestContent: ({ ids }) => ({
    changes: [{ operation: 'update_page', page: ids.pageId, title: 'Renamed' }],
  }),
}
