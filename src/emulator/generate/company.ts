/**
 * The company around the content: the main organization, its people, collections and settings, from the seed.
 */
import { loadSpace } from '../load/load-space.ts'
import type { Settings } from '../options.ts'
import { addCollection } from '../state/collection.ts'
import { addMember } from '../state/member.ts'
import { addOrganization } from '../state/organization.ts'
import type { OrganizationState } from '../state/records/organization.ts'
import { spacesOf } from '../state/space.ts'
import { addTranslation, NO_INSTRUCTIONS } from '../state/translation.ts'
import type { World } from '../state/world.ts'
import { generateChangeRequests } from './change-requests.ts'
import { generateComments } from './comments.ts'
import { generateIntegrations } from './integrations.ts'
import { generateMembers } from './people.ts'
import { generateSharing } from './sharing.ts'
import { generateSites } from './sites.ts'
import { generateSpecs } from './specs.ts'
import { generateSynthetic } from './synthetic.ts'
import { generateTeams } from './teams.ts'

/** Answers the id of the main organization. */
export async function generateCompany(world: World, settings: Settings): Promise<string> {
  const organization = addOrganization(world, 'Acme Documentation', 'acme-docs')
  const { id } = organization.json
  Object.assign(organization.json, { emailDomains: ['acme.example'] })
  await generateSpecs(world, organization, settings.specs)
  for (const { title, folder } of settings.load) await loadSpace(world, id, title, folder)
  generateSynthetic(world, organization, settings.seed, settings.synthetic)
  generateMembers(world, organization, settings.members)
  generateTeams(world, organization, settings.teams)
  generateCollections(world, id)
  generateSharing(world, organization)
  generateTranslation(world, organization)
  generateEmptyOrganizations(world, settings.organizations)
  generateSites(world, organization, settings.sites)
  generateIntegrations(world, organization)
  generateChangeRequests(world, organization, settings.changeRequests)
  generateComments(world, organization, settings.comments)
  return id
}

/** With two spaces or more, the last one is in the nested collection. */
function generateCollections(world: World, organization: string): void {
  const outer = addCollection(world, organization, 'Handbooks')
  const inner = addCollection(world, organization, 'Internal', outer.json.id)
  outer.json.description = 'How we work'
  const spaces = spacesOf(world, organization)
  const last = spaces.at(-1)
  if (spaces.length >= 2 && last !== undefined)
    Object.assign(last.json, { parent: inner.json.id, visibility: 'in-collection' })
}

/** Into French; in profile `document`, into Japanese too. */
function generateTranslation(world: World, organization: OrganizationState): void {
  const [space] = spacesOf(world, organization.json.id)
  if (world.profile === 'document')
    addTranslation(world, organization, { title: 'Translations', languages: ['fr', 'ja'] })
  else if (space !== undefined)
    addTranslation(world, organization, {
      source: { space: space.json.id, language: 'en' },
      language: 'fr',
      instructions: NO_INSTRUCTIONS,
    })
}

function generateEmptyOrganizations(world: World, count: number): void {
  for (let index = 1; index <= count; index++) {
    const organization = addOrganization(world, `Acme Documentation ${index + 1}`, `acme-docs-${index + 1}`)
    addMember(organization, world.owner, 'admin', world.clock.timestamp())
  }
}
