/**
 * OpenAPI specifications and versions: api.md 4.16.
 */
import type { Answer } from '../protocol/answer.ts'
import { ok } from '../protocol/answer.ts'
import { type Call, param } from '../protocol/call.ts'
import { listAnswer } from '../protocol/paging.ts'
import type { Route } from '../protocol/route.ts'
import { getOrganization, type OrganizationState } from '../state/organization.ts'
import {
  getSpec,
  getVersion,
  presentSpec,
  presentVersion,
  presentVersionContent,
  type SpecState,
  type SpecVersion,
} from '../state/spec.ts'

const BASE = '/v1/orgs/{organizationId}/openapi'
const SPEC = `${BASE}/{specSlug}`

export const openApiRoutes: readonly Route[] = [
  read('listOpenAPISpecs', BASE, listSpecs),
  read('getOpenAPISpecBySlug', SPEC, readSpec),
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

function read(name: string, path: string, handle: (call: Call) => Answer): Route {
  return { name, method: 'GET', path, handle }
}

function listSpecs(call: Call): Answer {
  const organization = organizationOf(call)
  return listAnswer(call, [...organization.specs.values()], spec =>
    presentSpec(call.world, organization, spec),
  )
}

function readSpec(call: Call): Answer {
  const organization = organizationOf(call)
  return ok(presentSpec(call.world, organization, getSpec(organization, param(call, 'specSlug'))))
}

function listVersions(call: Call): Answer {
  const organization = organizationOf(call)
  const spec = getSpec(organization, param(call, 'specSlug'))
  const newestFirst = [...spec.versions.values()].reverse()
  return listAnswer(call, newestFirst, version => presentVersion(call.world, organization, spec, version))
}

type Choice = (call: Call, spec: SpecState) => SpecVersion

const latestVersion: Choice = (_call, spec) => getVersion(spec, spec.json.lastVersion)
const namedVersion: Choice = (call, spec) => getVersion(spec, param(call, 'versionId'))

function readVersion(call: Call, choose: Choice): Answer {
  const organization = organizationOf(call)
  const spec = getSpec(organization, param(call, 'specSlug'))
  return ok(presentVersion(call.world, organization, spec, choose(call, spec)))
}

function readContent(call: Call, choose: Choice): Answer {
  const spec = getSpec(organizationOf(call), param(call, 'specSlug'))
  return ok(presentVersionContent(call.world, choose(call, spec)))
}

function organizationOf(call: Call): OrganizationState {
  return getOrganization(call.world, param(call, 'organizationId'))
}
