/**
 * OpenAPI specifications and versions: docs/reference/operations.md, 4.16.
 */
import { z } from 'zod'
import { settled, startProcessing } from '../import/process-spec.ts'
import { type Answer, created, deleted, ok } from '../protocol/answer.ts'
import { badRequest } from '../protocol/api-error.ts'
import { type Call, param } from '../protocol/call.ts'
import { bodyOf, checked } from '../protocol/checked.ts'
import { listAnswer } from '../protocol/paging.ts'
import type { Route } from '../protocol/route.ts'
import { getOrganization } from '../state/organization.ts'
import type { OrganizationState } from '../state/records/organization.ts'
import type { SpecState, SpecVersion } from '../state/records/spec.ts'
import {
  addSpec,
  getSpec,
  getVersion,
  presentRawContent,
  presentSpec,
  presentVersion,
  presentVersionContent,
} from '../state/spec.ts'

const BASE = '/v1/orgs/{organizationId}/openapi'
const SPEC = `${BASE}/{specSlug}`

export const openApiRoutes: readonly Route[] = [
  read('listOpenAPISpecs', BASE, listSpecs),
  read('getOpenAPISpecBySlug', SPEC, readSpec),
  { name: 'createOpenAPISpec', method: 'POST', path: BASE, handle: createSpec },
  { name: 'createOrUpdateOpenAPISpecBySlug', method: 'PUT', path: SPEC, handle: putSpec },
  { name: 'updateOpenAPISpecBySlug', method: 'PATCH', path: SPEC, offer: 'extension', handle: updateSpec },
  { name: 'deleteOpenAPISpecBySlug', method: 'DELETE', path: SPEC, handle: deleteSpec },
  {
    name: 'getLatestOpenAPISpecVersionContentRaw',
    method: 'GET',
    path: `${SPEC}/versions/latest/content/raw`,
    offer: 'newest',
    handle: readRaw,
  },
  read('listOpenAPISpecVersions', `${SPEC}/versions`, listVersions),
  read('getLatestOpenAPISpecVersion', `${SPEC}/versions/latest`, call => readVersion(call, latestVersion)),
  read('getLatestOpenAPISpecVersionContent', `${SPEC}/versions/latest/content`, call =>
    readContent(call, latestVersion),
  ),
  read('getOpenAPISpecVersionById', `${SPEC}/versions/{versionId}`, call => readVersion(call, namedVersion)),
  read('getOpenAPISpecVersionContentById', `${SPEC}/versions/{versionId}/content`, call =>
    readContent(call, namedVersion),
  ),
]

type Handle = Route['handle']

function read(name: string, path: string, handle: Handle): Route {
  return { name, method: 'GET', path, handle }
}

const slugSchema = z
  .string()
  .min(1)
  .max(100)
  .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/)
const source = z.union([
  z.object({ url: z.url({ protocol: /^https?$/ }).max(2048) }),
  z.object({ text: z.string().min(1) }),
])
const visibility = z.enum(['private', 'public'])
const createSchema = z.object({ slug: slugSchema, source, visibility: visibility.optional() })
const putSchema = createSchema.omit({ slug: true })

async function listSpecs(call: Call): Promise<Answer> {
  const organization = organizationOf(call)
  const specs = await Promise.all([...organization.specs.values()].map(settled))
  return listAnswer(call, specs, spec => presentSpec(call.world, organization, spec))
}

async function readSpec(call: Call): Promise<Answer> {
  const organization = organizationOf(call)
  return ok(presentSpec(call.world, organization, await specOf(call)))
}

async function createSpec(call: Call): Promise<Answer> {
  const organization = organizationOf(call)
  const { slug, ...fields } = await bodyOf(call, createSchema)
  if (organization.specs.has(slug)) throw badRequest(`slug: ${slug} is taken`)
  return created(writeSpec(call, addSpec(call.world, organization, slug), fields))
}

async function putSpec(call: Call): Promise<Answer> {
  const organization = organizationOf(call)
  const { slug, ...fields } = checked(createSchema, {
    ...(await bodyOf(call, putSchema)),
    slug: param(call, 'specSlug'),
  })
  const existing = organization.specs.get(slug)
  if (existing !== undefined) return ok(writeSpec(call, existing, fields))
  return created(writeSpec(call, addSpec(call.world, organization, slug), fields))
}

function writeSpec(call: Call, spec: SpecState, fields: z.infer<typeof putSchema>): unknown {
  if (fields.visibility !== undefined) spec.json.visibility = fields.visibility
  startProcessing(call.world, spec, fields.source)
  return presentSpec(call.world, organizationOf(call), spec)
}

async function updateSpec(call: Call): Promise<Answer> {
  const spec = getSpec(organizationOf(call), param(call, 'specSlug'))
  spec.json.visibility = (await bodyOf(call, z.object({ visibility }))).visibility
  spec.json.updatedAt = call.world.clock.timestamp()
  return readSpec(call)
}

function deleteSpec(call: Call): Answer {
  return deleted(organizationOf(call).specs.delete(param(call, 'specSlug')))
}

async function listVersions(call: Call): Promise<Answer> {
  const organization = organizationOf(call)
  const spec = await specOf(call)
  const newestFirst = [...spec.versions.values()].reverse()
  return listAnswer(call, newestFirst, version => presentVersion(call.world, organization, spec, version))
}

type Choice = (call: Call, spec: SpecState) => SpecVersion

const latestVersion: Choice = (_call, spec) => getVersion(spec, spec.json.lastVersion)
const namedVersion: Choice = (call, spec) => getVersion(spec, param(call, 'versionId'))

async function readVersion(call: Call, choose: Choice): Promise<Answer> {
  const organization = organizationOf(call)
  const spec = await specOf(call)
  return ok(presentVersion(call.world, organization, spec, choose(call, spec)))
}

async function readContent(call: Call, choose: Choice): Promise<Answer> {
  return ok(presentVersionContent(call.world, choose(call, await specOf(call))))
}

async function readRaw(call: Call): Promise<Answer> {
  return ok(presentRawContent(latestVersion(call, await specOf(call))))
}

function specOf(call: Call): Promise<SpecState> {
  return settled(getSpec(organizationOf(call), param(call, 'specSlug')))
}

function organizationOf(call: Call): OrganizationState {
  return getOrganization(call.world, param(call, 'organizationId'))
}
