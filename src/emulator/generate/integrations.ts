/**
 * Integrations that the generated company published, and what it installed of them.
 */
import { addInstallation } from '../state/installation.ts'
import { categoriesOf, publishIntegration } from '../state/integration.ts'
import type { Integration } from '../state/records/integration.ts'
import type { OrganizationState } from '../state/records/organization.ts'
import { spacesOf } from '../state/space.ts'
import type { World } from '../state/world.ts'

const NOTHING = {
  summary: '',
  previewImages: [],
  blocks: [],
  contentSources: [],
  externalLinks: [],
  configurations: {},
  runtime: 'v1',
}
const PUBLISHED: readonly (Integration & { name: string })[] = [
  {
    ...NOTHING,
    name: 'git-sync',
    title: 'Git Sync',
    description: 'Keeps a space and a repository in step',
    visibility: 'public',
    verified: true,
    target: 'space',
    scopes: ['space:git:sync'],
    categories: ['gitsync'],
  },
  {
    ...NOTHING,
    name: 'chat',
    title: 'Chat',
    description: 'Tells a channel what changed',
    visibility: 'public',
    verified: true,
    target: 'all',
    scopes: ['space:metadata:read'],
    categories: ['collaboration'],
    configurations: {
      account: { properties: { channel: { type: 'string', title: 'Channel' } }, required: ['channel'] },
    },
  },
  {
    ...NOTHING,
    name: 'drawings',
    title: 'Drawings',
    description: 'Embeds drawings',
    visibility: 'private',
    verified: false,
    target: 'space',
    scopes: ['space:content:read'],
    previewImages: ['preview-1.png'],
    categories: ['content'],
    blocks: [{ id: 'embed', title: 'Drawing', urlUnfurl: ['https://drawings.example/**'] }],
  },
]

export function generateIntegrations(world: World, organization: OrganizationState): void {
  const { id } = organization.json
  const known = categoriesOf(world)
  for (const { name, ...rest } of PUBLISHED) {
    const json = {
      ...rest,
      categories: rest.categories.filter(wanted => known.some(category => category === wanted)),
    }
    publishIntegration(world, name, { json, owner: id, secrets: {} })
  }
  const chat = world.integrations.get('chat')
  const drawings = world.integrations.get('drawings')
  if (chat === undefined || drawings === undefined) return
  addInstallation(world, chat, id).configuration = { channel: '#docs' }
  const [first] = spacesOf(world, id)
  const installation = addInstallation(world, drawings, id)
  if (first !== undefined)
    installation.places.space.set(first.json.id, { configuration: { theme: 'light' }, externalIds: [] })
}
