/** Where the things of a snapshot are: the path of an operation for each of them. */
import { recordOf, textOf } from '../../../src/model/fields.ts'
import type { StoredResource, Vault } from '../../../src/vault/vault.ts'
import type { Company } from '../company.ts'

/** By the name that a path gives to an id. Kinds that stand in a draft are called otherwise there. */
const KINDS: Readonly<Record<string, string>> = {
  spaceId: 'space',
  collectionId: 'collection',
  siteId: 'site',
  siteSectionId: 'site-section',
  siteSpaceId: 'site-space',
  siteSectionGroupId: 'site-section-group',
  siteExternalLinkId: 'site-external-link',
  siteMcpServerId: 'site-mcp-server',
  siteRedirectId: 'site-redirect',
  shareLinkId: 'share-link',
  teamId: 'team',
  userId: 'member',
  changeRequestId: 'change-request',
  commentId: 'comment',
  commentReplyId: 'comment-reply',
  specSlug: 'openapi-spec',
  inviteId: 'link-invite',
  samlProviderId: 'saml-provider',
  translationId: 'translation-settings',
  installationId: 'installation',
  integrationName: 'integration',
  siteChannelId: 'site-channel',
  siteContextConnectionId: 'context-connection',
  siteFindingId: 'site-finding',
  siteTopicId: 'site-topic',
}
const IN_DRAFT: Readonly<Record<string, string>> = {
  comment: 'change-request-comment',
  'comment-reply': 'change-request-reply',
}
const MOST = 12

/** Some of the paths below the root that lead somewhere; none where the company has no such thing. */
export function placesOf({ emulator, vault }: Company, template: string): string[] {
  const snapshot = vault()
  const names = [...template.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
  const rows = new Map([...snapshot.resources(1)].map(row => [row.key, row]))
  const last = names.findLast(name => name !== 'organizationId')
  const ends =
    last === undefined ? [null] : [...rows.values()].filter(row => row.kind === endKind(template, last))
  return ends.slice(0, MOST).map(end => {
    const above = aboveOf(rows, end)
    const idOf = (name: string): string => {
      if (name === 'organizationId') return emulator.organization
      if (name === last && end !== null) return nameOf(snapshot, name, end)
      const row =
        above.find(row => row.kind === kindOf(template, name)) ?? mentioned(snapshot, rows, end, name)
      return row === undefined ? 'none' : nameOf(snapshot, name, row)
    }
    return template.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(idOf(name)))
  })
}

/** What joins two things is called by the id of the second. */
function endKind(template: string, last: string): string {
  const [, place, who] =
    /^.*\/(space|collection|site)s\/\{\w+\}\/permissions\/(user|team)s\//.exec(template) ?? []
  if (who !== undefined) return `${place}-${who}-grant`
  const [, installed] = /\/installations\/\{\w+\}\/(space|site)s\//.exec(template) ?? []
  return installed === undefined ? kindOf(template, last) : `installation-${installed}`
}

function kindOf(template: string, name: string): string {
  const kind = KINDS[name] ?? ''
  return template.includes('{changeRequestId}') ? (IN_DRAFT[kind] ?? kind) : kind
}

function aboveOf(rows: ReadonlyMap<number, StoredResource>, end: StoredResource | null): StoredResource[] {
  const found: StoredResource[] = []
  for (let row = end; row !== null; row = row.parent === null ? null : (rows.get(row.parent) ?? null))
    found.push(row)
  return found
}

/** An integration stands beside its installations: they name it. */
function mentioned(
  vault: Vault,
  rows: ReadonlyMap<number, StoredResource>,
  end: StoredResource | null,
  name: string,
): StoredResource | undefined {
  const said = end === null ? undefined : recordOf(vault.readJson(end))?.[name.replace(/Id$|Name$/, '')]
  return [...rows.values()].find(
    row => row.kind === KINDS[name] && (typeof said !== 'string' || row.id === said),
  )
}

/** Some are called by a name of theirs, and an invitation by its secret, which is no part of its id here. */
function nameOf(vault: Vault, name: string, row: StoredResource): string {
  const json = recordOf(vault.readJson(row))
  const field = { specSlug: 'slug', inviteId: 'id' }[name]
  return field === undefined ? row.id : (textOf(json?.[field]) ?? row.id)
}
