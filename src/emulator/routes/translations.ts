/**
 * Translations: docs/reference/operations.md, 4.17, and in the form that the services have that there are
 * (docs/development/platform.md#translations).
 */
import { z } from 'zod'
import { type Answer, created, deleted, ok } from '../protocol/answer.ts'
import { notFound } from '../protocol/api-error.ts'
import { type Call, param } from '../protocol/call.ts'
import { bodyOf } from '../protocol/checked.ts'
import { listAnswer } from '../protocol/paging.ts'
import type { Route } from '../protocol/route.ts'
import type { JsonObject } from '../state/json-object.ts'
import { getOrganization } from '../state/organization.ts'
import type {
  OrganizationState,
  SpaceTranslation,
  TranslationSettings,
} from '../state/records/organization.ts'
import { addTranslation, getTranslation, NO_INSTRUCTIONS, presentTranslation } from '../state/translation.ts'
import { documentSchema } from './document-input.ts'
import { language } from './fields.ts'

const BASE = '/v1/orgs/{organizationId}/translations'

const ONE = `${BASE}/{translationSettingsId}`

export const translationRoutes: readonly Route[] = [
  { name: 'listTranslations', method: 'GET', path: BASE, handle: listTranslations },
  { name: 'createTranslation', method: 'POST', path: BASE, handle: createTranslation },
  { name: 'getTranslation', method: 'GET', path: ONE, handle: readTranslation },
  { name: 'updateTranslation', method: 'PUT', path: ONE, handle: updateTranslation },
  { name: 'deleteTranslation', method: 'DELETE', path: ONE, handle: deleteTranslation },
]

const settingsSchema = z.object({
  title: z.string().min(1).max(100),
  languages: z.array(language).optional(),
})
const createSchema = z.object({
  source: z.object({ space: z.string(), language }),
  language,
  instructions: documentSchema.optional(),
})
const updateSchema = z.object({ instructions: documentSchema })

function listTranslations(call: Call): Answer {
  const organization = organizationOf(call)
  return listAnswer(call, [...organization.translations.values()], settings =>
    presentTranslation(call.world, organization, settings),
  )
}

async function createTranslation(call: Call): Promise<Answer> {
  const organization = organizationOf(call)
  const fields = isOfDocument(call) ? await settingsOf(call) : await ofSpace(call, organization)
  return created(
    presentTranslation(call.world, organization, addTranslation(call.world, organization, fields)),
  )
}

async function settingsOf(call: Call): Promise<TranslationSettings> {
  const { title, languages = [] } = await bodyOf(call, settingsSchema)
  return { title, languages }
}

async function ofSpace(call: Call, { json }: OrganizationState): Promise<SpaceTranslation> {
  const { source, language, instructions } = await bodyOf(call, createSchema)
  const space = call.world.spaces.get(source.space)
  if (space?.json.organization !== json.id) throw notFound(`source.space: space ${source.space}`)
  return {
    source,
    language,
    instructions: instructions === undefined ? NO_INSTRUCTIONS : { ...instructions },
  }
}

function readTranslation(call: Call): Answer {
  const organization = organizationOf(call)
  const settings = getTranslation(organization, param(call, 'translationSettingsId'))
  return ok(presentTranslation(call.world, organization, settings))
}

async function updateTranslation(call: Call): Promise<Answer> {
  const settings = getTranslation(organizationOf(call), param(call, 'translationSettingsId'))
  const fields: JsonObject = isOfDocument(call)
    ? await bodyOf(call, settingsSchema)
    : await bodyOf(call, updateSchema)
  Object.assign(settings, fields, { updatedAt: call.world.clock.timestamp() })
  return readTranslation(call)
}

function isOfDocument({ world }: Call): boolean {
  return world.profile === 'document'
}

function deleteTranslation(call: Call): Answer {
  return deleted(organizationOf(call).translations.delete(param(call, 'translationSettingsId')))
}

function organizationOf(call: Call): OrganizationState {
  return getOrganization(call.world, param(call, 'organizationId'))
}
