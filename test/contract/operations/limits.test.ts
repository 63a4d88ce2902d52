import { expect, test } from 'vitest'
import { readOperations } from '../../../scripts/docs/operations.ts'
import { bodies } from './bodies.ts'
import { type Furnished, pathOf, startFurnished } from './furnished.ts'
import { expectRefusal } from './refusal.ts'
import { present } from './service.ts'

/** A length that is allowed from `min` to `max`. */
interface Limit {
  operation: string
  field: string
  min: number
  max: number
  /** Text of a length that is good but for the length. */
  make?: (length: number) => string
}

const letters = (length: number) => 'a'.repeat(length)
const address = (length: number) => `https://example.com/${letters(length - 20)}`
const both = (operations: readonly string[], limit: Omit<Limit, 'operation'>): Limit[] =>
  operations.map(operation => ({ operation, ...limit }))

/** Section 8 of docs/development/platform.md#sections. A minimum of 0 is none. */
const limits: readonly Limit[] = [
  ...both(['updateSpaceById'], { field: 'title', min: 0, max: 50 }),
  ...both(['updateSpaceById'], { field: 'emoji', min: 0, max: 50 }),
  ...both(['createCollection', 'updateCollectionById'], { field: 'title', min: 0, max: 50 }),
  ...both(['updateCollectionById'], { field: 'description', min: 0, max: 100 }),
  ...both(['createChangeRequest', 'updateChangeRequestById'], { field: 'subject', min: 0, max: 100 }),
  ...both(['addSectionGroupToSite', 'updateSiteSectionGroupById'], { field: 'title', min: 1, max: 100 }),
  ...both(['addSectionToSite', 'updateSiteSectionById'], { field: 'title', min: 2, max: 128 }),
  ...both(['updateSiteSectionById'], { field: 'description', min: 0, max: 256 }),
  ...both(['updateSiteSectionById', 'updateSiteSpaceById'], { field: 'path', min: 1, max: 100 }),
  ...both(['updateSiteSectionById', 'updateSiteSpaceById'], {
    field: 'condition',
    min: 1,
    max: 1024,
  }),
  ...both(['addSectionGroupToSite', 'updateSiteSectionGroupById'], { field: 'icon', min: 0, max: 50 }),
  ...both(['addSectionToSite', 'updateSiteSectionById'], { field: 'icon', min: 0, max: 50 }),
  ...both(['createSiteShareLink', 'updateSiteShareLinkById'], { field: 'name', min: 0, max: 50 }),
  ...both(['createOrganizationTeam', 'updateTeamInOrganizationById'], { field: 'title', min: 1, max: 64 }),
  ...both(['createOrganizationSAMLProvider', 'updateOrganizationSAMLProvider'], {
    field: 'label',
    min: 1,
    max: 30,
  }),
  ...both(['createOrganizationSAMLProvider', 'updateOrganizationSAMLProvider'], {
    field: 'entityID',
    min: 0,
    max: 1024,
  }),
  ...both(['createOrganizationSAMLProvider', 'updateOrganizationSAMLProvider'], {
    field: 'certificate',
    min: 0,
    max: 10_000,
  }),
  ...both(['createOrganizationSAMLProvider', 'updateOrganizationSAMLProvider'], {
    field: 'ssoURL',
    min: 0,
    max: 2048,
    make: address,
  }),
  ...both(['updateOrganizationById'], { field: 'title', min: 2, max: 255 }),
  ...both(['updateOrganizationById'], { field: 'hostname', min: 3, max: 32 }),
  ...both(['updateOrganizationById'], { field: 'logo', min: 0, max: 2048, make: address }),
  ...both(['createOpenAPISpec'], { field: 'slug', min: 1, max: 100 }),
  ...both(['publishIntegration'], { field: 'title', min: 2, max: 30 }),
  ...both(['publishIntegration'], { field: 'description', min: 0, max: 100 }),
  ...both(['publishIntegration'], { field: 'summary', min: 0, max: 2048 }),
]

test.each(limits)('$operation takes $field from $min to $max characters', async limit => {
  const { operation, field, min, max, make = letters } = limit
  const service = await startFurnished()
  const send = (length: number) => messageOf(service, operation, { [field]: make(length) })
  for (const length of [max, max - 1, ...(min > 0 ? [min] : [])]) {
    const { status, text } = await service.send(send(length))
    expect(status, text).toBeLessThan(300)
  }
  for (const length of [max + 1, max * 3, ...(min > 0 ? [min - 1] : [])]) {
    expect(await expectRefusal(service, send(length), 400)).toContain(field)
  }
})

/** One value after the other: what is not of the list. */
test.each([
  ['updateSpaceById', 'editMode', 'frozen'],
  ['updateSpaceById', 'defaultLevel', 'owner'],
  ['updateCollectionById', 'defaultLevel', 'owner'],
  ['updateMemberInOrganizationById', 'role', 'owner'],
  ['updateOrganizationById', 'defaultRole', 'owner'],
  ['createOrganizationSAMLProvider', 'defaultRole', 'owner'],
  ['addMemberToOrganizationTeamById', 'role', 'admin'],
  ['updateChangeRequestById', 'status', 'merged'],
  ['updateChangeRequestById', 'status', 'closed'],
  ['importContent', 'source', 'carrier-pigeon'],
  ['importContentInChangeRequest', 'source', 'carrier-pigeon'],
  ['publishIntegration', 'visibility', 'secret'],
  ['publishIntegration', 'target', 'moon'],
  ['publishIntegration', 'runtime', 'v9'],
  ['publishIntegration', 'scopes', ['everything']],
  ['publishIntegration', 'categories', ['everything']],
  ['publishIntegration', 'previewImages', ['a', 'b', 'c', 'd']],
  ['createOpenAPISpec', 'slug', 'Upper-Case'],
  ['createOpenAPISpec', 'slug', 'two--dashes'],
  ['createOpenAPISpec', 'source', {}],
  ['createOpenAPISpec', 'source', { url: address(2049) }],
  ['createOrUpdateOpenAPISpecBySlug', 'source', { text: '' }],
  ['updateOrganizationById', 'hostname', '-dash-'],
  ['importContent', 'url', 'no address'],
  ['createOrganizationSAMLProvider', 'ssoURL', 'no address'],
])('%s refuses %s of %j', async (operation, field, value) => {
  const service = await startFurnished()
  expect(await expectRefusal(service, messageOf(service, operation, { [field]: value }), 400)).toContain(
    field,
  )
})

