/**
 * OpenAPI specifications and their versions. A new version is made only when the text differs from the latest one.
 */
import { parse } from 'yaml'
import { notFound } from '../protocol/api-error.ts'
import { publishDownload, signedUrl } from './file.ts'
import { isJsonObject, type JsonObject } from './json-object.ts'
import { offered } from './offered.ts'
import type { OrganizationState } from './records/organization.ts'
import type { SpecErrorCode, SpecState, SpecVersion } from './records/spec.ts'
import type { World } from './world.ts'

export interface SpecText {
  /** Of the file. */
  name: string
  text: string
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

/** Without a version, waiting for a source. */
export function addSpec(world: World, organization: OrganizationState, slug: string): SpecState {
  const now = world.clock.timestamp()
  const spec: SpecState = {
    json: {
      object: 'openapi-spec',
      id: world.makeId(),
      createdAt: now,
      updatedAt: now,
      slug,
      visibility: 'private',
      processingState: 'pending',
    },
    versions: new Map(),
    processed: Promise.resolve(),
    generation: 0,
  }
  organization.specs.set(slug, spec)
  return spec
}

/** What a text becomes: the next version, the same as before, or an error. */
export function takeSpecText(world: World, spec: SpecState, { name, text }: SpecText): void {
  const parsed = parsedSpec(text)
  if (parsed === null) {
    failSpec(world, spec, 'PARSE_ERROR', 'the text is not an OpenAPI document in JSON or YAML')
    return
  }
  const latest = spec.json.lastVersion === undefined ? undefined : spec.versions.get(spec.json.lastVersion)
  if (latest?.text !== text) {
    const createdAt = world.clock.timestamp()
    const version = { id: world.makeIdFor(text), createdAt, name, text, filesystem: { [name]: parsed } }
    spec.versions.set(version.id, version)
    spec.json.lastVersion = version.id
  }
  complete(world, spec)
  delete spec.json.lastProcessErrorCode
  delete spec.json.lastProcessedErrors
}

/** The versions stay as they are. */
export function failSpec(world: World, spec: SpecState, code: SpecErrorCode, message: string): void {
  complete(world, spec)
  spec.json.lastProcessErrorCode = code
  spec.json.lastProcessedErrors = [{ message, code }]
}

function complete(world: World, { json }: SpecState): void {
  json.processingState = 'complete'
  json.lastProcessedAt = world.clock.timestamp()
}

function parsedSpec(text: string): JsonObject | null {
  try {
    const parsed: unknown = parse(text)
    if (!isJsonObject(parsed)) return null
    return typeof parsed.openapi === 'string' || typeof parsed.swagger === 'string' ? parsed : null
  } catch {
    return null
  }
}

export function presentSpec(world: World, organization: OrganizationState, spec: SpecState): JsonObject {
  return {
    permissions: { view: true, edit: true },
    urls: {
      location: specUrl(world, organization, spec),
      app: `${world.appUrl}/o/${organization.json.id}/openapi/${spec.json.slug}`,
    },
    ...offered(world, 'newest', { lastProcessedErrorCount: spec.json.lastProcessedErrors?.length ?? 0 }),
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
  const url = versionUrl(world, version)
  return {
    filesystem: version.filesystem,
    ...offered(world, 'dropped', { url }),
    ...offered(world, 'newest', { urls: { source: url, public: null } }),
  }
}

export function presentRawContent({ text }: SpecVersion): JsonObject {
  return { text, format: isJson(text) ? 'json' : 'yaml' }
}

/** A name for a text that came without one. */
export function specFileName(text: string): string {
  return isJson(text) ? 'openapi.json' : 'openapi.yaml'
}

function isJson(text: string): boolean {
  return text.trimStart().startsWith('{')
}

function versionUrl(world: World, version: SpecVersion): string {
  const contentType = version.name.endsWith('.json') ? 'application/json' : 'application/yaml'
  const handle = publishDownload(world, version.id, { bytes: () => Buffer.from(version.text), contentType })
  return signedUrl(world, handle, version.name)
}

function specUrl(world: World, organization: OrganizationState, spec: SpecState): string {
  return `${world.origin}/v1/orgs/${organization.json.id}/openapi/${spec.json.slug}`
}
