/**
 * Integrations that were installed, and on which spaces and sites. What is installed acts on its own at once, with the
 * configuration of old (it may write to a repository or into a channel), so it is put back only where it is asked for.
 */

import { type Fields, recordOf, textOf } from '../../model/fields.ts'
import { isNew } from '../apply/find.ts'
import type { RestoreKnowledge, RestoreSession } from '../apply/session.ts'
import type { TargetProfile } from '../read/target-profile.ts'
import type { StateItem } from '../state.ts'
import { type ItemOf, type LossOf, type Made, phases, type Restorer, restorer } from './restorer.ts'

const UNASKED =
  'an integration acts as soon as it is installed: ask for it with --kind installation installation-space installation-site'
const BY_HAND = 'this service installs no integrations: install it by hand'

const LOST = [
  { field: 'id', why: 'new-one' },
  { field: 'createdAt', why: 'date' },
  { field: 'target.organization', why: 'in-target' },
  { field: 'status', why: 'secrets' },
] as const satisfies readonly LossOf<'installation' | 'installation-space' | 'installation-site'>[]

export const installation = restorer({
  kind: 'installation',
  phase: phases.integrations,
  onlyAsked: UNASKED,
  key: ({ json }) => textOf(json.integration),
  obstacle: (item, { extended, installable }: TargetProfile) => {
    if (!extended) return BY_HAND
    return installable.has(nameOf(item))
      ? null
      : `the target has no integration ${nameOf(item)}: publish it there first, from its own source`
  },
  create: async ({ context: { platform, organization } }, item) => {
    const name = nameOf(item)
    const made = await platform.integrations.install(name, organization)
    return { id: made.id, json: { ...made, integration: name } }
  },
  find: async ({ context, knowledge }, item) => {
    for await (const installed of context.platform.integrations.listInstalled(context.organization)) {
      const { id } = installed.installation
      if (installed.integration.name === nameOf(item) && isNew(knowledge, item, id)) return { id }
    }
    return null
  },
  settings: [
    {
      name: 'selection and configuration',
      phase: phases.integrations,
      fields: ({ json }) => ({
        ...configured(json),
        space_selection: json.space_selection ?? 'selected',
        site_selection: json.site_selection ?? 'selected',
      }),
      write: async ({ context: { platform } }, target, fields: Fields, item) => {
        await platform.integrations.updateInstallation(nameOf(item), target, fields)
      },
      widens: (before, after) =>
        (['space_selection', 'site_selection'] as const).some(
          selection => before[selection] !== 'all' && after[selection] === 'all',
        ),
    },
  ],
  staysUnasked: 'whatever it is connected to would lose it: --kind installation takes it away',
  remove: ({ context: { platform } }, item) => platform.integrations.uninstall(nameOf(item), item.id),
  lost: LOST,
})

export const installationSpace = placeOf('space')
export const installationSite = placeOf('site')

function placeOf(place: 'space' | 'site'): Restorer {
  const phase = phases.integrations + 0.1
  const missing = `the ${place} is not in the target`
  return restorer({
    kind: `installation-${place}`,
    phase,
    onlyAsked: UNASKED,
    key: ({ id }, map) => map(place, id),
    obstacle: ({ id }, { map, extended }) =>
      extended ? (map(place, id) === null ? missing : null) : BY_HAND,
    create: async ({ context, knowledge }, item) => {
      const { integration, target } = aboveOf(knowledge, item)
      const { integrations } = context.platform
      const id = knowledge.need(place, item.id)
      const made =
        place === 'space'
          ? await integrations.installOnSpace(integration, target, id)
          : await integrations.installOnSite(integration, target, id)
      return { id, json: made }
    },
    find: (session, item) => findPlace(session, place, item),
    settings: [
      {
        name: 'configuration',
        phase,
        fields: ({ json }) => configured(json),
        write: async ({ context, knowledge }, id, fields: Fields, item) => {
          const { integration, target } = aboveOf(knowledge, item)
          const { integrations } = context.platform
          if (place === 'space') await integrations.updateInstallationSpace(integration, target, id, fields)
          else await integrations.updateInstallationSite(integration, target, id, fields)
        },
      },
    ],
    lost: LOST,
  })
}

async function findPlace(
  { context, knowledge }: RestoreSession,
  place: 'space' | 'site',
  item: StateItem,
): Promise<Made | null> {
  const { integration, target } = aboveOf(knowledge, item)
  const { integrations } = context.platform
  const id = knowledge.need(place, item.id)
  const found =
    place === 'space'
      ? await integrations.findInstallationSpace(integration, target, id)
      : await integrations.findInstallationSite(integration, target, id)
  return found === null ? null : { id, json: found }
}

function aboveOf(
  knowledge: RestoreKnowledge,
  { parent }: StateItem,
): { integration: string; target: string } {
  if (parent === null) throw new Error('what is installed on a place belongs to an installation')
  return { integration: nameOf(parent), target: knowledge.target(parent) }
}

function configured(
  json: ItemOf<'installation' | 'installation-space' | 'installation-site'>['json'],
): Fields {
  return { configuration: recordOf(json.configuration) ?? {}, externalIds: json.externalIds ?? [] }
}

function nameOf({ json }: ItemOf<'installation'>): string {
  return textOf(json.integration) ?? ''
}
