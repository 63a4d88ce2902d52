/**
 * Compares answers with what was asked: the ids in the path of a read with those that the answer says of itself and of
 * what it stands in. Only a value that is there and differs is a mismatch, because services leave fields out.
 */
import { type Fields, isFields } from '../model/fields.ts'
import { InvalidResponse } from './errors.ts'
import type { Call } from './round-trip.ts'

/** Segments that an id follows, with the fields that answer it: the object's own names. */
const OWN_NAMES: Readonly<Record<string, readonly string[]>> = {
  orgs: ['id'],
  spaces: ['id', 'space'],
  collections: ['id'],
  sites: ['id', 'site'],
  members: ['id'],
  users: ['id'],
  teams: ['id'],
  saml: ['id'],
  openapi: ['slug', 'id'],
  versions: ['id'],
  translations: ['id'],
  integrations: ['name'],
  installations: ['id'],
  'link-invites': ['id'],
  'audit-events': ['id'],
  subdomains: ['subdomain'],
  'mcp-servers': ['id'],
  'change-requests': ['id', 'number'],
  comments: ['id'],
  replies: ['id'],
  revisions: ['id'],
  page: ['id'],
  files: ['id'],
  'reusable-contents': ['id'],
  // A document does not say its id.
  documents: [],
}

/** Segments above, and the field in which what stands below names them. */
const FIELD_ABOVE: Readonly<Record<string, string>> = {
  orgs: 'organization',
  spaces: 'space',
  sites: 'site',
  'change-requests': 'changeRequest',
}

/** Words that stand for an id. */
const ALIASES = new Set(['latest', 'default'])

/** Throws InvalidResponse when the answer is about something else than the path of the call. */
export function assertEchoes(value: unknown, call: Call): void {
  if (call.method !== 'GET' || !isFields(value)) return
  const pairs = pairsOf(call.path)
  const last = pairs.at(-1)
  const isWhole = last !== undefined && call.path.at(-1) === last.id && call.path.at(-2) === last.noun
  if (isWhole) assertNamed(value, last, call)
  assertStandsIn(value, isWhole ? pairs.slice(0, -1) : pairs, call)
}

/** As `assertEchoes`, for one item of a list: the path names only what it stands in. */
export function assertItemEchoes(item: unknown, call: Call): void {
  if (isFields(item)) assertStandsIn(item, pairsOf(call.path), call)
}

interface Pair {
  noun: string
  id: string
}

function pairsOf(path: readonly string[]): Pair[] {
  const pairs: Pair[] = []
  for (let at = 0; at < path.length - 1; at++) {
    const [noun, id] = [path[at] ?? '', path[at + 1] ?? '']
    if (!(noun in OWN_NAMES) || ALIASES.has(id)) continue
    pairs.push({ noun, id })
    at++
  }
  return pairs
}

function assertNamed(value: Fields, { noun, id }: Pair, call: Call): void {
  const said = (OWN_NAMES[noun] ?? []).map(name => idIn(value[name])).filter(named => named !== null)
  if (said.length > 0 && !said.includes(id)) throw mismatch(call, noun, id, said.join(' / '))
}

function assertStandsIn(value: Fields, above: readonly Pair[], call: Call): void {
  for (const { noun, id } of above) {
    const other = placesNamed(value, noun).find(said => said !== id)
    // A change request may be asked for by its number.
    if (other !== undefined && !/^\d+$/.test(id)) throw mismatch(call, noun, id, other)
  }
}

/** Where an answer says that it stands: in fields of its own, of its target, of the space it wraps, in its address. */
function placesNamed(value: Fields, noun: string): string[] {
  const field = FIELD_ABOVE[noun]
  if (field === undefined) return []
  const { target, space, installation, urls } = value
  const holders = [value, target, space, isFields(installation) ? installation.target : undefined]
  const said = holders.flatMap(holder =>
    isFields(holder) && typeof holder[field] === 'string' ? [holder[field]] : [],
  )
  const address =
    isFields(urls) && typeof urls.location === 'string' ? urls.location.split(/[?#]/, 1).join() : ''
  const inAddress = pairsOf(address.split('/')).filter(pair => pair.noun === noun)
  return [...said, ...inAddress.map(pair => pair.id)]
}

function idIn(value: unknown): string | null {
  if (typeof value === 'string') return value
  if (typeof value === 'number') return String(value)
  return isFields(value) && typeof value.id === 'string' ? value.id : null
}

function mismatch({ operation }: Call, noun: string, asked: string, answered: string): InvalidResponse {
  return new InvalidResponse(`asked for ${noun}/${asked}, and was answered ${noun}/${answered}`, {
    operation,
  })
}
