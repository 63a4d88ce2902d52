/**
 * Translation settings in the document's shape (api.md 2.15), not that of the published service.
 */
import { notFound } from '../protocol/api-error.ts'
import type { JsonObject } from './json-object.ts'
import type { OrganizationState } from './organization.ts'
import type { World } from './world.ts'

export interface TranslationSettings {
  [field: string]: unknown
  object: 'translation-settings'
  id: string
  title: string
  languages: string[]
  createdAt: string
  updatedAt: string
}

export function getTranslation(organization: OrganizationState, id: string): TranslationSettings {
  const settings = organization.translations.get(id)
  if (settings === undefined) throw notFound('translation settings')
  return settings
}

export function addTranslation(
  world: World,
  organization: OrganizationState,
  title: string,
  languages: string[],
): TranslationSettings {
  const now = world.clock.timestamp()
  const settings: TranslationSettings = {
    object: 'translation-settings',
    id: world.makeId(),
    title,
    languages,
    createdAt: now,
    updatedAt: now,
  }
  organization.translations.set(settings.id, settings)
  return settings
}

export function presentTranslation(
  world: World,
  organization: OrganizationState,
  settings: TranslationSettings,
): JsonObject {
  return {
    permissions: { view: true, edit: true },
    urls: { location: `${world.origin}/v1/orgs/${organization.json.id}/translations/${settings.id}` },
    ...settings,
  }
}
