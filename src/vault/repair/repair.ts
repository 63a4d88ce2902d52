/**
 * Mends a vault: plans from what a check finds, and with hands does what was planned. In this order: what follows from other
 * things is made again; contents are stored again from good bytes, or marked as lost. Before anything is changed it is kept as
 * it was; each transaction leaves a vault that is no worse, and names itself in the ledger. What is left to do is found anew
 * each time, so whoever comes next goes on wherever this one ended. While a snapshot is being written nothing is changed.
 */
import assert from 'node:assert/strict'
import { DiskRefused } from '../../model/disk-errors.ts'
import { DamageFound } from '../../model/errors.ts'
import type { Connection } from '../catalog/connection.ts'
import { makeContentRows } from '../catalog/contents.ts'
import { appendEntry } from '../catalog/ledger.ts'
import { losses } from '../catalog/lost.ts'
import { type Checked, checkVault } from '../check.ts'
import { makeContentReader } from '../content-reader.ts'
import type { Finding } from '../types.ts'
import { type Origin, replaceCatalog, type Trial } from './anew.ts'
import type { ContentOutcome } from './fates.ts'
import type { Hands } from './hands.ts'
import { makeKeptBlocks } from './kept-blocks.ts'
import { mendContents } from './mending.ts'
import { makeOverlay } from './overlay.ts'
import type { Rebuild } from './rebuild.ts'
import { planRebuilds } from './rebuilds.ts'
import { makeCatalogCopies, makeRests, makeTwins, readOrNull } from './sources.ts'
import { Storing } from './storing.ts'
import { makeStrayFiles } from './stray-files.ts'
import { blockedBy, contentsBlockedBy, damagesOf, isUnsound } from './survey.ts'
import type { ContentSource, Remedy, RepairPlanOptions, RepairReport } from './types.ts'

export class Repairing {
  /** Of a plan that has to write the catalog anew, a trial of that. */
  #checked: Checked
  readonly #options: RepairPlanOptions
  /** Null: nothing is changed. */
  readonly #hands: Hands | null
  readonly #trial: Trial | null
  /** By message, so that a pass that begins anew tells what the one before has done. */
  readonly #remedies = new Map<string, Remedy>()

  constructor(checked: Checked, options: RepairPlanOptions, by: Hands | Trial) {
    this.#checked = checked
    this.#options = options
    this.#hands = 'writer' in by ? by : null
    this.#trial = 'writer' in by ? null : by
  }

