/**
 * Mends a vault: plans from what a check finds, and with hands does what was planned. In this order: what follows from other
 * things is made again; contents are stored again from good bytes, or marked as lost. Before anything is changed it is kept as
 * it was; each transaction leaves a vault that is no worse, and names itself in the ledger. What is left to do is found anew
 * each time, so whoever comes next goes on wherever this one ended. While a snapshot is being written nothing is changed.
 */
import { DamageFound } from '../../model/errors.ts'
import type { Connection } from '../catalog/connection.ts'
import { makeContentRows } from '../catalog/contents.ts'
import { appendEntry } from '../catalog/ledger.ts'
import { losses } from '../catalog/lost.ts'
import { type Checked, checkVault } from '../check.ts'
import { makeContentReader } from '../content-reader.ts'
import type { Finding } from '../types.ts'
import type { ContentOutcome } from './fates.ts'
import type { Hands } from './hands.ts'
import { mendContents } from './mending.ts'
import type { Rebuild } from './rebuild.ts'
import { planRebuilds } from './rebuilds.ts'
import { makeCatalogCopies, makeTwins } from './sources.ts'
import { Storing } from './storing.ts'
import { makeStrayFiles } from './stray-files.ts'
import { blockedBy, contentsBlockedBy, damagesOf } from './survey.ts'
import type { ContentSource, Remedy, RepairPlanOptions, RepairReport } from './types.ts'

export class Repairing {
  readonly #checked: Checked
  /** The one that is written through, where there is one: nothing is gone through on it while others may want it. */
  readonly #db: Connection
  readonly #options: RepairPlanOptions
  /** Null: nothing is changed. */
  readonly #hands: Hands | null
  /** By message, so that a pass that begins anew tells what the one before has done. */
  readonly #remedies = new Map<string, Remedy>()

  constructor(checked: Checked, options: RepairPlanOptions, hands: Hands | null) {
    this.#checked = checked
    this.#options = options
    this.#hands = hands
    this.#db = hands?.writer.db ?? checked.db
  }

  async report(finished: boolean): Promise<RepairReport> {
    const remedies = [...this.#remedies.values()]
    const undone = remedies.filter(({ action }) => action === 'none').length
    const found = remedies.filter(({ code }) => code !== 'content-lost').length
    return {
      applied: this.#hands !== null,
      remedies,
      lost:
        losses(this.#db).length +
        (this.#hands ? 0 : remedies.filter(({ action }) => action === 'lose').length),
      left:
        this.#hands === null
          ? found
          : Math.max(undone, finished ? (await this.#structureLeft()).length : found),
      kept: this.#hands?.kept.folder ?? null,
      finished,
    }
  }

  /** Throws what ends it. */
  async pass(): Promise<void> {
    const findings = await this.#check({ readData: true })
    const damage = findings.filter(({ severity }) => severity === 'damage')
    const blocked = blockedBy(damage)
    if (blocked !== null) {
      for (const finding of damage) this.#leave(finding, `was left as it is: ${blocked}`)
      return
    }
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
      const refused = await this.#make(rebuild)
      for (const finding of own) {
        done.add(finding)
        if (refused !== null) this.#leave(finding, `was left as it is: ${refused}`)
        else this.#say(finding, { action: 'rebuild', from: rebuild.from, words: rebuild.words })
      }
    }
    return done
  }

  /** Null, or why it was not made. */
  async #make(rebuild: Rebuild): Promise<string | null> {
    if (this.#hands === null) return null
    const { kept, steps, writer, acting, written } = this.#hands
    rebuild.keep(kept)
    try {
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
    } catch (error) {
      if (!(error instanceof DamageFound)) throw error
      return error.message
    }
    written()
    return null
  }

  async #mend(findings: readonly Finding[]): Promise<void> {
    const { layout, files } = this.#checked
    const db = this.#db
    if (findings.length === 0 && losses(db).length === 0) return
    const blocked = contentsBlockedBy(db, findings)
    if (blocked !== null) {
      for (const finding of findings) this.#leave(finding, `was left as it is: ${blocked}`)
      return
    }
    const rows = makeContentRows(db)
    const contents = makeContentReader(rows, files)
    const own: ContentSource[] = [
      makeTwins(db, contents),
      makeStrayFiles(layout, files, rows),
      makeCatalogCopies(layout.catalog, files),
    ]
    const outcomes = await mendContents(
      {
        db,
        rows,
        files,
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

  async #structureLeft(): Promise<Finding[]> {
    const left = await this.#check({ readData: false })
    return left.filter(({ severity }) => severity === 'damage')
  }

  async #check({ readData }: { readData: boolean }): Promise<Finding[]> {
    const { signal, progress } = this.#options
    const report = (done: number, total: number) => progress?.({ phase: 'reading', done, total })
    const findings: Finding[] = []
    for await (const finding of checkVault(this.#checked, { readData, signal, progress: report }))
      findings.push(finding)
    return findings
  }

  #leave(finding: Finding, words: string): void {
    this.#say(finding, { action: 'none', from: null, words })
  }

  #say({ code, message, content }: Finding, done: Pick<Remedy, 'action' | 'from' | 'words'>): void {
    this.#remedies.set(`${code} ${message}`, { code, message, ...(content && { content }), ...done })
  }
}
