/**
 * Unknown input against a schema. The services that there are refuse what they do not know; profile `document` takes
 * it and forgets it (docs/development/platform.md#services).
 */
import { z } from 'zod'
import { isJsonObject } from '../state/json-object.ts'
import { badRequest } from './api-error.ts'
import type { Call } from './call.ts'
import { isOffered, type Offer } from './profile.ts'

/** 400 that names everything wrong. */
export function checked<T>(schema: z.ZodType<T>, input: unknown): T {
  const result = schema.safeParse(input)
  if (!result.success) throw badRequest(z.prettifyError(result.error))
  return result.data
}

/**
 * The body of a request; an empty one counts as `{}`, so that it passes where every field is optional. `offers`: its
 * fields that only some services have, as dotted paths.
 */
export async function bodyOf<T>(
  call: Call,
  schema: z.ZodType<T>,
  offers: Readonly<Record<string, Offer>> = {},
): Promise<T> {
  const { profile } = call.world
  const input = (await call.body()) ?? {}
  // Names come from outside: `toString` is in every table.
  const offerOf = (path: string) => (Object.hasOwn(offers, path) ? offers[path] : undefined) ?? 'always'
  const isHere = (path: string) => isOffered({ offer: offerOf(path) }, profile)
  const body = checked(schema, isJsonObject(input) ? only(input, isHere) : input)
  const [strange] = profile === 'document' ? [] : fieldsLost(input, body, '')
  if (strange !== undefined) throw badRequest(`${strange}: this service has no such field`)
  return body
}

function only(input: object, isHere: (path: string) => boolean, above = ''): object {
  const here = Object.entries(input).filter(([name]) => isHere(above + name))
  return Object.fromEntries(
    here.map(([name, value]) => [
      name,
      isJsonObject(value) ? only(value, isHere, `${above}${name}.`) : value,
    ]),
  )
}

/** What was sent and is not in what was understood, as dotted paths. */
function fieldsLost(sent: unknown, understood: unknown, path: string): string[] {
  if (Array.isArray(sent) && Array.isArray(understood))
    return sent.flatMap((item, index) => fieldsLost(item, understood[index], `${path}[${index}]`))
  if (!isJsonObject(sent) || !isJsonObject(understood)) return []
  return Object.entries(sent).flatMap(([name, value]) => {
    const place = path === '' ? name : `${path}.${name}`
    return Object.hasOwn(understood, name) ? fieldsLost(value, understood[name], place) : [place]
  })
}
