/**
 * What a service may lose of all that is written to it, one thing each, and what a drill has to name then. Where it
 * names nothing, the plan says it before: by what the profile shows, or has no way to write.
 */
import type { Profile } from '../../src/verify/snapshot-profile.ts'
import type { Losing } from './lossy-proxy.ts'

export interface ServiceLoss {
  losing: Losing
  named: RegExp
  /** Where no drill can tell: what it says of what is lost in any case, or null where the profile has nothing of it. */
  declared?: Readonly<Partial<Record<Profile, RegExp | null>>>
}

type Fields = Readonly<Record<string, unknown>>

const ofPages = (change: (page: Fields) => unknown): Losing => ({
  json: one => (typeof one.title === 'string' && one.type === 'document' ? change(one) : one),
})
const without = (fields: Fields, ...names: string[]): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([key]) => !names.includes(key)))
const withoutField = (name: string): Losing => ofPages(page => without(page, name))
const emptied = (path: RegExp): Losing => ({
  path,
  json: one => (Array.isArray(one.items) ? { ...one, items: [], count: 0 } : one),
})
const targetOf = ({ target }: Fields): Fields =>
  typeof target === 'object' && target !== null ? Object.fromEntries(Object.entries(target)) : {}
const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])
/** Trees of whole spaces, however they are asked for. */
const ofTrees = (change: (pages: unknown[]) => unknown[]): Losing => ({
  path: /\/(content|revisions)\b/,
  json: one =>
    one.type !== 'document' && one.type !== 'group' && Array.isArray(one.pages)
      ? { ...one, pages: change(one.pages) }
      : one,
})
const flat = (pages: readonly unknown[]): unknown[] =>
  pages.flatMap(page => {
    if (typeof page !== 'object' || page === null || !('pages' in page)) return [page]
    return [{ ...page, pages: [] }, ...flat(listOf(page.pages))]
  })

/** A service that shows pages by their titles, whatever was asked for. */
const sorted = (pages: readonly unknown[]): unknown[] =>
  pages
    .map(page =>
      typeof page === 'object' && page !== null && 'pages' in page
        ? { ...page, pages: sorted(listOf(page.pages)) }
        : page,
    )
    .toSorted((a, b) => (titleOf(a) < titleOf(b) ? -1 : 1))
const titleOf = (page: unknown): string =>
  typeof page === 'object' && page !== null && 'title' in page ? String(page.title) : ''

