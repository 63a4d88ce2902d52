import { type Fields, textOf } from '../../model/fields.ts'
import type { Kind } from '../../model/resource.ts'
import { rankOf } from './member.ts'
import { type Above, type ItemOf, phases, restorer } from './restorer.ts'

export const collection = restorer({
  kind: 'collection',
  phase: phases.collections,
  key: ({ json }, map) => {
    const parent = textOf(json.parent)
    const above = parent === null ? '' : map('collection', parent)
    return above === null ? null : `${above}/${String(json.title)}`
  },
  create: async ({ context, knowledge }, { json }) => {
    const parent = textOf(json.parent)
    const above = parent === null ? null : knowledge.map('collection', parent)
    const made = await context.platform.collections.create(context.organization, {
      title: textOf(json.title) ?? '',
      ...(above === null ? {} : { parent: above }),
    })
    return { id: made.id, json: made }
  },
  settings: [
    {
      name: 'description and default level',
      phase: phases.collections,
      fields: ({ json }) => ({
        title: json.title,
        description: json.description ?? '',
        defaultLevel: json.defaultLevel ?? null,
      }),
      write: async ({ context: { platform } }, target, fields: Fields) => {
        await platform.collections.update(target, fields)
      },
      widens: (before, after) => rankOf(after.defaultLevel) > rankOf(before.defaultLevel),
    },
    {
      name: 'parent',
      into: ({ json }) => inCollection(json),
      phase: phases.collections,
      fields: ({ json }, map) => parentOf(json.parent, map),
      write: async ({ context: { platform } }, target, { parent }) => {
        await platform.collections.move(target, { parent: textOf(parent) })
      },
    },
  ],
  emptied: { description: '' },
  remove: ({ context: { platform } }, { id }) => platform.collections.delete(id),
  lost: [
    { field: 'id', why: 'new-one' },
    { field: 'organization', why: 'in-target' },
  ],
})

/** A collection that is not there leaves its contents where they are. */
export function parentOf(
  parent: unknown,
  map: (kind: Kind, id: string) => string | null,
): { parent?: string | null } {
  if (typeof parent !== 'string') return { parent: null }
  const mapped = map('collection', parent)
  return mapped === null ? {} : { parent: mapped }
}

export function inCollection({ parent }: ItemOf<'collection' | 'space'>['json']): Above | null {
  return typeof parent === 'string'
    ? { kind: 'collection', noun: 'collection', id: parent, field: 'parent' }
    : null
}
