/** What holds whatever was done to a service: counts equal lists, ids lead somewhere, revisions form a graph. */
import { z } from 'zod'

const one = z.looseObject({ id: z.string() })
const grants = z.object({
  users: z.record(z.string(), z.unknown()),
  teams: z.record(z.string(), z.unknown()),
})
const comment = one.extend({
  status: z.string(),
  replies: z.int(),
  discussion: z.array(one),
  reactions: z.array(z.object({ emoji: z.string(), count: z.int(), users: z.array(z.unknown()) })),
})
const draft = one.extend({
  number: z.int(),
  status: z.string(),
  revision: z.string(),
  revisionInitial: z.string(),
  revisionMergedAncestor: z.string().optional(),
  revisionMerged: z.string().optional(),
  comments: z.int(),
  discussion: z.array(comment),
})
const space = one.extend({
  organization: z.string(),
  parent: z.string().optional(),
  visibility: z.string(),
  revision: z.string(),
  revisions: z.array(z.string()),
  content: z.looseObject({ id: z.string(), parents: z.array(z.string()) }),
  comments: z.int(),
  changeRequests: z.int(),
  changeRequestsOpen: z.int(),
  changeRequestsDraft: z.int(),
  discussion: z.array(comment),
  drafts: z.array(draft),
  grants,
})
const siteSpace = one.extend({ section: z.string().optional(), default: z.boolean(), space: one })
const section = one.extend({
  object: z.literal('site-section'),
  sectionGroup: z.string().optional(),
  default: z.boolean(),
  siteSpaces: z.array(siteSpace),
})
const site = one.extend({
  siteSpaces: z.int(),
  structure: z.object({ type: z.string(), structure: z.array(z.looseObject({ object: z.string() })) }),
  grants,
})
const organization = one.extend({
  members: z.array(one.extend({ spaces: z.int(), teams: z.int() })),
  teams: z.array(one.extend({ members: z.int(), roles: z.record(z.string(), z.string()) })),
  specs: z.array(one.extend({ lastVersion: z.string().optional(), versions: z.array(one) })),
  samlProviders: z.array(one.extend({ defaultTeam: one.optional() })),
  sites: z.array(site),
  defaultContent: z.object({ site: z.string() }).nullish(),
})
const world = z.object({
  organizations: z.array(organization),
  collections: z.array(one.extend({ organization: z.string(), parent: z.string().optional(), grants })),
  spaces: z.array(space),
  integrations: z.array(
    z.looseObject({ owner: one, installations: z.array(z.looseObject({ target: z.looseObject({}) })) }),
  ),
})
type World = z.infer<typeof world>
type Space = z.infer<typeof space>
type Organization = z.infer<typeof organization>

/** What is broken, in words; empty when all is well. */
export function brokenIn(state: unknown): string[] {
  const all = world.parse(state)
  return [
    ...all.organizations.flatMap(organization => brokenInOrganization(all, organization)),
    ...all.collections.flatMap(({ id, organization, parent }) =>
      brokenPlace(all, `collection ${id}`, organization, parent),
    ),
    ...all.collections.flatMap(({ id }) => brokenChain(all, id)),
    ...all.spaces.flatMap(space => brokenInSpace(all, space)),
    ...all.integrations.flatMap(({ owner }) => brokenId('integration', owner.id, idsOf(all.organizations))),
  ]
}

function brokenInSpace(all: World, space: Space): string[] {
  const name = `space ${space.id}`
  const { discussion, drafts, revisions } = space
  const statuses = drafts.map(one => one.status)
  return [
    ...brokenPlace(all, name, space.organization, space.parent),
    ...brokenGrants(all, name, space.organization, space.grants),
    ...differs(`${name} content`, space.content.id, space.revision),
    ...brokenId(`${name} revision`, space.revision, revisions),
    ...space.content.parents.flatMap(id => brokenId(`${name} parent`, id, revisions)),
    ...differs(`${name} comments`, space.comments, openIn(discussion)),
    ...differs(`${name} changeRequests`, space.changeRequests, drafts.length),
    ...differs(`${name} open`, space.changeRequestsOpen, statuses.filter(one => one === 'open').length),
    ...differs(`${name} drafts`, space.changeRequestsDraft, statuses.filter(one => one === 'draft').length),
    ...differs(`${name} numbers`, new Set(drafts.map(one => one.number)).size, drafts.length),
    ...discussion.flatMap(brokenInComment),
    ...drafts.flatMap(draft => brokenInDraft(draft, revisions)),
  ]
}

function brokenInDraft(one: z.infer<typeof draft>, revisions: readonly string[]): string[] {
  const name = `change request ${one.id}`
  const named = [one.revision, one.revisionInitial, one.revisionMergedAncestor, one.revisionMerged]
  return [
    ...named.flatMap(id => (id === undefined ? [] : brokenId(name, id, revisions))),
    ...differs(`${name} merged`, one.revisionMerged !== undefined, one.status === 'merged'),
    ...differs(`${name} comments`, one.comments, openIn(one.discussion)),
    ...one.discussion.flatMap(brokenInComment),
  ]
}

