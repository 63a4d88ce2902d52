/**
 * Translation settings: api.md 4.17.
 */
import type { Answer } from '../protocol/answer.ts'
import { ok } from '../protocol/answer.ts'
import { type Call, param } from '../protocol/call.ts'
import { listAnswer } from '../protocol/paging.ts'
import type { Route } from '../protocol/route.ts'
import { getOrganization } from '../state/organization.ts'
import { getTranslation, presentTranslation } from '../state/translation.ts'

const BASE = '/v1/orgs/{organizationId}/translations'

export const translationRoutes: readonly Route[] = [
  { name: 'listTranslations', method: 'GET', path: BASE, handle: listTranslations },
  {
    name: 'getTranslation',
    method: 'GET',
    path: `${BASE}/{translationSettingsId}`,
    handle: readTranslation,
  },
]

function listTranslations(call: Call): Answer {
  const organization = getOrganization(call.world, param(call, 'organizationId'))
  return listAnswer(call, [...organization.translations.values()], settings =>
    presentTranslation(call.world, organization, settings),
  )
}

function readTranslation(call: Call): Answer {
  const organization = getOrganization(call.world, param(call, 'organizationId'))
  const settings = getTranslation(organization, param(call, 'translationSettingsId'))
  return ok(presentTranslation(call.world, organization, settings))
}
