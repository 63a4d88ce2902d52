/**
 * Objects made by hand, with the fields that were given and sensible others.
 */
import { z } from 'zod'
import { newPage } from '../import/new-page.ts'
import { checked } from '../protocol/checked.ts'
import { addCollection } from '../state/collection.ts'
import { insertPage } from '../state/edits.ts'
import type { JsonObject } from '../state/json-object.ts'
import { addMember } from '../state/member.ts'
import { addOrganization, freeHostname, getOrganization } from '../state/organization.ts'
import { addUpload } from '../state/picture.ts'
import { TEAM_ROLES } from '../state/records/people.ts'
import { ROLES } from '../state/role.ts'
import { addSamlProvider } from '../state/saml-provider.ts'
import { shelfOf } from '../state/shelf.ts'
import { addSpace, getSpace } from '../state/space.ts'
import { addTeam } from '../state/team.ts'
import { addTranslation, NO_INSTRUCTIONS } from '../state/translation.ts'
import { addUser } from '../state/user.ts'
import type { World } from '../state/world.ts'

/** Answers the id; of an upload, its address. */
export type Create = (world: World, organization: string, set: JsonObject) => string

const title = z.string().min(1)
const schemas = {
  member: z.looseObject({
    displayName: z.string(),
    email: z.string(),
    role: z.enum(ROLES).nullable().optional(),
  }),
  team: z.looseObject({ title, members: z.record(z.string(), z.enum(TEAM_ROLES)).optional() }),
  collection: z.looseObject({ title, parent: z.string().optional() }),
  titled: z.looseObject({ title }),
  upload: z.object({ name: z.string().min(1), text: z.string() }),
  translation: z.looseObject({ space: z.string(), language: z.string() }),
  labelled: z.looseObject({ label: z.string() }),
  kept: z.looseObject({ owner: z.string(), shelf: z.string() }),
  page: z.looseObject({ space: z.string(), title, markdown: z.string(), parent: z.string().optional() }),
} as const

export const creators: Partial<Record<string, Create>> = {
  organization: (world, _organization, set) => {
    const { title } = checked(schemas.titled, set)
    const organization = addOrganization(world, title, freeHostname(world, title))
    addMember(organization, world.owner, 'admin', world.clock.timestamp())
    return organization.json.id
  },
  member: (world, organization, set) => {
    const { displayName, email, role = 'read', ...fields } = checked(schemas.member, set)
    const user = addUser(world, displayName, email)
    const member = addMember(getOrganization(world, organization), user, role, world.clock.timestamp())
    return Object.assign(member, fields).id
  },
  team: (world, organization, set) => {
    const { title, members = {}, ...fields } = checked(schemas.team, set)
    const team = addTeam(world, getOrganization(world, organization), title, new Map(Object.entries(members)))
    return Object.assign(team.json, fields).id
  },
  collection: (world, organization, set) => {
    const { title, parent, ...fields } = checked(schemas.collection, set)
    return Object.assign(addCollection(world, organization, title, parent).json, fields).id
  },
  space: (world, organization, set) => {
    const { title, ...fields } = checked(schemas.titled, set)
    return Object.assign(addSpace(world, organization, title).json, fields).id
  },
  'translation-settings': (world, organization, set) => {
    const state = getOrganization(world, organization)
    if (world.profile !== 'document') {
      const { space, language, ...fields } = checked(schemas.translation, set)
      const of = { source: { space, language: 'en' }, language, instructions: NO_INSTRUCTIONS }
      return Object.assign(addTranslation(world, state, of), fields).id
    }
    const { title, ...fields } = checked(schemas.titled, set)
    return Object.assign(addTranslation(world, state, { title, languages: [] }), fields).id
  },
  'saml-provider': (world, organization, set) => {
    const settings = checked(schemas.labelled, set)
    return addSamlProvider(world, getOrganization(world, organization), settings).id
  },
  page: createPage,
  // What only the platform itself makes (see `kept-things.ts`): nothing is known of it but what is given.
  kept: (world, _organization, set) => {
    const { owner, shelf, ...fields } = checked(schemas.kept, set)
    const id = world.makeId()
    shelfOf(world, owner, shelf).set(id, { ...fields, id })
    return id
  },
  upload: (world, _organization, set) => {
    const { name, text } = checked(schemas.upload, set)
    return addUpload(world, name, text)
  },
}

function createPage(world: World, _organization: string, set: JsonObject): string {
  const { space: spaceId, title, markdown, parent, ...fields } = checked(schemas.page, set)
  const space = getSpace(world, spaceId)
  const page = newPage(world, space, { title, path: slugOf(title), fields })
  insertPage(world, space, { page, markdown }, parent)
  return page.id
}

function slugOf(title: string): string {
  return title.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '-')
}
