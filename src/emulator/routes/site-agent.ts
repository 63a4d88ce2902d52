/**
 * What a site's agent is told, where it answers, and what it knows beside the pages: settings, channels, connections.
 * Only the newest service has it.
 */
import { z } from 'zod'
import { type Answer, created, deleted, ok } from '../protocol/answer.ts'
import { notFound } from '../protocol/api-error.ts'
import { type Call, param } from '../protocol/call.ts'
import { bodyOf } from '../protocol/checked.ts'
import { listAnswer } from '../protocol/paging.ts'
import type { Route } from '../protocol/route.ts'
import { presentAgentSettings, setAgentSettings } from '../state/agent-settings.ts'
import type { JsonObject } from '../state/json-object.ts'
import { shelfOf } from '../state/shelf.ts'
import type { Shelf } from '../state/world.ts'
import { documentSchema } from './document-input.ts'
import { SITE, siteLocation, siteOf } from './site-call.ts'

const SETTINGS = `${SITE}/agent-settings`
const offer = 'newest'

export const siteAgentRoutes: readonly Route[] = [
  { name: 'getSiteAgentSettingsById', method: 'GET', path: SETTINGS, offer, handle: readSettings },
  { name: 'updateSiteAgentSettingsById', method: 'PUT', path: SETTINGS, offer, handle: writeSettings },
  ...shelfRoutes({
    path: 'channels',
    id: 'siteChannelId',
    names: {
      list: 'listSiteChannels',
      get: 'getSiteChannelById',
      create: 'createSiteChannel',
      update: 'updateSiteChannelById',
      delete: 'deleteSiteChannelById',
    },
    schema: z.looseObject({
      type: z.enum(['builtin:slack', 'builtin:linear', 'builtin:github', 'builtin:discord']),
      setupSettings: z.looseObject({}),
      role: z.enum(['collaborator', 'support']).optional(),
    }),
    make: () => ({ object: 'site-channel', role: 'collaborator', status: 'active', answers: 0 }),
  }),
  ...shelfRoutes({
    path: 'context-connections',
    id: 'siteContextConnectionId',
    names: {
      list: 'listSiteContextConnections',
      get: 'getSiteContextConnectionById',
      create: 'createSiteContextConnection',
      update: 'updateSiteContextConnectionById',
      delete: 'deleteSiteContextConnectionById',
    },
    schema: z.looseObject({
      connector: z.string(),
      setupSettings: z.looseObject({}).optional(),
      usageSettings: z.looseObject({}).optional(),
      label: z.string().max(128).optional(),
      filter: z.string().max(1024).optional(),
    }),
    make: () => ({
      object: 'context-connection',
      status: 'succeeded',
      records: 0,
      usageSettings: { changeRequests: true, search: true, searchBoost: 'x1.0' },
    }),
  }),
]

const settingsSchema = z.strictObject({
  scans: z.strictObject({ topics: z.enum(['auto', 'never']) }),
  findings: z.strictObject({ changeRequests: z.enum(['always', 'auto-fixable', 'never']) }),
  editing: z.strictObject({ customInstructions: documentSchema }),
})

function readSettings(call: Call): Answer {
  return ok(presentAgentSettings(call.world, siteOf(call)))
}

async function writeSettings(call: Call): Promise<Answer> {
  setAgentSettings(call.world, siteOf(call), await bodyOf(call, settingsSchema))
  return readSettings(call)
}

interface ShelfRoutes {
  path: string
  id: string
  names: Readonly<Record<'list' | 'get' | 'create' | 'update' | 'delete', string>>
  schema: z.ZodObject
  /** What the platform says of a new one. */
  make(): JsonObject
}

/** Things that stand under a site and are made, changed and deleted one by one. */
function shelfRoutes({ path, id, names, schema, make }: ShelfRoutes): Route[] {
  const [all, each] = [`${SITE}/${path}`, `${SITE}/${path}/{${id}}`]
  const shelf = (call: Call): Shelf => shelfOf(call.world, siteOf(call).json.id, path)
  const findKept = (call: Call): JsonObject => {
    const found = shelf(call).get(param(call, id))
    if (found === undefined) throw notFound(path.slice(0, -1).replaceAll('-', ' '))
    return found
  }
  const create = async (call: Call): Promise<Answer> => {
    const body = await bodyOf(call, schema)
    const made = call.world.makeId()
    const location = siteLocation(call, siteOf(call), `${path}/${made}`)
    const createdAt = call.world.clock.timestamp()
    shelf(call).set(made, { ...make(), ...body, id: made, createdAt, urls: { location } })
    return created(shelf(call).get(made), location)
  }
  const update = async (call: Call): Promise<Answer> =>
    ok(Object.assign(findKept(call), await bodyOf(call, schema.partial())))
  return [
    {
      name: names.list,
      method: 'GET',
      path: all,
      offer,
      handle: call => listAnswer(call, [...shelf(call).values()], item => item),
    },
    { name: names.create, method: 'POST', path: all, offer, handle: create },
    { name: names.get, method: 'GET', path: each, offer, handle: call => ok(findKept(call)) },
    { name: names.update, method: 'PATCH', path: each, offer, handle: update },
    {
      name: names.delete,
      method: 'DELETE',
      path: each,
      offer,
      handle: call => deleted(shelf(call).delete(param(call, id))),
    },
  ]
}
