/** Settings of what is there or was just made: compared, planned, and written where they are not as wanted. */
import { canonicalJson } from '../../model/digest.ts'
import type { Fields } from '../../model/fields.ts'
import { resources } from '../../resources/index.ts'
import { presenceOf } from '../../resources/presence.ts'
import { secretTest } from '../../resources/secrets.ts'
import type { RestoreSession } from '../apply/session.ts'
import { textOfWrite, type WriteKey } from '../apply/write-key.ts'
import { restorerOf } from '../kinds/index.ts'
import { knownTo } from '../kinds/known-fields.ts'
import type { Setting } from '../kinds/restorer.ts'
import { type MapId, sameId } from '../match/ids.ts'
import { aboutOf, labelOf } from '../naming.ts'
import type { TargetProfile } from '../read/target-profile.ts'
import type { StateItem } from '../state.ts'
import { changeWords, titledIn } from './change-words.ts'
import { isMade } from './is-made.ts'
import { LEFT } from './left-as-it-is.ts'
import type { PlanBasis, PlanDraft, Planning } from './planning.ts'
import type { Step } from './steps.ts'

export function differs(planning: Planning, setting: Setting, item: StateItem, target: StateItem): boolean {
  if (!isOffered(planning.basis, setting)) return false
  const wanted = settable(setting, planning.basis.profile, item, mapFor(planning, setting))
  const there = fieldsThere(setting, target, wanted)
  return Object.keys(wanted).some(key => !isSame(wanted[key], there[key]))
}

function fieldsThere(setting: Setting, target: StateItem, wanted: Fields): Fields {
  const there = setting.fields(target, sameId)
  return setting.compared?.(there, wanted) ?? there
}

/** What is absent is null. */
function isSame(left: unknown, right: unknown): boolean {
  return canonicalJson(left ?? null) === canonicalJson(right ?? null)
}

/** As it is to be, as far as the service knows it. */
function settable(setting: Setting, { service }: TargetProfile, item: StateItem, map: MapId): Fields {
  return knownTo(service, setting.fields(item, map), setting.known ?? {})
}

export interface Present {
  item: StateItem
  target: StateItem
  /** It may be changed unasked. */
  free: boolean
}

export function planSetting(planning: Planning, setting: Setting, { item, target, free }: Present): void {
  const { basis, plan } = planning
  const { request } = basis
  const about = aboutOf(item)
  const wanted = settable(setting, basis.profile, item, mapFor(planning, setting))
  const there = fieldsThere(setting, target, wanted)
  const declared = resources.find(({ kind }) => kind === item.kind)
  const isSecret = secretTest(declared?.secret ?? [])
  const words = changeWords(there, wanted, titledIn(basis.source, basis.target), isSecret)
  if (!free && request.onConflict !== 'update') {
    plan.skipped.push({ ...about, reason: `${words}: ${LEFT.setting}` })
    return
  }
  const widens = setting.widens?.(there, wanted) === true
  if (widens && !free && request.allowWidening === undefined) {
    plan.skipped.push({
      ...about,
      reason: `${words} would give more access: --allow-widening allows it`,
    })
    return
  }
  if (widens) plan.gains.push({ ...about, reason: words })
  const reason = setting.lasts?.(there, wanted) ?? null
  if (reason !== null) plan.lastingSettings.push({ ...about, reason })
  plan.steps.push(settingStep(setting, item, words))
}

/**
 * Of what is there: where it leads to what this plan makes, it leads there afterwards. Where it gives access, nobody asked
 * for it; where somebody changed it besides, it is theirs.
 */
