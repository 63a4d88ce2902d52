/**
 * The glossary of an organization's translations: words and what they are in each language. It is written as a list of
 * operations, all or none.
 */
import { z } from 'zod'
import { type Answer, noContent, ok } from '../protocol/answer.ts'
import { notFound } from '../protocol/api-error.ts'
import { type Call, param } from '../protocol/call.ts'
import { bodyOf } from '../protocol/checked.ts'
import { listAnswer } from '../protocol/paging.ts'
import type { Route } from '../protocol/route.ts'
import type { JsonObject } from '../state/json-object.ts'
import { getOrganization } from '../state/organization.ts'
import { shelfOf } from '../state/shelf.ts'
import type { Shelf } from '../state/world.ts'

const BASE = '/v1/orgs/{organizationId}/translations-glossary'
const ENTRY = `${BASE}/{glossaryEntryId}`
const offer = 'extension'

export const glossaryRoutes: readonly Route[] = [
  { name: 'listGlossaryEntries', method: 'GET', path: BASE, offer, handle: listEntries },
  { name: 'updateGlossaryEntries', method: 'PUT', path: BASE, offer, handle: writeEntries },
  { name: 'getGlossaryEntry', method: 'GET', path: ENTRY, offer, handle: getEntry },
]

const translations = z.record(
  z.string(),
  z
    .string()
    .min(1)
    .max(255)
    .regex(/^[^\n\r]*$/),
)
const operation = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('insert'), translations }),
  z.strictObject({ type: z.literal('update'), id: z.string(), translations }),
  z.strictObject({ type: z.literal('delete'), id: z.string() }),
])
const writeSchema = z.strictObject({ operations: z.array(operation) })

function glossaryOf(call: Call): Shelf {
  const { json } = getOrganization(call.world, param(call, 'organizationId'))
  return shelfOf(call.world, json.id, 'glossary')
}

function listEntries(call: Call): Answer {
  return listAnswer(call, [...glossaryOf(call).values()], entry => entry)
}

function getEntry(call: Call): Answer {
  const entry = glossaryOf(call).get(param(call, 'glossaryEntryId'))
  if (entry === undefined) throw notFound('glossary entry')
  return ok(entry)
}

async function writeEntries(call: Call): Promise<Answer> {
  const glossary = glossaryOf(call)
  const { operations } = await bodyOf(call, writeSchema)
  for (const write of operations)
    if (write.type !== 'insert' && !glossary.has(write.id)) throw notFound('glossary entry')
  for (const write of operations) {
    if (write.type === 'delete') glossary.delete(write.id)
    else if (write.type === 'update') change(call, glossary.get(write.id) ?? {}, write.translations)
    else insert(call, glossary, write.translations)
  }
  return noContent()
}

function insert(call: Call, glossary: Shelf, words: Record<string, string>): void {
  const { world } = call
  const id = world.makeId()
  const now = world.clock.timestamp()
  const location = `${world.origin}/v1/orgs/${param(call, 'organizationId')}/translations-glossary/${id}`
  const entry = { object: 'glossary-entry', id, translations: words, createdAt: now, updatedAt: now }
  glossary.set(id, { ...entry, urls: { location } })
}

function change(call: Call, entry: JsonObject, words: Record<string, string>): void {
  entry.translations = words
  entry.updatedAt = call.world.clock.timestamp()
}
