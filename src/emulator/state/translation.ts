/**
 * Translations. In the document's service they have a title and languages (docs/development/platform.md#translations);
 * in the services that there are, one is of a space into a language, and stays in step with it.
 */
import { notFound } from '../protocol/api-error.ts'
import { isJsonObject, type JsonObject } from './json-object.ts'
import { offered } from './offered.ts'
import type {
  OrganizationState,
  SpaceTranslation,
  TranslationSettings,
  TranslationState,
} from './records/organization.ts'
import type { World } from './world.ts'

export function getTranslation(organization: OrganizationState, id: string): TranslationState {
  const translation = organization.translations.get(id)
  if (translation === undefined) throw notFound('translation')
  return translation
}

export function addTranslation(
  world: World,
  organization: OrganizationState,
  fields: TranslationSettings | SpaceTranslation,
): TranslationState {
  const now = world.clock.timestamp()
  const translation = { id: world.makeId(), ...fields, createdAt: now, updatedAt: now }
  organization.translations.set(translation.id, translation)
  return translation
}

/** Those of a space that is gone. */
export function dropTranslations(organization: OrganizationState | undefined, space: string): void {
  for (const [id, translation] of organization?.translations ?? [])
    if (isJsonObject(translation.source) && translation.source.space === space)
      organization?.translations.delete(id)
}

export const NO_INSTRUCTIONS: JsonObject = { object: 'document', data: {}, nodes: [] }

export function presentTranslation(
  world: World,
  organization: OrganizationState,
  translation: TranslationState,
): JsonObject {
  return {
    permissions: { view: true, edit: true },
    urls: { location: `${world.origin}/v1/orgs/${organization.json.id}/translations/${translation.id}` },
    ...offered(world, 'replaced', { object: 'translation-settings' }),
    ...offered(world, 'extension', { object: 'translation', status: 'completed', stats: NOTHING_YET }),
    ...translation,
  }
}

/** Nothing is translated here. */
const NOTHING_YET = {
  runs: 0,
  totalWords: 0,
  totalPages: 0,
  totalDuration: 0,
  latestRunDuration: 0,
  latestPages: 0,
  latestWords: 0,
} as const
