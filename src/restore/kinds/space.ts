import { type Fields, recordOf, textOf } from '../../model/fields.ts'
import { candidates } from '../apply/find.ts'
import type { RestoreSession } from '../apply/session.ts'
import type { TargetProfile } from '../read/target-profile.ts'
import type { StateItem } from '../state.ts'
import { inCollection, parentOf } from './collection.ts'
import { rankOf } from './member.ts'
import { lostMergeRules, MERGE_RULES, mergeRulesOf, mergesMoreEasily } from './merge-rules.ts'
import { type ItemOf, type Made, phases, restorer, type SettingOf } from './restorer.ts'

const TITLE_MAX = 50

export const space = restorer({
  kind: 'space',
  phase: phases.spaces,
  key: ({ json }, map) => {
    const parent = textOf(json.parent)
    const above = parent === null ? '' : map('collection', parent)
    return above === null ? null : `${above}/${String(json.title)}`
  },
  obstacle: (_item, { extended, template }: TargetProfile) =>
    extended || template !== null
      ? null
      : 'this service creates no spaces, and the target has no empty space to duplicate',
  create,
  find: async (session, item) => {
    const wanted = [textOf(item.json.title), copyTitle(session.knowledge.profile.template)]
    for (const json of await candidates(session, item))
      if (wanted.includes(textOf(json.title))) return { id: String(json.id), json: json }
    return null
  },
  undelete: async ({ context: { platform } }, { id }) => {
    const found = await platform.spaces.find(id)
    if (found === null) return null
    if (typeof found.deletedAt !== 'string') return { id, json: found }
    return { id, json: await platform.spaces.restore(id) }
  },
  settings: [
    setting('title and look', phases.spaces, ({ json }) => ({ title: json.title, ...lookOf(json) })),
    {
      name: 'place',
      into: ({ json }) => inCollection(json),
      phase: phases.spaces,
      fields: ({ json }, map) => parentOf(json.parent, map),
      write: async ({ context: { platform } }, target, { parent }) => {
        await platform.spaces.move(target, { parent: textOf(parent) })
      },
    },
    {
      ...setting('language', phases.order, ({ json }) =>
        typeof json.language === 'string' ? { language: json.language } : {},
      ),
      extended: true,
    },
    {
      ...setting('default level', phases.grants, ({ json }) => ({ defaultLevel: json.defaultLevel ?? null })),
      widens: (before, after) => rankOf(after.defaultLevel) > rankOf(before.defaultLevel),
    },
    {
      ...setting('merge rules', phases.locks, ({ json }, map) => mergeRulesOf(json, map)),
      known: MERGE_RULES,
      standard: { mergeRules: { type: 'inherit' } },
      widens: mergesMoreEasily,
    },
    {
      ...setting('edit mode', phases.locks, ({ json }) => ({ editMode: json.editMode ?? 'live' })),
      standard: { editMode: 'live' },
    },
  ],
  remove: ({ context: { platform } }, { id }) => platform.spaces.delete(id),
  lost: [
    { field: 'id', why: 'new-one' },
    { field: 'organization', why: 'in-target' },
    { field: 'createdAt', why: 'date' },
    { field: 'visibility', why: 'shown-by' },
    { field: 'visitorAuth', why: 'of-site' },
    { field: 'type', why: 'style-guide-type' },
    { field: 'urls', why: 'service-address', when: ({ json }) => recordOf(json.urls)?.icon !== undefined },
    { field: 'gitSync', why: 'repository-link' },
    {
      field: 'language',
      why: 'not-set-by-document',
      when: (_item, { extended }) => !extended,
    },
    { field: 'language', why: 'not-taken-away', when: ({ json }) => typeof json.language !== 'string' },
    ...lostMergeRules,
    { field: 'emoji', why: 'service-emoji', when: hasNoEmoji },
  ],
})

function hasNoEmoji({ json }: ItemOf<'space'>): boolean {
  return typeof json.emoji !== 'string'
}

function create({ context, knowledge }: RestoreSession, { json }: ItemOf<'space'>): Promise<Made> {
  const { platform } = context
  const { template } = knowledge.profile
  const { parent } = parentOf(json.parent, knowledge.map)
  return platform.capabilities.prefer(
    'createSpace',
    async () => {
      const made = await platform.spaces.create(context.organization, {
        title: textOf(json.title) ?? '',
        ...(typeof json.emoji === 'string' ? { emoji: json.emoji } : {}),
        ...(typeof json.language === 'string' ? { language: json.language } : {}),
        ...(typeof parent === 'string' ? { parent } : {}),
      })
      return { id: made.id, json: made }
    },
    async () => {
      if (template === null) throw new Error('no empty space to duplicate')
      const made = await platform.spaces.duplicate(template.id)
      return { id: made.id, json: made }
    },
  )
}

function copyTitle(template: StateItem | null): string | null {
  return template === null ? null : `Copy of ${String(template.json.title)}`.slice(0, TITLE_MAX)
}

function lookOf(json: ItemOf<'space'>['json']): { emoji?: string; icon?: string } {
  const icon = textOf(recordOf(json.urls)?.icon)
  if (icon !== null) return { icon }
  const emoji = textOf(json.emoji)
  return emoji === null ? {} : { emoji }
}

function setting(name: string, phase: number, fields: SettingOf<'space'>['fields']): SettingOf<'space'> {
  return {
    name,
    phase,
    fields,
    write: async ({ context: { platform } }, target, change: Fields) =>
      void (await platform.spaces.update(target, change)),
  }
}
