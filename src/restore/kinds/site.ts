import { type Fields, recordOf, textOf } from '../../model/fields.ts'
import type { SiteChange } from '../../platform/operations/sites.ts'
import type { RestoreSession } from '../apply/session.ts'
import type { MapId } from '../match/ids.ts'
import type { TargetProfile } from '../read/target-profile.ts'
import { type KnownOf, NEWEST, NOT_NEWEST, OLDER, onlyOf, thereOf } from './known-fields.ts'
import { rankOf } from './member.ts'
import { type ItemOf, phases, restorer } from './restorer.ts'

const AGENTS = { agentsContext: OLDER } satisfies KnownOf<'site'>

/** Made unpublished. What it shows, its look and its doors are kinds of their own; publishing is asked for. */
export const site = restorer({
  kind: 'site',
  phase: phases.sites,
  key: ({ json }) => textOf(json.title),
  obstacle: ({ json }, { extended }) => {
    if (!extended) return 'this service has no operation that makes a site'
    return typeof json.title === 'string' ? null : 'only its id was known when the backup was taken'
  },
  create: async ({ context: { platform, organization } }, { json }) => {
    const made = await platform.sites.create(organization, {
      title: textOf(json.title) ?? '',
      ...(typeof json.visibility === 'string' ? { visibility: json.visibility } : {}),
      ...(typeof json.type === 'string' ? { type: json.type } : {}),
    })
    return { id: made.id, json: made }
  },
  settings: [
    {
      name: 'title and address',
      phase: phases.sites,
      fields: ({ json }) => ({
        title: json.title,
        ...(typeof json.basename === 'string' ? { basename: json.basename } : {}),
        ...thereOf(json, AGENTS),
        ...(recordOf(json.adaptiveContent) ? { adaptiveContent: json.adaptiveContent } : {}),
        proxy: textOf(recordOf(json.proxy)?.target),
      }),
      known: AGENTS,
      write: (session, target, fields: Fields) => changeSite(session, target, fields),
    },
    {
      name: 'default level',
      phase: phases.siteDoors,
      fields: ({ json }) => ('defaultLevel' in json ? { defaultLevel: json.defaultLevel } : {}),
      standard: { defaultLevel: 'inherit' },
      known: { defaultLevel: NEWEST },
      write: (session, target, fields: Fields) => changeSite(session, target, fields),
      widens: (before, after) => rankOf(after.defaultLevel) > rankOf(before.defaultLevel),
    },
    {
      name: 'style guide',
      phase: phases.siteLook,
      awaits: true,
      fields: ({ json }, map) => ({ styleguide: guideOf(json, map) }),
      standard: { styleguide: null },
      known: { styleguide: NEWEST },
      write: (session, target, { styleguide }) =>
        changeSite(session, target, { styleguide: textOf(styleguide) }),
    },
    {
      name: 'visibility',
      phase: phases.sites,
      fields: ({ json }) => ({ visibility: json.visibility }),
      write: (session, target, { visibility }) =>
        changeSite(session, target, { visibility: String(visibility) }),
      widens: (_before, after) => after.visibility !== 'visitor-auth',
    },
    {
      name: 'publication',
      phase: phases.publishing,
      fields: ({ json }) => ({ published: json.published === true }),
      standard: { published: false },
      asked: request => request.publish === true || request.takeBack !== undefined,
      write: async ({ context: { platform, organization } }, target, { published }) => {
        if (published === true) await platform.sites.publish(organization, target)
        else await platform.sites.unpublish(organization, target)
      },
      widens: (_before, after) => after.published === true,
    },
  ],
  emptied: { proxy: null },
  remove: ({ context: { platform, organization } }, { id }) => platform.sites.delete(organization, id),
  lost: [
    { field: 'id', why: 'new-one' },
    { field: 'createdAt', why: 'date' },
    { field: 'published', why: 'publish-asked' },
    { field: 'hostname', why: 'not-set' },
    { field: 'gitSync', why: 'repository-link' },
    { field: 'styleguide', why: 'no-style-guides', when: onlyOf(NOT_NEWEST) },
    { field: 'styleguide', why: 'absent-space', when: isGuideGone },
    { field: 'proxy', why: 'new-origin' },
    { field: 'icon', why: 'pictures' },
    { field: 'type', why: 'plan-decides' },
    { field: 'appliedType', why: 'plan-decides' },
    { field: 'agentsContext', why: 'no-setting-in-newer', when: onlyOf(NEWEST) },
    { field: 'defaultLevel', why: 'no-setting-in-older', when: onlyOf(NOT_NEWEST) },
    { field: 'basename', why: 'address-taken' },
  ],
})

async function changeSite({ context }: RestoreSession, id: string, change: SiteChange): Promise<void> {
  await context.platform.sites.update(context.organization, id, change)
}

/** As the target calls the space that says how the site is to be written; null: none, or not there. */
function guideOf(json: ItemOf<'site'>['json'], map: MapId): string | null {
  const space = textOf(recordOf(json.styleguide)?.space)
  return space === null ? null : map('space', space)
}

function isGuideGone({ json }: ItemOf<'site'>, { map }: TargetProfile): boolean {
  return guideOf(json, map) === null
}
