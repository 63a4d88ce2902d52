/**
 * Translation settings: api.md 4.17.
 */
import { z } from 'zod'
import { type Answer, created, deleted, ok } from '../protocol/answer.ts'
import { type Call, param } from '../protocol/call.ts'
import { bodyOf } from '../protocol/checked.ts'
import { listAnswer } from '../protocol/paging.ts'
import type { Route } from '../protocol/route.ts'
import { getOrganization, type OrganizationState } from '../state/organization.ts'
import { addTranslation, getTranslation, presentTranslation } from '../state/translation.ts'
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

function listTranslations(call: Call): Answer {
  const organization = organizationOf(call)
  return listAnswer(call, [...organization.translations.values()], settings =>
    presentTranslation(call.world, organization, settings),
  )
}

async function createTranslation(call: Call): Promise<Answer> {
  const organization = organizationOf(call)
  const { title, languages = [] } = await bodyOf(call, settingsSchema)
  const settings = addTranslation(call.world, organization, title, languages)
  return created(presentTranslation(call.world, organization, settings))
}

function readTranslation(call: Call): Answer {
  const organization = organizationOf(call)
  const settings = getTranslation(organization, param(call, 'translationSettingsId'))
  return ok(presentTranslation(call.world, organization, settings))
}

async function updateTranslation(call: Call): Promise<Answer> {
  const settings = getTranslation(organizationOf(call), param(call, 'translationSettingsId'))
  const fields = await bodyOf(call, settingsSchema)
  Object.assign(settings, fields, { updatedAt: call.world.clock.timestamp() })
  return readTranslation(call)
}

function deleteTranslation(call: Call): Answer {
  return deleted(organizationOf(call).translations.delete(param(call, 'translationSettingsId')))
}

function organizationOf(call: Call): OrganizationState {
  return getOrganization(call.world, param(call, 'organizationId'))
}
