/**
 * Visitor authentication and visitor attributes of sites: extensions (docs/development/platform.md#sites).
 */
import { z } from 'zod'
import { type Answer, ok } from '../protocol/answer.ts'
import { badRequest, notFound } from '../protocol/api-error.ts'
import type { Call } from '../protocol/call.ts'
import { bodyOf } from '../protocol/checked.ts'
import type { Route } from '../protocol/route.ts'
import type { JsonObject } from '../state/json-object.ts'
import type { PublishingAuth } from '../state/records/site.ts'
import { makePrivateKey, presentAdaptiveSchema } from '../state/site.ts'
import { SITE, siteOf } from './site-call.ts'
import { setOrRemove } from './site-fields.ts'
import { visitorSchema } from './visitor-schema.ts'

const AUTH = `${SITE}/publishing/auth`
const SCHEMA = `${SITE}/adaptive-schema`

export const siteSettingRoutes: readonly Route[] = [
  {
    name: 'getSitePublishingAuthById',
    method: 'GET',
    path: AUTH,
    offer: 'extension',
    handle: call => ok(presentAuth(siteOf(call).auth)),
  },
  { name: 'updateSitePublishingAuthById', method: 'PATCH', path: AUTH, offer: 'extension', handle: setAuth },
  {
    name: 'regenerateSitePublishingAuthById',
    method: 'POST',
    path: `${AUTH}/regenerate`,
    offer: 'extension',
    handle: regenerate,
  },
  {
    name: 'getSiteAdaptiveSchema',
    method: 'GET',
    path: SCHEMA,
    offer: 'extension',
    handle: readAdaptiveSchema,
  },
  {
    name: 'updateSiteAdaptiveSchema',
    method: 'PUT',
    path: SCHEMA,
    offer: 'extension',
    handle: writeAdaptiveSchema,
  },
]

const fallbackURL = z.url().max(2048).nullable().optional()
const authSchema = z.discriminatedUnion('backend', [
  z.object({ backend: z.literal('custom'), fallbackURL }),
  z.object({ backend: z.literal('integration'), integration: z.string(), fallbackURL }),
])

async function setAuth(call: Call): Promise<Answer> {
  const { auth } = siteOf(call)
  const change = await bodyOf(call, authSchema)
  const integration = change.backend === 'integration' ? change.integration : null
  if (integration !== null && !call.world.integrations.has(integration))
    throw badRequest(`integration: there is no ${integration}`)
  setOrRemove(auth, { ...change, integration })
  return ok(presentAuth(auth))
}

function regenerate(call: Call): Answer {
  const { auth } = siteOf(call)
  auth.privateKey = makePrivateKey(call.world)
  return ok(presentAuth(auth))
}

function presentAuth(auth: PublishingAuth): JsonObject {
  return { object: 'publishing-auth', ...auth }
}

function readAdaptiveSchema(call: Call): Answer {
  const schema = presentAdaptiveSchema(siteOf(call))
  if (schema === null) throw notFound('adaptive schema')
  return ok(schema)
}

async function writeAdaptiveSchema(call: Call): Promise<Answer> {
  const site = siteOf(call)
  const { jsonSchema } = await bodyOf(call, z.object({ jsonSchema: visitorSchema }))
  site.adaptiveSchema = { jsonSchema, updatedAt: call.world.clock.timestamp() }
  return readAdaptiveSchema(call)
}
