/**
 * The target read back and compared with the snapshot, ids mapped. What differs is either declared as lost, or left
 * alone as the choice said, or a difference: a failure of the restore.
 */

import { giveWay } from '../../model/give-way.ts'
import type { Kind } from '../../model/resource.ts'
import { isContent, isTree, kindInSpace, kindUnder, NODES } from '../../resources/drafts.ts'
import { resources } from '../../resources/index.ts'
import { isItemsOwn, wordsOf } from '../apply/item-failures.ts'
import { subjectOf } from '../content/draft.ts'
import { FROM_BASE, isFromBase } from '../content/draft-base.ts'
import { displaced } from '../content/plan-places.ts'
import { matchContent } from '../content/target-tree.ts'
import { restorerOf } from '../kinds/index.ts'
import { isUsual, lossWords } from '../kinds/loss-words.ts'
import type { Loss } from '../kinds/restorer.ts'
import { compareItem } from '../match/compare-item.ts'
import { contentOf } from '../match/match.ts'
import { labelOf, nameOf } from '../naming.ts'
import { ALWAYS_LOST, isDeclared, matchesField, namedField, OF_DRAFTS } from '../plan/declared-losses.ts'
import { isUntouched, type StateItem, treeOf } from '../state.ts'
import { Announced } from './announced.ts'
import { ReferenceCheck } from './check-references.ts'
import { isDerivedThere, noteOfDerived } from './compare-derived.ts'
import { DifferencesInPlace } from './in-place.ts'
import type { CompareRequest, Difference, KindCount, ReferenceCounts, Verification } from './verification.ts'

/** Whoever else lives in this process gets a turn between two things that are compared. */
export async function compareStates(wanted: CompareRequest): Promise<Verification> {
  const comparing = new Comparing(wanted)
  if (wanted.request.asChangeRequest) await comparing.lookIntoDrafts()
  for (const { kind } of resources) await comparing.compareKind(kind)
  comparing.compareGone()
  const references = comparing.references()
  return {
    kinds: comparing.counts(),
    differences: [...comparing.differences(), ...references.differences],
    references,
  }
}

/** Fields of objects that point from the content to what stands beside it are seen there. */
export const NOT_COMPARED: ReadonlySet<Kind> = new Set(['link-report', 'audit-event'])

class Comparing {
  readonly #differences = new DifferencesInPlace()
  readonly #stillThere: Difference[] = []
  readonly #references: ReferenceCheck
  readonly #wanted: CompareRequest
  readonly #counts = new Map<Kind, KindCount>()
  readonly #reasons = new Map<string, string>()
  /** Said to stay as they are. */
  readonly #left: ReadonlySet<string>
  readonly #inDraft = new Map<StateItem, StateItem>()
  /** Of a space: the draft that its content waits in. */
  readonly #draftOf = new Map<StateItem, StateItem>()
  /** Of the owner whose pages were compared last. */
  #moved: { owner: StateItem; items: ReadonlySet<StateItem> } | null = null
  readonly #announced: Announced

  constructor(wanted: CompareRequest) {
    this.#wanted = wanted
    this.#references = new ReferenceCheck(wanted)
    const { plan, outcome } = wanted
    for (const { kind, source, reason } of [...plan.skipped, ...plan.impossible, ...outcome.failures])
      this.#reasons.set(`${kind} ${source}`, reason)
    for (const { kind, source, reason } of outcome.failures)
      this.#reasons.set(`note ${kind} ${source}`, `failed: ${reason}`)
    for (const { kind, source, words } of outcome.notes) this.#reasons.set(`note ${kind} ${source}`, words)
    this.#announced = new Announced(plan)
    this.#left = new Set([...plan.skipped, ...plan.impossible].map(nameOf_))
  }

  /** What waits in a change request is compared there. */
  async lookIntoDrafts(): Promise<void> {
    const { source, target, matches, run, request } = this.#wanted
    for (const owner of source.list('space')) {
      const space = matches.target(owner)
      const drafts = space ? target.list('change-request', space) : []
      const draft = drafts.find(draft => draft.json.subject === subjectOf({ run, request }))
      if (!draft) continue
      this.#draftOf.set(owner, draft)
      const known = (item: StateItem) => matches.ids.of(item)?.target
      const { pages, files, contents } = matchContent(source, owner, await contentOf(target, draft), {
        known,
      })
      for (const [item, { id }] of [...pages, ...files, ...contents]) {
        const there = target.at(kindUnder('change-request', item.kind), `${draft.path}/${id}`)
        if (!there) continue
        this.#inDraft.set(item, there)
        matches.ids.set(item.kind, item.path, id, true)
      }
    }
  }