export const serviceLosses: Readonly<Record<string, ServiceLoss>> = {
  'titles of pages': {
    losing: ofPages(page => ({ ...page, title: 'Untitled' })),
    named: /^page .*(title|missing)/,
  },
  descriptions: { losing: withoutField('description'), named: /page (Rich|Welcome).*description/ },
  emoji: { losing: withoutField('emoji'), named: /page Rich.*emoji/ },
  hidden: { losing: withoutField('hidden'), named: /page Rich.*hidden/ },
  slugs: { losing: ofPages(page => ({ ...page, slug: 'page' })), named: /^page .*slug/ },
  covers: {
    losing: withoutField('cover'),
    named: /page Rich.*cover/,
    declared: { current: /^page: cover: no operation/ },
  },
  layouts: {
    losing: withoutField('layout'),
    named: /page Rich.*layout/,
    declared: { current: /^page: layout: no operation/ },
  },
  'variables of pages': {
    losing: withoutField('variables'),
    named: /page Rich.*variables/,
    declared: { current: /^page: variables: no operation/ },
  },
  'variables of spaces': {
    losing: { json: one => (one.object === 'revision' ? without(one, 'variables') : one) },
    named: /^revision .*variables/,
    declared: { current: /^revision: variables: no operation/ },
  },
  nesting: { losing: ofTrees(flat), named: /^page On Linux.*place|place.*On Linux|On Linux/ },
  order: { losing: ofTrees(sorted), named: /^page .*place/ },
  links: {
    losing: { json: one => (one.object === 'inline' && one.type === 'link' ? one.nodes : one) },
    named: /^page (Rich|Install).*(document|body)/,
  },
  'bytes of files': {
    losing: { download: bytes => bytes.subarray(0, bytes.length / 2) },
    named: /^file .*(bytes|size|missing)/,
  },
  'roles of members': {
    losing: {
      path: /\/orgs\/[^/]+\/members/,
      json: one => (typeof one.role === 'string' ? { ...one, role: 'reader' } : one),
    },
    named: /^member .*role/,
    // Nobody is invited there, and whoever is in keeps what they have.
    declared: { document: /^member: .*invites nobody/ },
  },
  'roles in teams': {
    losing: {
      path: /\/teams\/[^/]+\/members/,
      json: one => (typeof one.role === 'string' ? { ...one, role: 'reader' } : one),
    },
    named: /^team-member .*role/,
  },
  'members of teams': { losing: emptied(/\/teams\/[^/]+\/members/), named: /^team-member .*missing/ },
  'grants of people': {
    losing: emptied(/\/permissions\/users/),
    named: /^(space|collection)-user-grant .*missing/,
    declared: { document: null },
  },
  'grants of teams': {
    losing: emptied(/\/permissions\/teams/),
    named: /^(space|collection)-team-grant .*missing/,
    declared: { document: null },
  },
  'what collections are in': {
    losing: { json: one => (one.object === 'collection' ? without(one, 'parent') : one) },
    named: /^collection Internal.*parent/,
  },
  'what spaces are in': {
    losing: { json: one => (one.object === 'space' ? without(one, 'parent') : one) },
    named: /^space Second.*parent/,
  },
  'sections of sites': {
    losing: {
      path: /\/structure/,
      json: one => (Array.isArray(one.structure) ? { ...one, structure: one.structure.slice(0, 1) } : one),
    },
    named: /^site-section .*missing/,
    declared: { document: /^site-section: its site is not there/ },
  },
  'default sections of sites': {
    losing: { json: one => (one.object === 'site-section' ? without(one, 'default') : one) },
    named: /^site-section .*default/,
    declared: { document: /^site-section: its site is not there/ },
  },
  'what sections site spaces are in': {
    losing: { json: one => (one.object === 'site-space' ? without(one, 'section') : one) },
    // Seen as places in the structure of the site; or the one that came with its section is not known, and another has its path.
    named: /^site-(space .*(section|missing|path: .* is taken on this site)|structure .*structure)/,
    declared: { document: /^site-space: its site is not there/ },
  },
  'what organizations show first': {
    losing: { json: one => (one.object === 'organization' ? without(one, 'defaultContent') : one) },
    named: /^organization .*defaultContent/,
    declared: { document: /^organization: defaultContent: the site that it leads to is not there/ },
  },
  'default teams of single sign-on': {
    losing: { path: /\/saml/, json: one => without(one, 'defaultTeam') },
    named: /^saml-provider .*defaultTeam/,
  },
  'emoji of spaces': {
    losing: { json: one => (one.object === 'space' ? without(one, 'emoji') : one) },
    named: /^space Second emoji/,
  },
  'languages of spaces': {
    losing: { json: one => (one.object === 'space' ? without(one, 'language') : one) },
    named: /^space Second language/,
    declared: { document: /^space: language: no operation/ },
  },
  'pages of comments': {
    losing: {
      json: one => (one.object === 'comment' ? { ...one, target: without(targetOf(one), 'page') } : one),
    },
    named: /^(change-request-)?comment .*target/,
  },
  'what comments say': {
    losing: { json: one => (one.object === 'comment' ? { ...one, body: { markdown: '' } } : one) },
    named: /^(change-request-)?comment .*(body|missing)/,
  },
  'contents of specifications': {
    losing: {
      path: /\/openapi\/[^/]+\/versions/,
      json: one => ('filesystem' in one || 'openapi' in one ? {} : one),
      download: () => Buffer.from('{}'),
    },
    named: /^openapi-spec(-version)? .*(content|missing)/,
  },
}