function brokenInComment({ id, replies, discussion, reactions }: z.infer<typeof comment>): string[] {
  return [
    ...differs(`comment ${id} replies`, replies, discussion.length),
    ...reactions.flatMap(one => differs(`comment ${id} ${one.emoji}`, one.count, one.users.length)),
  ]
}

function brokenInOrganization(all: World, one: Organization): string[] {
  const { members, teams, specs, samlProviders, sites, defaultContent } = one
  const people = idsOf(members)
  return [
    ...teams.flatMap(({ id, roles }) =>
      Object.keys(roles).flatMap(who => brokenId(`team ${id}`, who, people)),
    ),
    ...teams.flatMap(team => differs(`team ${team.id}`, team.members, Object.keys(team.roles).length)),
    ...members.flatMap(({ id, teams: count }) =>
      differs(`member ${id} teams`, count, teams.filter(team => id in team.roles).length),
    ),
    ...specs.flatMap(({ id, lastVersion, versions }) =>
      lastVersion === undefined ? [] : brokenId(`spec ${id}`, lastVersion, idsOf(versions)),
    ),
    ...samlProviders.flatMap(({ id, defaultTeam }) =>
      defaultTeam === undefined ? [] : brokenId(`saml provider ${id}`, defaultTeam.id, idsOf(teams)),
    ),
    ...(defaultContent ? brokenId(`organization ${one.id}`, defaultContent.site, idsOf(sites)) : []),
    ...sites.flatMap(site => brokenInSite(all, one, site)),
  ]
}

function brokenInSite(all: World, { id: organization }: Organization, one: z.infer<typeof site>): string[] {
  const name = `site ${one.id}`
  const { sections, siteSpaces } = itemsOf(one)
  const mine = all.spaces.filter(space => space.organization === organization)
  const defaults = sections.filter(section => section.default).length
  return [
    ...brokenGrants(all, name, organization, one.grants),
    ...differs(`${name} siteSpaces`, one.siteSpaces, siteSpaces.length),
    ...siteSpaces.flatMap(siteSpace => brokenId(`${name} space`, siteSpace.space.id, idsOf(mine))),
    ...siteSpaces.flatMap(({ section }) =>
      section === undefined ? [] : brokenId(`${name} section`, section, idsOf(sections)),
    ),
    ...differs(`${name} default sections`, defaults, sections.length === 0 ? 0 : 1),
  ]
}

function itemsOf({ structure }: z.infer<typeof site>) {
  const group = z.looseObject({ object: z.literal('site-section-group'), sections: z.array(section) })
  const found = structure.structure.flatMap(item => {
    const asGroup = group.safeParse(item)
    return asGroup.success ? asGroup.data.sections : [item]
  })
  const sections = found.flatMap(item => section.safeParse(item).data ?? [])
  const atRoot = found.flatMap(item => (item.object === 'site-space' ? [siteSpace.parse(item)] : []))
  return { sections, siteSpaces: [...atRoot, ...sections.flatMap(one => one.siteSpaces)] }
}

function brokenPlace(all: World, name: string, organization: string, parent: string | undefined): string[] {
  const shelves = all.collections.filter(one => one.organization === organization)
  return [
    ...brokenId(`${name} organization`, organization, idsOf(all.organizations)),
    ...(parent === undefined ? [] : brokenId(`${name} parent`, parent, idsOf(shelves))),
  ]
}

/** No collection is inside itself. */
function brokenChain(all: World, id: string): string[] {
  const seen = new Set<string>()
  for (let next: string | undefined = id; next !== undefined; ) {
    if (seen.has(next)) return [`collection ${id} is inside itself`]
    seen.add(next)
    next = all.collections.find(one => one.id === next)?.parent
  }
  return []
}

function brokenGrants(all: World, name: string, owner: string, given: z.infer<typeof grants>): string[] {
  const teams = all.organizations.find(one => one.id === owner)?.teams ?? []
  return Object.keys(given.teams).flatMap(id => brokenId(`${name} grant`, id, idsOf(teams)))
}

function openIn(comments: readonly { status: string }[]): number {
  return comments.filter(one => one.status === 'open').length
}

function idsOf(items: readonly { id: string }[]): string[] {
  return items.map(item => item.id)
}

function brokenId(name: string, id: string, known: readonly string[]): string[] {
  return known.includes(id) ? [] : [`${name} names ${id}, which is not there`]
}

function differs(name: string, told: unknown, is: unknown): string[] {
  return told === is ? [] : [`${name}: ${String(told)} is told, ${String(is)} is so`]
}