test.each(
  [
    'postCommentInSpace body',
    'postCommentReplyInSpace body',
    'postCommentInChangeRequest body',
    'postCommentReplyInChangeRequest body',
    'transferCollection organization',
    'transferSpace organization',
    'addSectionGroupToSite title',
    'addSectionToGroup sectionId',
    'addSectionToSite spaceId',
    'addSpaceToSite spaceId',
    'createSiteShareLink name',
    'importContent url',
    'importContent source',
    'importContentInChangeRequest url',
    'importContentInChangeRequest source',
    'createOrganizationTeam title',
    'updateTeamInOrganizationById title',
    'createOrganizationSAMLProvider label',
    'createOpenAPISpec slug',
    'createOpenAPISpec source',
    'createOrUpdateOpenAPISpecBySlug source',
    'createTranslation source',
    'createTranslation language',
    'updateTranslation instructions',
    'publishIntegration title',
    'publishIntegration description',
    'publishIntegration script',
    'publishIntegration organization',
  ].map(text => text.split(' ')),
)('%s requires %s', async (operation = '', field = '') => {
  const service = await startFurnished()
  const { [field]: _, ...body } = present(bodies[operation])(service)
  const message = messageOf(service, operation)
  expect(await expectRefusal(service, { ...message, body }, 400)).toContain(field)
})

test('limit goes to 1000, and below 0 or past that is refused', async () => {
  const service = await startFurnished()
  const path = `/v1/orgs/${service.organization}/members`
  for (const limit of ['0', '1', '999', '1000']) {
    expect((await service.send({ method: 'GET', path: `${path}?limit=${limit}` })).status).toBe(200)
  }
  for (const limit of ['1001', '-1', 'ten', '1.5']) {
    const message = await expectRefusal(service, { method: 'GET', path: `${path}?limit=${limit}` }, 400)
    expect(message).toContain('limit')
  }
})

test.each(['spaces/SPACE', 'orgs/ORG'])('search in %s takes a query of 1 to 512 characters', async place => {
  const service = await startFurnished()
  const base = `/v1/${place.replace('SPACE', service.space).replace('ORG', service.organization)}/search`
  const get = (query: string) => ({ method: 'GET', path: base + query })
  for (const length of [1, 511, 512]) {
    expect((await service.send(get(`?query=${letters(length)}`))).status).toBe(200)
  }
  for (const query of [`?query=${letters(513)}`, '?query=', '']) {
    expect(await expectRefusal(service, get(query), 400)).toContain('query')
  }
})

test.each([
  ['listCommentsInSpace', 'order=up'],
  ['listCommentsInSpace', 'status=closed'],
  ['listCommentsInSpace', 'format=pdf'],
  ['listCommentsInChangeRequest', 'status=closed'],
  ['getCommentInSpace', 'format=pdf'],
  ['listCollectionsInOrganizationById', 'nested=perhaps'],
  ['listSpaceLinks', 'status=good'],
  ['listPageLinksInSpace', 'status=good'],
  ['listSiteSpaces', 'default=perhaps'],
  ['listChangeRequestsForSpace', 'status=all'],
  ['getChangeRequestPDF', 'only=perhaps'],
  ['getCurrentRevision', 'computed=perhaps'],
  ['getCurrentRevision', 'metadata=perhaps'],
  ['getPageById', 'format=pdf'],
  ['getPageById', 'evaluated=perhaps'],
  ['listMembersInOrganizationById', 'sort=name'],
  ['listMembersInOrganizationById', 'role=owner'],
  ['listMembersInOrganizationById', 'order=up'],
  ['listSpacesForOrganizationMember', 'order=up'],
  ['listIntegrations', 'category=everything'],
  ['listIntegrations', 'target=moon'],
  ['listIntegrations', 'scope=everything'],
  ['listIntegrations', 'blocks=perhaps'],
  ['listIntegrations', 'contentSources=perhaps'],
  ['listIntegrations', `blockDomain=${letters(101)}`],
  ['listIntegrations', 'blockDomain=a/b'],
  ['listCommentsInSpace', 'page=no-cursor'],
])('%s refuses ?%s', async (operation, query) => {
  const service = await startFurnished()
  const path = `${pathOf(operation, service.ids)}?${query}`
  expect(await expectRefusal(service, { method: 'GET', path }, 400)).toContain(query.split('=')[0])
})

function messageOf(service: Furnished, operation: string, change: Readonly<Record<string, unknown>> = {}) {
  const { method } = present(readOperations().find(one => one.name === operation))
  const body = { ...present(bodies[operation])(service), ...change }
  return { method, path: pathOf(operation, service.ids), body }
}
