/** Fonts that an organization uploaded for its sites. The files are served by the platform, by signed addresses. */
import { z } from 'zod'
import { type Answer, created, deleted, ok } from '../protocol/answer.ts'
import { notFound } from '../protocol/api-error.ts'
import { type Call, param } from '../protocol/call.ts'
import { bodyOf } from '../protocol/checked.ts'
import { wholeListAnswer } from '../protocol/paging.ts'
import type { Route } from '../protocol/route.ts'
import type { JsonObject } from '../state/json-object.ts'
import { getOrganization } from '../state/organization.ts'
import { pictureUrl, withFreshAddresses } from '../state/picture.ts'
import { shelfOf } from '../state/shelf.ts'
import type { Shelf } from '../state/world.ts'

const BASE = '/v1/orgs/{organizationId}/fonts'
const FONT = `${BASE}/{fontId}`
const offer = 'extension'

export const fontRoutes: readonly Route[] = [
  { name: 'listCustomFonts', method: 'GET', path: BASE, offer, handle: listFonts },
  { name: 'createCustomFont', method: 'PUT', path: BASE, offer, handle: createFont },
  {
    name: 'getCustomFont',
    method: 'GET',
    path: FONT,
    offer,
    handle: call => ok(present(call, fontOf(call))),
  },
  { name: 'updateCustomFont', method: 'POST', path: FONT, offer, handle: updateFont },
  {
    name: 'deleteCustomFont',
    method: 'DELETE',
    path: FONT,
    offer,
    handle: call => deleted(fontsOf(call).delete(param(call, 'fontId'))),
  },
]

const fontFamily = z.string().min(1).max(50)
const face = z.strictObject({
  weight: z.int().min(1).max(1000),
  storageKey: z.string().min(1).max(512),
})
const createSchema = z.strictObject({ fontFamily, fontFaces: z.array(face).min(1) })

function fontsOf(call: Call): Shelf {
  const { json } = getOrganization(call.world, param(call, 'organizationId'))
  return shelfOf(call.world, json.id, 'fonts')
}

function fontOf(call: Call): JsonObject {
  const font = fontsOf(call).get(param(call, 'fontId'))
  if (font === undefined) throw notFound('font')
  return font
}

function listFonts(call: Call): Answer {
  return wholeListAnswer(call, [...fontsOf(call).values()], font => present(call, font))
}

async function createFont(call: Call): Promise<Answer> {
  const { fontFamily, fontFaces } = await bodyOf(call, createSchema)
  const id = call.world.makeId()
  const font = {
    id,
    custom: true,
    fontFamily,
    fontFaces: served(call, fontFaces),
    permissions: { edit: true },
  }
  fontsOf(call).set(id, font)
  return created(present(call, font))
}

async function updateFont(call: Call): Promise<Answer> {
  const font = fontOf(call)
  const { fontFamily, fontFaces } = await bodyOf(call, createSchema.partial())
  if (fontFamily !== undefined) font.fontFamily = fontFamily
  if (fontFaces !== undefined) font.fontFaces = served(call, fontFaces)
  return created(present(call, font))
}

/** What was uploaded under a key is a file of its own. */
function served({ world }: Call, faces: readonly z.infer<typeof face>[]): JsonObject[] {
  return faces.map(({ weight, storageKey }) => ({
    weight,
    sources: [{ url: pictureUrl(world, `font/${storageKey}`), format: 'woff2' }],
  }))
}

function present({ world }: Call, font: JsonObject): JsonObject {
  return withFreshAddresses(world, font)
}
