/** A good body for every operation of the document that takes one, with every field that it knows. */
import type { Ids } from './furnished.ts'

export interface Places {
  ids: Ids
  otherOrganization: string
  secondSpace: string
}

export type Body = Readonly<Record<string, unknown>>

const text = '{"openapi":"3.1.0","info":{"title":"A","version":"1"},"paths":{}}'
const remark = { body: { markdown: 'Because.' } }
const remarkChange = { ...remark, addedReactions: ['👍'], removedReactions: ['🎉'] }
const comment = ({ ids }: Places) => ({ ...remark, page: ids.pageId })
const source = { url: 'http://127.0.0.1:9/a.md', source: 'markdown' }
const nextToSpace = ({ secondSpace }: Places) => ({
  parent: null,
  position: { before: { type: 'space', space: secondSpace } },
})

/** What it makes is imaginary: an import fails to fetch its source. */
export const bodies: Readonly<Record<string, (places: Places) => Body>> = {
  postCommentInSpace: comment,
  updateCommentInSpace: () => ({ ...remarkChange, resolved: true }),
  postCommentReplyInSpace: () => remark,
  updateCommentReplyInSpace: () => remarkChange,
  postCommentInChangeRequest: comment,
  updateCommentInChangeRequest: () => ({ ...remarkChange, resolved: true }),
  postCommentReplyInChangeRequest: () => remark,
  updateCollectionById: () => ({ title: 'Title', description: 'Text', defaultLevel: 'read' }),
  moveCollection: nextToSpace,
  transferCollection: ({ otherOrganization }) => ({ organization: otherOrganization }),
  createCollection: ({ ids }) => ({ title: 'Title', parent: ids.collectionId }),
  updateSpaceById: () => ({ title: 'Title', emoji: '🚀', editMode: 'live', defaultLevel: 'read' }),
  moveSpace: nextToSpace,
  transferSpace: ({ otherOrganization }) => ({ organization: otherOrganization }),
  addSectionGroupToSite: ({ ids }) => ({ title: 'Title', icon: 'book', sections: [ids.siteSectionId] }),
  updateSiteSectionGroupById: () => ({ title: 'Title', icon: 'book' }),
  addSectionToGroup: ({ ids }) => ({ sectionId: ids.siteSectionId }),
  moveSiteSectionGroup: ({ ids }) => ({
    position: { after: { type: 'site-section', id: ids['other.siteSectionId'] } },
  }),
  addSectionToSite: ({ ids }) => ({ spaceId: ids.spaceId, title: 'Title', icon: 'book' }),
  updateSiteSectionById: () => ({
    title: 'Title',
    path: 'path',
    condition: 'true',
    icon: 'book',
    description: 'Text',
  }),
  moveSiteSection: ({ ids }) => ({
    position: { after: { type: 'site-section', siteSection: ids['other.siteSectionId'] } },
  }),
  addSpaceToSite: ({ ids }) => ({ spaceId: ids.spaceId, sectionId: ids.siteSectionId }),
  updateSiteSpaceById: ({ ids }) => ({ path: 'path', condition: 'true', spaceId: ids.spaceId }),
  moveSiteSpace: ({ ids }) => ({
    position: { after: { type: 'site-space', siteSpace: ids['other.siteSpaceId'] } },
  }),
  createSiteShareLink: () => ({ name: 'Name' }),
  updateSiteShareLinkById: () => ({ active: true, name: 'Name' }),
  createChangeRequest: () => ({ subject: 'Subject' }),
  updateChangeRequestById: () => ({ subject: 'Subject', status: 'open' }),
  importContentInChangeRequest: () => source,
  importContent: () => source,
  updateOrganizationById: () => ({
    title: 'Title',
    emailDomains: ['a.example'],
    hostname: 'a-hostname',
    defaultRole: 'read',
    defaultContent: null,
    logo: 'https://example.com/logo.png',
    sso: false,
    ai: false,
    inviteLinks: true,
  }),
  updateMemberInOrganizationById: () => ({ role: 'read' }),
  createOrganizationTeam: ({ ids }) => ({ title: 'Title', members: [ids.userId] }),
  updateTeamInOrganizationById: () => ({ title: 'Title' }),
  updateMembersInOrganizationTeam: ({ ids }) => ({
    add: [ids.userId],
    remove: [],
    memberships: { [String(ids.userId)]: { role: 'owner' } },
  }),
  addMemberToOrganizationTeamById: () => ({ role: 'owner' }),
  createOrganizationSAMLProvider: ({ ids }) => ({
    label: 'Label',
    entityID: 'entity',
    certificate: 'MIID',
    ssoURL: 'https://login.example/sso',
    defaultTeam: ids.teamId,
    defaultRole: 'read',
  }),
  updateOrganizationSAMLProvider: ({ ids }) => ({
    label: 'Label',
    entityID: 'entity',
    certificate: 'MIID',
    ssoURL: 'https://login.example/sso',
    defaultTeam: ids.teamId,
    defaultRole: 'read',
  }),
  createOpenAPISpec: () => ({ slug: 'a-slug', source: { text } }),
  createOrUpdateOpenAPISpecBySlug: () => ({ source: { text } }),
  createTranslation: ({ ids }) => ({
    source: { space: ids.spaceId, language: 'en' },
    language: 'fr',
    instructions: { object: 'document', data: {}, nodes: [] },
  }),
  updateTranslation: () => ({ instructions: { object: 'document', data: {}, nodes: [] } }),
  publishIntegration: ({ ids }) => ({
    runtime: 'v1',
    icon: 'aWNvbg==',
    title: 'Title',
    description: 'Text',
    summary: 'Text',
    previewImages: ['aW1hZ2U='],
    visibility: 'public',
    target: 'space',
    scopes: ['space:content:read'],
    categories: ['content'],
    blocks: [{ id: 'one', title: 'One' }],
    contentSources: [],
    externalLinks: [{ url: 'https://example.com/', label: 'Home' }],
    configurations: { account: { properties: { key: { type: 'string' } }, required: ['key'] } },
    script: 'export default {}',
    organization: ids.organizationId,
    secrets: { key: 'value' },
    contentSecurityPolicy: "default-src 'none'",
  }),
}