export function planNaming(planning: Planning, setting: Setting, { item, target, free }: Present): void {
  const { basis, plan } = planning
  const { source, matches, request } = basis
  if (!isOffered(basis, setting) || setting.awaits === true || setting.widens !== undefined) return
  const fieldsBy = (nameOf: (id: string) => string) => {
    const map: MapId = (kind, id) => {
      const named = source.byId(presenceOf(kind), id)
      return matches.map(kind, id) ?? (named !== undefined && isMade(planning, named) ? nameOf(id) : null)
    }
    return canonicalJson(settable(setting, basis.profile, item, map))
  }
  const without = canonicalJson(settable(setting, basis.profile, item, matches.map))
  if (fieldsBy(id => `made ${id}`) === without) return
  // It still leads to what is gone, or the platform took that out.
  const isAsItWas = [fieldsBy(id => id), without].includes(
    canonicalJson(settable(setting, basis.profile, target, sameId)),
  )
  if (isAsItWas || free || request.onConflict === 'update')
    plan.steps.push(settingStep(setting, item, NAMES_NEW))
  else plan.skipped.push({ ...aboutOf(item), reason: `${NAMES_NEW}: ${LEFT.setting}` })
}

const NAMES_NEW = 'it names what comes back under a new id'

/** What this plan makes stands for itself until it has an id. */
function mapFor({ basis: { source, matches }, plan: { coming } }: Planning, { awaits }: Setting): MapId {
  if (awaits !== true) return matches.map
  return (kind, id) => {
    const item = source.byId(kind, id)
    return matches.map(kind, id) ?? (item !== undefined && coming.has(item) ? id : null)
  }
}

export function settingStep(setting: Setting, item: StateItem, reason: string): Step {
  return {
    name: textOfWrite(writeOf(setting, item)),
    action: 'update',
    kind: item.kind,
    source: item.path,
    label: labelOf(item),
    reason,
    phase: setting.phase,
    requests: setting.requests ?? 1,
    run: session => applySetting(session, setting, item),
  }
}

export function isPlanned(plan: PlanDraft, setting: Setting, item: StateItem): boolean {
  const name = textOfWrite(writeOf(setting, item))
  return plan.steps.some(step => step.name === name)
}

function writeOf({ name }: Setting, { kind, path }: StateItem): WriteKey {
  return { does: 'set', setting: name, kind, path }
}

/** What the answer to the creation shows to be as wanted is not written. */
export async function applySetting(
  session: RestoreSession,
  setting: Setting,
  item: StateItem,
): Promise<void> {
  const { knowledge, record } = session
  const id = knowledge.target(item)
  const wanted = settable(setting, knowledge.profile, item, knowledge.map)
  const answered = knowledge.answers.get(`${item.kind} ${id}`)
  const there = answered === undefined ? null : setting.fields({ ...item, id, json: answered }, sameId)
  const change = Object.fromEntries(
    Object.entries(wanted).filter(([key, value]) => there === null || !isSame(value, there[key])),
  )
  if (Object.keys(change).length === 0) return
  await record.write(
    writeOf(setting, item),
    () => setting.write(session, id, withoutEmptied(session, setting, item, { ...wanted, ...change }), item),
    // Setting the same twice is setting it once.
    async () => null,
  )
}

/** Nothing that stands for none, where none is set. */
function withoutEmptied(
  { knowledge }: RestoreSession,
  setting: Setting,
  item: StateItem,
  wanted: Fields,
): Fields {
  const emptied = restorerOf.get(item.kind)?.emptied ?? {}
  const target = knowledge.before.byId(item.kind, knowledge.target(item))
  const there = target === undefined ? emptied : setting.fields(target, sameId)
  const isNone = (key: string) =>
    key in emptied && [wanted[key], there[key]].every(value => isSame(value, emptied[key]))
  return Object.fromEntries(Object.entries(wanted).filter(([key]) => !isNone(key)))
}

/** What every new object has need not be set; the answer to the creation tells for certain. */
export function isWorthSetting({ profile, request }: PlanBasis, setting: Setting, item: StateItem): boolean {
  if (!isOffered({ profile, request }, setting)) return false
  const wanted = settable(setting, profile, item, profile.map)
  const isSaid = Object.keys(wanted).length > 0
  return isSaid && canonicalJson(wanted) !== canonicalJson(setting.standard ?? {})
}

function isOffered(
  { profile, request }: Pick<PlanBasis, 'profile' | 'request'>,
  { asked, extended }: Setting,
): boolean {
  return asked?.(request) !== false && (extended === undefined || profile.extended)
}
