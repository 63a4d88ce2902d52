/** The conditions that rules name: questions about a resource before and after, and what stands around it. */
import { listOf, recordOf } from '../model/fields.ts'
import { valuesAt } from '../model/paths.ts'
import type { Kind } from '../model/resource.ts'
import { declarationOf } from '../resources/index.ts'
import type { Item } from '../resources/resource.ts'
import { teamMember } from '../resources/team-member.ts'
import { parseLevel, parseRole, strengthOf } from './access/role.ts'
import { isAdmin } from './members.ts'
import type { SnapshotFacts } from './snapshot-facts.ts'

export interface Situation {
  kind: Kind
  id: string
  parent: string | null
  /** Null before it was there, or after it was gone. */
  before: Item | null
  after: Item | null
  earlier: SnapshotFacts
  later: SnapshotFacts
}

const OPEN = ['public', 'unlisted']

export const conditions = {
  'became-admin': ({ before, after }) => isAdmin(after) && !isAdmin(before),
  'ceased-admin': ({ before, after }) => isAdmin(before) && !isAdmin(after),
  'few-admins': ({ later }) => later.administrators() <= 1,
  outside: ({ id, later }) => later.isOutside(later.person(id).email),
  'team-is-admin': ({ parent, later }) => parent !== null && later.teamIsAdmin(parent),
  activated: ({ before, after }) => isActive(after) && !isActive(before),
  deactivated: ({ before, after }) => isActive(before) && !isActive(after),
  raised: ({ kind, before, after }) => roleStrength(kind, after) > roleStrength(kind, before),
  lowered: ({ kind, before, after }) => roleStrength(kind, after) < roleStrength(kind, before),
  'default-raised': situation => defaultStrength(situation, 'after') > defaultStrength(situation, 'before'),
  'default-lowered': situation => defaultStrength(situation, 'after') < defaultStrength(situation, 'before'),
  'switched-on:sso': ({ before, after }) => before?.sso !== true && after?.sso === true,
  'switched-off:sso': ({ before, after }) => before?.sso === true && after?.sso !== true,
  'switched-on:disabled': ({ before, after }) => before?.disabled !== true && after?.disabled === true,
  'switched-off:disabled': ({ before, after }) => before?.disabled === true && after?.disabled !== true,
  'switched-on:inviteLinks': ({ before, after }) =>
    before?.inviteLinks !== true && after?.inviteLinks === true,
  'switched-off:inviteLinks': ({ before, after }) =>
    before?.inviteLinks === true && after?.inviteLinks !== true,
  'without-sso': ({ before, after, later }) =>
    later.organization().sso === true && after?.sso !== true && (before === null || before.sso === true),
  opened: situation => isOpen(situation, 'after') && !isOpen(situation, 'before'),
  closed: situation => isOpen(situation, 'before') && !isOpen(situation, 'after'),
  'not-opened': situation => !(isOpen(situation, 'after') && !isOpen(situation, 'before')),
  'not-closed': situation => !(isOpen(situation, 'before') && !isOpen(situation, 'after')),
  'merge-rules-weakened': ({ before, after }) => {
    const kept = new Set(mergeRulesOf(after))
    return mergeRulesOf(before).some(rule => !kept.has(rule))
  },
  'scopes-widened': ({ kind, before, after }) =>
    before !== null && after !== null && isWider(kind, before, after),
} as const satisfies Record<string, (situation: Situation) => boolean>

export type ConditionName = keyof typeof conditions

/** For the table of rules. */
export const conditionWords: Readonly<Record<ConditionName, string>> = {
  'became-admin': 'administrator now, and enabled, which was not so before',
  'ceased-admin': 'administrator before, and enabled, which is not so now',
  'few-admins': 'one administrator or none is left',
  outside: "the e-mail address is outside the organization's domains",
  'team-is-admin': 'the team is administrator of a space, a collection or a site',
  activated: 'active now, and was not',
  deactivated: 'active before, and is not now',
  raised: 'the role is stronger than before',
  lowered: 'the role is weaker than before',
  'default-raised':
    'the default is stronger than before; what is inherited counts as the default of the organization',
  'default-lowered':
    'the default is weaker than before; what is inherited counts as the default of the organization',
  'switched-on:sso': 'switched on',
  'switched-off:sso': 'switched off',
  'switched-on:disabled': 'switched on',
  'switched-off:disabled': 'switched off',
  'switched-on:inviteLinks': 'switched on',
  'switched-off:inviteLinks': 'switched off',
  'without-sso': 'single sign-on is enforced, and this member no longer uses it',
  opened: 'public or unlisted now (a site: and published; a space in a site: as that), and was not',
  closed: 'public or unlisted before (a site: and published), and is not now',
  'not-opened': 'not public or unlisted now where it was not before',
  'not-closed': 'not closed where it was public or unlisted before',
  'merge-rules-weakened': 'a rule that was there is gone',
  'scopes-widened': 'a scope more than before, or all places instead of selected ones',
}

function isActive(link: Item | null): boolean {
  return link !== null && link.active !== false
}

function roleStrength(kind: Kind, item: Item | null): number {
  const [role] = (declarationOf(kind)?.role ?? []).flatMap(path => valuesAt(item, path))
  if (kind === teamMember.kind && typeof role === 'string') return role === 'owner' ? 2 : 1
  return strengthOf(parseRole(role))
}

/** A level that is inherited is as strong as what it inherits; for that the organization's default stands. */
function defaultStrength({ before, after, earlier, later }: Situation, side: 'before' | 'after'): number {
  const [item, facts] = side === 'before' ? [before, earlier] : [after, later]
  if (item && 'defaultRole' in item) return strengthOf(parseRole(item.defaultRole))
  const level = parseLevel(item?.defaultLevel ?? (item && 'defaultLevel' in item ? null : undefined))
  return strengthOf(level === 'inherit' ? parseRole(facts.organization().defaultRole) : level)
}

function isOpen(
  { kind, parent, before, after, earlier, later }: Situation,
  side: 'before' | 'after',
): boolean {
  const [item, facts] = side === 'before' ? [before, earlier] : [after, later]
  if (item === null) return false
  if (kind === 'site') return isOpenSite(item)
  if (kind === 'site-space') return parent !== null && isOpenSite(facts.item('site', parent))
  return OPEN.includes(String(item.visibility))
}

export function isOpenSite(site: Item | null): boolean {
  return site !== null && site.published === true && OPEN.includes(String(site.visibility))
}

function mergeRulesOf(item: Item | null): string[] {
  const configuration = item?.mergeRules
  return listOf(recordOf(configuration)?.rules).map(rule => JSON.stringify(rule))
}

function isWider(kind: Kind, before: Item, after: Item): boolean {
  if (kind === 'integration') {
    const old = new Set(listOf(before.scopes))
    return listOf(after.scopes).some(scope => !old.has(scope))
  }
  return ['space_selection', 'site_selection'].some(
    field => before[field] === 'selected' && after[field] === 'all',
  )
}