  /** The one that is written through, where there is one: nothing is gone through on it while others may want it. */
  get #db(): Connection {
    return this.#hands?.writer.db ?? this.#checked.db
  }

  async report(finished: boolean): Promise<RepairReport> {
    const remedies = [...this.#remedies.values()]
    const undone = remedies.filter(({ action }) => action === 'none').length
    const found = remedies.filter(({ code }) => code !== 'content-lost').length
    return {
      applied: this.#hands !== null,
      remedies,
      lost:
        (readOrNull(() => losses(this.#db).length) ?? 0) +
        (this.#hands ? 0 : remedies.filter(({ action }) => action === 'lose').length),
      left:
        this.#hands === null
          ? found
          : Math.max(undone, finished ? (await this.#damage({ readData: false })).length : found),
      kept: this.#hands?.kept.folder ?? null,
      finished,
    }
  }

  /** Throws what ends it. */
  async pass(): Promise<void> {
    const damage = await this.#damage({ readData: true })
    const { others = [] } = this.#options
    const blocked = blockedBy(damage)
    if (blocked !== null) this.#leaveAll(damage, blocked)
    else if (isUnsound(damage) || (others.length > 0 && this.#hasWrongRows(damage)))
      await this.#writeAnew(damage)
    else await this.#mendAll(damage)
  }

  /** Which nothing in the vault says otherwise. */
  #hasWrongRows(damage: readonly Finding[]): boolean {
    const rebuilds = planRebuilds({ layout: this.#checked.layout, db: this.#db }, damage)
    return damage.some(
      finding => finding.code === 'rows-changed' && !rebuilds.some(rebuild => rebuild.isOf(finding)),
    )
  }

  async #writeAnew(damage: readonly Finding[]): Promise<void> {
    const { done, refused } = await attempted(() => this.#anew())
    if (refused !== null) {
      this.#leaveAll(damage, refused)
      return
    }
    // What was found before is not all there is, but keeps the words of then.
    const known = new Map(damage.map(finding => [nameOf(finding), finding]))
    const left = await this.#damage({ readData: true })
    const isLeft = new Set(left.map(nameOf))
    for (const finding of damage)
      if (!isLeft.has(nameOf(finding))) this.#say(finding, { action: 'rebuild', ...done })
    await this.#mendAll(left.map(finding => known.get(nameOf(finding)) ?? finding))
  }

  async #anew(): Promise<Origin> {
    if (this.#hands !== null)
      return replaceCatalog(this.#checked.layout, this.#hands, this.#options.others ?? [])
    assert(this.#trial !== null, 'a plan has a trial')
    const { checked, origin } = this.#trial.make()
    this.#checked = checked
    return origin
  }

  async #mendAll(damage: readonly Finding[]): Promise<void> {
    const rebuilt = await this.#rebuild(damage)
    const rest = damage.filter(finding => !rebuilt.has(finding))
    await this.#mend(rest.filter(({ content }) => content !== undefined))
    for (const finding of rest)
      if (finding.content === undefined) this.#leave(finding, `cannot be mended: ${finding.repair ?? ''}`)
  }

  async #rebuild(damage: readonly Finding[]): Promise<Set<Finding>> {
    const done = new Set<Finding>()
    const given = { layout: this.#checked.layout, db: this.#db }
    for (const rebuild of planRebuilds(given, damage)) {
      const own = damage.filter(finding => rebuild.isOf(finding) && !done.has(finding))
      const { refused } = await attempted(() => this.#make(rebuild))
      for (const finding of own) {
        done.add(finding)
        if (refused !== null) this.#leave(finding, `was left as it is: ${refused}`)
        else this.#say(finding, { action: 'rebuild', from: rebuild.from, words: rebuild.words })
      }
    }
    return done
  }

  async #make(rebuild: Rebuild): Promise<void> {
    if (this.#hands === null) return
    const { kept, steps, writer, acting, written } = this.#hands
    rebuild.keep(kept)
    await steps.run(() => {
      rebuild.make(writer.db)
      const act = {
        act: 'repair',
        mended: [],
        lost: [],
        rebuilt: [rebuild.name],
        kept: kept.folder ?? '',
      } as const
      appendEntry(writer.db, acting.note(act, acting.by))
    })
    written()
  }

  async #mend(findings: readonly Finding[]): Promise<void> {
    const { layout, files } = this.#checked
    const db = this.#db
    if (findings.length === 0 && losses(db).length === 0) return
    const blocked = contentsBlockedBy(db, findings)
    if (blocked !== null) {
      this.#leaveAll(findings, blocked)
      return
    }
    const rows = makeContentRows(db)
    const contents = makeContentReader(rows, files)
    const overlay = makeOverlay(rows, files)
    const own: ContentSource[] = [
      makeRests(rows, files),
      makeTwins(db, contents),
      makeStrayFiles(layout, files, rows),
      makeKeptBlocks(layout.path, overlay.reader),
      makeCatalogCopies(layout.catalog, files),
    ]
    const outcomes = await mendContents(
      {
        db,
        rows,
        overlay,
        sources: [...own, ...(this.#options.sources ?? [])],
        storing: this.#hands && new Storing(this.#hands),
        progress: (done, total) => this.#options.progress?.({ phase: 'mending', done, total }),
      },
      damagesOf(db, contents, findings),
    )
    this.#hands?.written()
    this.#sayOutcomes(findings, outcomes)
  }

  #sayOutcomes(findings: readonly Finding[], outcomes: readonly ContentOutcome[]): void {
    const said = new Set<string>()
    for (const finding of findings) {
      const own = outcomes.filter(({ digest }) => digest === finding.content)
      if (finding.content === undefined || said.has(finding.content)) continue
      said.add(finding.content)
      for (const { action, from, words } of own) this.#say(finding, { action, from, words })
      if (own.length === 0) this.#leave(finding, 'can be read now: look again')
    }
    for (const { digest, action, from, words } of outcomes)
      if (!said.has(digest)) {
        const code = 'content-lost'
        const finding: Finding = {
          code,
          severity: 'info',
          message: `content ${digest} was lost`,
          content: digest,
        }
        this.#say(finding, { action, from, words })
      }
  }

  async #damage({ readData }: { readData: boolean }): Promise<Finding[]> {
    const { signal, progress } = this.#options
    const report = (done: number, total: number) => progress?.({ phase: 'reading', done, total })
    const findings: Finding[] = []
    for await (const finding of checkVault(this.#checked, { readData, signal, progress: report }))
      if (finding.severity === 'damage') findings.push(finding)
    return findings
  }

  #leaveAll(findings: readonly Finding[], why: string): void {
    for (const finding of findings) this.#leave(finding, `was left as it is: ${why}`)
  }

  #leave(finding: Finding, words: string): void {
    this.#say(finding, { action: 'none', from: null, words })
  }

  #say({ code, message, content }: Finding, done: Pick<Remedy, 'action' | 'from' | 'words'>): void {
    this.#remedies.set(`${code} ${message}`, { code, message, ...(content && { content }), ...done })
  }
}

/** `refused`: why it was not done, nothing being changed. */
async function attempted<T>(
  work: () => Promise<T>,
): Promise<{ done: T; refused: null } | { done: null; refused: string }> {
  try {
    return { done: await work(), refused: null }
  } catch (error) {
    if (!(error instanceof DamageFound || error instanceof DiskRefused)) throw error
    return { done: null, refused: error.message }
  }
}

/** A content is damaged once, whatever is said of it. */
function nameOf({ code, content, message }: Finding): string {
  return `${code} ${content ?? message}`
}
