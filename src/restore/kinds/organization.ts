import { type Fields, listOf, recordOf, textOf } from '../../model/fields.ts'
import type { Kind } from '../../model/resource.ts'
import type { TargetProfile } from '../read/target-profile.ts'
import { rankOf } from './member.ts'
import { lostMergeRules, MERGE_RULES, mergeRulesOf, mergesMoreEasily } from './merge-rules.ts'
import { type ItemOf, phases, restorer, type SettingOf } from './restorer.ts'

/** Always there; its settings in three groups, those that can lock people out at the very end. */
export const organization = restorer({
  kind: 'organization',
  phase: phases.settings,
  key: () => 'organization',
  obstacle: () => 'an organization is given, not made',
  settings: [
    setting({
      name: 'settings',
      phase: phases.settings,
      fields: ({ json }) => ({
        title: json.title,
        defaultRole: json.defaultRole ?? null,
        ...(typeof json.ai === 'boolean' ? { ai: json.ai } : {}),
      }),
      widens: (before, after) => rankOf(after.defaultRole) > rankOf(before.defaultRole),
    }),
    setting({
      name: 'doors',
      phase: phases.locks,
      fields: ({ json }) => ({
        emailDomains: listOf(json.emailDomains).toSorted(),
        inviteLinks: json.inviteLinks === true,
      }),
      widens: opensDoors,
    }),
    setting({
      name: 'default content',
      phase: phases.locks,
      fields: ({ json }, map) => contentOf(json.defaultContent, map),
    }),
    setting({
      name: 'merge rules',
      phase: phases.locks,
      known: MERGE_RULES,
      fields: ({ json }, map) => mergeRulesOf(json, map),
      widens: mergesMoreEasily,
      standard: { mergeRules: { type: 'none' } },
    }),
    setting({
      name: 'single sign-on',
      phase: phases.enforcement,
      fields: ({ json }) => ({ sso: json.sso === true }),
      widens: (before, after) => before.sso === true && after.sso !== true,
    }),
  ],
  lost: [
    { field: 'id', why: 'of-target' },
    { field: 'createdAt', why: 'date' },
    { field: 'hostname', why: 'hostname' },
    { field: 'customHostname', why: 'not-set' },
    { field: 'defaultContent', why: 'absent-site', when: isSiteGone },
    { field: 'type', why: 'not-set' },
    // Of another organization, where there is one.
    {
      field: 'urls',
      why: 'pictures',
      when: ({ json }, { home }) => home || recordOf(json.urls)?.logo !== undefined,
    },
    { field: 'useCase', why: 'not-set' },
    { field: 'communityType', why: 'not-set' },
    ...lostMergeRules,
  ],
})

/** Whoever has an address of these domains, or a link, may join. */
function opensDoors(before: ItemOf<'organization'>['json'], after: ItemOf<'organization'>['json']): boolean {
  const known = new Set(listOf(before.emailDomains))
  const isNew = listOf(after.emailDomains).some(domain => !known.has(domain))
  return isNew || (before.inviteLinks !== true && after.inviteLinks === true)
}

function setting(declared: Omit<SettingOf<'organization'>, 'write'>): SettingOf<'organization'> {
  return {
    ...declared,
    write: async ({ context: { platform, organization } }, _target, change: Fields) => {
      await platform.organizations.update(organization, change)
    },
  }
}

function isSiteGone({ json }: ItemOf<'organization'>, { map }: TargetProfile): boolean {
  return !('defaultContent' in contentOf(json.defaultContent, map))
}

function contentOf(value: unknown, map: (kind: Kind, id: string) => string | null): object {
  const site = value && typeof value === 'object' && 'site' in value ? textOf(value.site) : null
  const mapped = site === null ? null : map('site', site)
  return mapped === null ? {} : { defaultContent: { type: 'site', site: mapped } }
}
