/**
 * OpenAPI specifications and their versions.
 */
import { notFound } from '../protocol/api-error.ts'
import { publishDownload, signedUrl } from './file.ts'
import type { JsonObject } from './json-object.ts'
import type { OrganizationState } from './organization.ts'
import type { World } from './world.ts'

interface Spec {
  [field: string]: unknown
  object: 'openapi-spec'
  id: string
  slug: string
  createdAt: string
  updatedAt: string
  lastVersion?: string
}

export interface SpecVersion {
  id: string
  createdAt: string
  /** Name and text of the main file. */
  name: string
  text: string
  /** Parsed files by name. */
  filesystem: JsonObject
}

export interface SpecState {
  json: Spec
  /** By id, oldest first. */
  versions: Map<string, SpecVersion>
}

export function getSpec(organization: OrganizationState, slug: string): SpecState {
  const spec = organization.specs.get(slug)
  if (spec === undefined) throw notFound('OpenAPI specification')
  return spec
}

export function getVersion(spec: SpecState, id: string | undefined): SpecVersion {
  const version = id === undefined ? undefined : spec.versions.get(id)
  if (version === undefined) throw notFound('version')
  return version
}

export interface SpecText {
  /** Of the file. */
  name: string
  text: string
  parsed: unknown
}

/** A specification with one version, processed. */
export function addSpec(
  world: World,
  organization: OrganizationState,
  slug: string,
  { name, text, parsed }: SpecText,
): SpecState {
  const now = world.clock.timestamp()
  const version: SpecVersion = {
    id: world.makeId(),
    createdAt: now,
    name,
    text,
    filesystem: { [name]: parsed },
  }
  const json: Spec = {
    object: 'openapi-spec',
    id: world.makeId(),
    createdAt: now,
    updatedAt: now,
    slug,
    processingState: 'complete',
    lastVersion: version.id,
    lastProcessedAt: now,
  }
  const spec: SpecState = { json, versions: new Map([[version.id, version]]) }
  organization.specs.set(slug, spec)
  return spec
}

export function presentSpec(world: World, organization: OrganizationState, spec: SpecState): JsonObject {
  return {
    permissions: { view: true, edit: true },
    urls: {
      location: specUrl(world, organization, spec),
      app: `${world.appUrl}/o/${organization.json.id}/openapi/${spec.json.slug}`,
    },
    ...spec.json,
  }
}

export function presentVersion(
  world: World,
  organization: OrganizationState,
  spec: SpecState,
  version: SpecVersion,
): JsonObject {
  return {
    object: 'openapi-spec-version',
    id: version.id,
    createdAt: version.createdAt,
    url: versionUrl(world, version),
    urls: { location: `${specUrl(world, organization, spec)}/versions/${version.id}` },
  }
}

export function presentVersionContent(world: World, version: SpecVersion): JsonObject {
  return { filesystem: version.filesystem, url: versionUrl(world, version) }
}

function versionUrl(world: World, version: SpecVersion): string {
  const contentType = version.name.endsWith('.json') ? 'application/json' : 'application/yaml'
  const handle = publishDownload(world, version.id, { bytes: Buffer.from(version.text), contentType })
  return signedUrl(world, handle, version.name)
}

function specUrl(world: World, organization: OrganizationState, spec: SpecState): string {
  return `${world.origin}/v1/orgs/${organization.json.id}/openapi/${spec.json.slug}`
}
