/** A service in which every path of the document leads somewhere: one of everything, and its id by the path's name. */
import { z } from 'zod'
import { readOperations } from '../../../scripts/docs/operations.ts'
import type { EmulatorOptions } from '../../../src/emulator/options.ts'
import { all, present, type Service, startService } from './service.ts'

/** By the name that the parameter has in the path. */
export type Ids = Readonly<Record<string, string>>

export interface Furnished extends Service {
  ids: Ids
}

export async function startFurnished(options: EmulatorOptions = {}): Promise<Furnished> {
  const service = await startService(options)
  const ids = {
    ...(await contentIds(service)),
    ...(await discussionIds(service)),
    ...(await siteIds(service)),
    ...(await companyIds(service)),
  }
  return { ...service, ids }
}

async function contentIds({ platform, space, page }: Service): Promise<Ids> {
  const files = await all(platform.content.listFiles(space))
  return {
    spaceId: space,
    pageId: (await page('Welcome')).id,
    fileId: present(files.find(one => one.name === 'logo.png')).id,
  }
}

/** Each comment has two replies, and there are two of everything that is listed. */
async function discussionIds({ platform, space }: Service): Promise<Ids> {
  const body = { markdown: 'Why?' }
  await platform.comments.create(space, { body })
  const comment = await platform.comments.create(space, { body })
  await platform.comments.createReply(space, comment.id, { body })
  const reply = await platform.comments.createReply(space, comment.id, { body })
  await platform.changeRequests.update(space, (await platform.changeRequests.create(space)).id, {
    status: 'open',
  })
  const draft = await platform.changeRequests.create(space, { subject: 'Draft' })
  await platform.changeRequests.update(space, draft.id, { status: 'open' })
  const comments = platform.changeRequestComments
  await comments.create(space, draft.id, { body })
  const inDraft = await comments.create(space, draft.id, { body })
  const replies = comments.replies(space, draft.id, inDraft.id)
  await replies.create({ body })
  const replyInDraft = await replies.create({ body })
  return {
    changeRequestId: draft.id,
    commentId: comment.id,
    commentReplyId: reply.id,
    'changeRequest.commentId': inDraft.id,
    'changeRequest.commentReplyId': replyInDraft.id,
  }
}

async function siteIds({ platform, organization, space, secondSpace }: Service): Promise<Ids> {
  const site = (await platform.sites.create(organization, { title: 'Manual' })).id
  const section = await platform.siteSections.create(organization, site, { spaceId: space, title: 'One' })
  const other = await platform.siteSections.create(organization, site, {
    spaceId: secondSpace,
    title: 'Two',
  })
  await platform.siteSectionGroups.create(organization, site, { title: 'First' })
  const sections = [section.id]
  const group = await platform.siteSectionGroups.create(organization, site, { title: 'Group', sections })
  await platform.shareLinks.create(organization, site, { name: 'One' })
  const link = await platform.shareLinks.create(organization, site, { name: 'Two' })
  return {
    siteId: site,
    siteSectionId: section.id,
    siteSectionGroupId: group.id,
    siteSpaceId: present(section.siteSpaces?.[0]).id,
    'other.siteSectionId': other.id,
    'other.siteSpaceId': present(other.siteSpaces?.[0]).id,
    shareLinkId: link.id,
  }
}

async function addTranslation({ platform, organization, secondSpace }: Service): Promise<string> {
  const source = { space: secondSpace, language: 'en' }
  return (await platform.translations.create(organization, { source, language: 'ja' })).id
}

async function companyIds(service: Service): Promise<Ids> {
  const { platform, organization, secondSpace, call } = service
  const [shelf] = await all(platform.collections.list(organization))
  await platform.spaces.move(secondSpace, { parent: present(shelf).id })
  const members = await all(platform.members.list(organization))
  const someone = present(members.at(-1)).id
  await platform.teams.create(organization, { title: 'First', members: [someone] })
  const team = await platform.teams.create(organization, { title: 'Second', members: [someone] })
  const saml = { label: 'Login', entityID: 'e', ssoURL: 'https://login.example/sso', certificate: 'MIID' }
  await platform.saml.create(organization, saml)
  const [spec] = await all(platform.openapi.list(organization))
  await platform.openapi.put(organization, present(spec).slug, { source: { text: '{"openapi":"3.1.0"}' } })
  const publication = {
    title: 'Name',
    description: 'Text',
    script: 's',
    organization,
    visibility: 'public',
    scopes: [],
  }
  for (const name of ['first', 'second']) await platform.integrations.publish(name, publication)
  const installed = await call('POST', '/v1/integrations/second/installations', { body: { organization } })
  return {
    organizationId: organization,
    collectionId: present(shelf).id,
    userId: someone,
    teamId: team.id,
    samlProviderId: (await platform.saml.create(organization, saml)).id,
    specSlug: present(spec).slug,
    versionId: present((await all(platform.openapi.listVersions(organization, present(spec).slug)))[0]).id,
    translationSettingsId: await addTranslation(service),
    integrationName: 'second',
    installationId: z.looseObject({ id: z.string() }).parse(installed.json).id,
    inviteId: (await platform.invites.createLink(organization, { role: 'read' })).id,
    emailDomain: 'acme.example',
  }
}

/** The path of an operation below the root; `replaced` puts other ids in the place of the good ones. */
export function pathOf(operation: string, ids: Ids, replaced: Ids = {}): string {
  const template = present(readOperations().find(one => one.name === operation)).path
  const inDraft = template.includes('{changeRequestId}') ? 'changeRequest.' : ''
  return template.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(replaced[name] ?? ids[inDraft + name] ?? present(ids[name])),
  )
}
