/**
 * OpenAPI specifications from files, one version each.
 */
import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { UsageError } from '../../model/errors.ts'
import type { OrganizationState } from '../state/records/organization.ts'
import { addSpec, takeSpecText } from '../state/spec.ts'
import type { World } from '../state/world.ts'

const MAX_SLUG = 100

/** Slugs come from the file names; equal ones get a number. */
export async function generateSpecs(
  world: World,
  organization: OrganizationState,
  files: readonly string[],
): Promise<void> {
  for (const file of files) {
    const text = await readSpec(file)
    const name = basename(file)
    const spec = addSpec(world, organization, freeSlug(organization, slugOf(name)))
    takeSpecText(world, spec, { name, text })
    if (spec.json.lastVersion === undefined)
      throw new UsageError(`the specification ${file} is no OpenAPI document in JSON or YAML`)
  }
}

async function readSpec(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8')
  } catch (cause) {
    throw new UsageError(`the specification ${file} cannot be read`, { cause })
  }
}

function slugOf(name: string): string {
  const base = name.replace(/\.[^.]+$/, '').toLowerCase()
  return (
    base
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-|-$/g, '')
      .slice(0, MAX_SLUG) || 'api'
  )
}

function freeSlug(organization: OrganizationState, wanted: string): string {
  let slug = wanted
  for (let number = 2; organization.specs.has(slug); number++) slug = `${wanted}-${number}`
  return slug
}
