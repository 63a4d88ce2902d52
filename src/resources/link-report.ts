import type { BrokenLink, LinkLocation } from '../platform/operations/links.ts'
import type { Space } from '../platform/operations/spaces.ts'
import { type Item, listed } from './resource.ts'

declare module '../model/resource.ts' {
  interface Kinds {
    'link-report': Kept<LinkReport, 'total' | 'broken' | 'links' | 'links.*.locations'>
  }
}

interface LinkReport extends Item {
  total: number
  broken: number
  links: readonly { relation: string; target: object | null; locations: readonly object[] }[]
}

/**
 * A fact for audits, not a copy of the links: they follow from the content, and each embeds whole objects. What is
 * broken also depends on other spaces.
 */
export const linkReport = listed<'link-report', Space>({
  kind: 'link-report',
  parent: 'space',
  doc: 'How many links a space has, and which are broken: where they stand and what they meant, as ids.',
  api: '4.4',
  needs: 'listSpaceLinks',
  async *list(platform, { parent }) {
    const { stats } = await platform.spaces.linkStats(parent.id)
    const links: BrokenLink[] = []
    if (stats.broken.total > 0)
      for await (const link of platform.spaces.listBrokenLinks(parent.id)) links.push(link)
    yield { total: stats.total, broken: stats.broken.total, links: links.map(asIds) }
  },
  // Blind to what happens elsewhere: where pages came, went or moved, the reports of all spaces follow.
  token: ({ revision }) => ({ value: revision, trust: 'hint' }),
  followsAll: ['revision', 'space', 'collection'],
  absence: 'listed',
  id: () => 'links',
  label: () => 'links',
  volatile: [],
  unordered: ['links', 'links.*.locations'],
  references: {},
  audit: null,
  restore: { fidelity: 'no', note: 'follows from the content', derived: true },
})

function asIds({ relation, targetReference, locationReferences }: BrokenLink): LinkReport['links'][number] {
  return {
    relation,
    target: targetReference ? idsOf(targetReference) : null,
    locations: locationReferences.map(idsOf),
  }
}

const NAMED = ['space', 'collection', 'user', 'page', 'file', 'reusableContent', 'openAPISpec'] as const

function idsOf(location: LinkLocation): Record<string, unknown> {
  const { kind, url, internalLocation } = location
  const ids = NAMED.flatMap(name => {
    const id = location[name]?.id
    return typeof id === 'string' ? [[name, id] as const] : []
  })
  return {
    kind,
    ...(url ? { url } : {}),
    ...Object.fromEntries(ids),
    ...(internalLocation ? { internalLocation } : {}),
  }
}