  counts(): KindCount[] {
    return [...this.#counts.values()].filter(({ full, part, not }) => full + part + not > 0)
  }

  differences(): Difference[] {
    return [...this.#differences.list(), ...this.#stillThere]
  }

  /** Of the pages that are there. */
  references(): ReferenceCounts {
    return this.#references.counted()
  }

  async compareKind(kind: Kind): Promise<void> {
    if (NOT_COMPARED.has(kind)) return
    const { source, chosen } = this.#wanted
    const partial = chosen.named.size > 0 && ![...chosen.named].some(item => item.kind === 'space')
    if (partial && isTree(kind)) return
    for (const item of source.each(kind)) {
      if (!chosen.has(item)) continue
      await giveWay()
      this.#compareAlone(item)
    }
  }

  /** What was to be deleted and is still there. */
  compareGone(): void {
    for (const { kind, path } of this.#wanted.gone ?? []) {
      const there = this.#wanted.target.at(kind, path)
      if (!there || this.#reasons.has(`${kind} ${path}`)) continue
      this.#stillThere.push(this.#counted(there, '(still there)'))
    }
  }

  #compareAlone(item: StateItem): void {
    try {
      this.#compare(item)
    } catch (error) {
      if (!isItemsOwn(error)) throw error
      this.#differ(item, `(not comparable: ${wordsOf(error)})`)
    }
  }

  #compare(item: StateItem): void {
    const derived = noteOfDerived(item.kind)
    if (derived !== null) {
      const isThere = isDerivedThere(this.#wanted, item)
      this.#count(item.kind, isThere ? 'full' : 'not', isThere ? [] : [derived])
      return
    }
    const target = this.#targetOf(item)
    if (isFromBase(this.#wanted.source, item)) {
      this.#count(item.kind, target === null ? 'not' : 'part', [FROM_BASE])
      return
    }
    if (target === null) {
      if (isUntouched(item, this.#wanted.source, this.#wanted.target)) this.#count(item.kind, 'full', [])
      else this.#absent(item)
      return
    }
    const losses = [...(restorerOf.get(item.kind)?.lost ?? []), ...ALWAYS_LOST]
    const said = this.#isSame(item, target) ? [] : compareItem(this.#wanted, item, target)
    const fields = [...said, ...this.#placeOf(item)]
    const noted = this.#reasons.get(`note ${nameOf(item)}`) ?? null
    const lost = fields.map(field => {
      const loss = this.#lossOf(losses, item, field)
      const why = loss === null ? (this.#ofPlan(item, field, fields) ?? noted) : lossWords(loss.why)
      return { field, why, isUsual: loss !== null && isUsual(loss.why) }
    })
    const open = lost.filter(loss => loss.why === null)
    if (kindInSpace(item.kind) === 'page' && (open.length === 0 || !this.#isLeft(item)))
      this.#references.add(item, target, this.#isLeft(item))
    if (open.length > 0 && !this.#isLeft(item)) {
      for (const { field } of open) this.#differ(item, field)
      return
    }
    const whys = lost.flatMap(({ field, why, isUsual }) =>
      why === null || isUsual ? [] : [`${namedField(field)}: ${why}`],
    )
    if (open.length > 0) whys.push('left as it was')
    const always = item.id === target.id ? undefined : restorerOf.get(item.kind)?.always
    if (always !== undefined) whys.push(lossWords(always))
    this.#count(item.kind, whys.length > 0 ? 'part' : 'full', whys)
  }

  /** Where every id stands for itself, equal bytes say the same. */
  #isSame(item: StateItem, there: StateItem): boolean {
    const { matches, source, target } = this.#wanted
    return (
      target.at(item.kind, item.path) === there && matches.ids.areKept() && isUntouched(item, source, target)
    )
  }

  #targetOf(item: StateItem): StateItem | null {
    if (isTree(item.kind)) return this.#revisionOf(item)
    return this.#inDraft.get(item) ?? this.#wanted.matches.target(item)
  }

  #isLeft(item: StateItem): boolean {
    const owner = item.parent
    return this.#left.has(nameOf(item)) || (isTree(item.kind) && owner !== null && this.#hasExtra(owner))
  }

  /** A space that was not made for this has content of its own. */
  #hasExtra(owner: StateItem): boolean {
    return this.#wanted.matches.ids.of(owner)?.made !== true
  }

  #revisionOf(item: StateItem): StateItem | null {
    const { matches, target } = this.#wanted
    const owner = item.parent ? matches.target(item.parent) : null
    return owner ? (target.list(item.kind, owner)[0] ?? null) : null
  }

  #absent(item: StateItem): void {
    const reason = this.#reasonOf(item)
    if (reason === null && this.#isHidden(item.kind)) {
      this.#count(item.kind, 'part', [lossWords('not-shown')])
      return
    }
    if (reason === null) this.#differ(item, '(missing)')
    else this.#count(item.kind, 'not', [reason])
  }

  /** Nothing that the target lists could be compared. */
  #isHidden(kind: Kind): boolean {
    const { vault, snapshot } = this.#wanted.target
    const summary = vault.snapshot(snapshot)
    return (
      summary?.not_offered.some(notOffered => notOffered.kind === kind && notOffered.part === undefined) ===
      true
    )
  }

  /** Its own, or that of what it stands under. */
  #reasonOf(item: StateItem): string | null {
    const own = this.#reasons.get(nameOf(item)) ?? this.#reasons.get(`note ${nameOf(item)}`)
    if (own !== undefined) return own
    for (let ancestor = item.parent; ancestor !== null; ancestor = ancestor.parent) {
      if (this.#reasons.has(nameOf(ancestor)) && this.#wanted.matches.target(ancestor) === null)
        return `its ${ancestor.kind} is not there`
    }
    const declared = resources.find(declaration => declaration.kind === item.kind)
    return declared && !restorerOf.has(item.kind) && !isContent(item.kind) ? declared.restore.note : null
  }

  #ofPlan(item: StateItem, field: string, fields: readonly string[]): string | null {
    return OF_DRAFTS[item.kind] ?? this.#announced.why(item, field, fields)
  }

  /** Pages of spaces; where drafts have them, is the platform's. */
  #placeOf(item: StateItem): string[] {
    const owner = item.parent
    if (!NODES.some(kind => kind === item.kind) || owner === null) return []
    if (this.#moved?.owner !== owner) this.#moved = { owner, items: this.#movedIn(owner) }
    return this.#moved.items.has(item) ? ['(place)'] : []
  }

  #movedIn(owner: StateItem): ReadonlySet<StateItem> {
    const { source, target } = this.#wanted
    const there = this.#draftOf.get(owner) ?? this.#wanted.matches.target(owner)
    if (there === null) return new Set()
    const isSaid = (item: StateItem) =>
      this.#reasons.has(nameOf(item)) ||
      this.#reasons.has(`note ${nameOf(item)}`) ||
      this.#announced.ofProperty(item, 'place') !== null
    const idOf = (item: StateItem) => this.#targetOf(item)?.id ?? null
    return displaced(treeOf(source, owner), treeOf(target, there), idOf, isSaid)
  }

  #lossOf(losses: readonly Loss[], item: StateItem, field: string): Loss | null {
    const profile = { ...this.#wanted.profile, map: this.#wanted.matches.map }
    return losses.find(loss => matchesField(field, loss.field) && isDeclared(loss, item, profile)) ?? null
  }

  #differ(item: StateItem, field: string): void {
    this.#differences.add(item, this.#counted(item, field))
  }

  #counted(item: StateItem, field: string): Difference {
    this.#count(item.kind, field === '(missing)' ? 'not' : 'part', [`undeclared: ${field}`])
    return { kind: item.kind, source: item.path, label: labelOf(item), field }
  }

  #count(kind: Kind, as: 'full' | 'part' | 'not', reasons: readonly string[]): void {
    const count = this.#counts.get(kind) ?? { kind, full: 0, part: 0, not: 0, reasons: {} }
    this.#counts.set(kind, count)
    count[as]++
    for (const reason of new Set(reasons)) count.reasons[reason] = (count.reasons[reason] ?? 0) + 1
  }
}

function nameOf_(named: { kind: Kind; source: string }): string {
  return `${named.kind} ${named.source}`
}
