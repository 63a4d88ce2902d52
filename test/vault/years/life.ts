/**
 * Two years of a vault in a minute: people write, backups run, break off and go on, policies forget, people pin and take
 * back, prunes and compactions run and break off, the disk fails and is repaired, checks run. Whatever happened, each kept snapshot must be what the platform was that night.
 */

import { copyFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { makeRandom } from '../../../src/emulator/state/random.ts'
import type { AnnotationAct } from '../../../src/model/annotations.ts'
import { digestOf } from '../../../src/model/digest.ts'
import { ContentLost } from '../../../src/model/errors.ts'
import { planRetention } from '../../../src/retention/plan.ts'
import { BUCKETS, type RetentionPolicy } from '../../../src/retention/policy.ts'
import type { Floor } from '../../../src/retention/reasons.ts'
import {
  type Checkpointer,
  makeCheckpointer,
  openVaultForWriting,
  otherCatalog,
  type StoredResource,
  type WritableVault,
} from '../../../src/vault/vault.ts'
import { zeroPage } from '../broken/vaults.ts'
import { backUpNight, COMPANY, type Night, readingOnce, wrongIn } from '../damage/world.ts'
import { findings } from '../fixture.ts'
import { type Company, makeCompany, type Random } from './company.ts'

export interface Life {
  seed: number
  days: number
}

/** How often each thing was done, and what was wrong. */
export interface Lived {
  counts: Record<string, number>
  wrong: string[]
}

const START_MS = Date.parse('2026-01-01T02:00:00Z')
const DAY_MS = 86_400_000
/** For so long what was forgotten can be brought back. */
const UNDO_MS = 20 * DAY_MS
const ZONES = ['UTC', 'Europe/Berlin', 'America/St_Johns', 'Pacific/Kiritimati', 'Australia/Lord_Howe']

/** Of each thing, on one day of so many. */
const ONCE_IN: Readonly<Record<string, number>> = {
  breakOff: 9,
  reopen: 11,
  forget: 30,
  undo: 45,
  prune: 40,
  compact: 30,
  repair: 45,
  repairRows: 45,
  repairCounts: 90,
  pin: 25,
  restorePage: 20,
  check: 90,
  verify: 60,
}

export async function live(path: string, { seed, days }: Life): Promise<Lived> {
  const random = makeRandom(seed, 'life')
  // Every other vault is held as a daemon holds it.
  const checkpointer = seed % 2 === 0 ? makeCheckpointer() : undefined
  const living = new Living(path, random, makeCompany(makeRandom(seed, 'company')), checkpointer)
  await living.open()
  try {
    for (let day = 0; day < days; day++) await living.day(START_MS + day * DAY_MS)
    await living.end()
  } finally {
    await living.close()
    await checkpointer?.close()
  }
  return living.lived
}

class Living {
  readonly lived: Lived = { counts: {}, wrong: [] }
  readonly #path: string
  readonly #random: Random
  readonly #company: Company
  readonly #checkpointer: Checkpointer | undefined
  readonly #policy: RetentionPolicy
  readonly #timezone: string
  /** What each sealed snapshot has to hold. */
  readonly #nights = new Map<number, Night>()
  readonly #pinned = new Set<number>()
  /** When each was. */
  readonly #forgotten = new Map<number, number>()
  #vault: WritableVault | null = null
  #now = START_MS
  /** Something may be lost that the newest snapshot has. */
  #hasLost = false
  /** A folder with the catalog of some day. */
  #replica: string | null = null

  constructor(path: string, random: Random, company: Company, checkpointer: Checkpointer | undefined) {
    this.#path = path
    this.#random = random
    this.#company = company
    this.#checkpointer = checkpointer
    this.#policy = policyFrom(random)
    this.#timezone = ZONES[random.integer(ZONES.length)] ?? 'UTC'
  }

  get #open(): WritableVault {
    if (this.#vault === null) throw new Error('the vault is not open')
    return this.#vault
  }

  async open({ asFound = false } = {}): Promise<void> {
    const [clock, timezone] = [() => this.#now, this.#timezone]
    this.#vault = await openVaultForWriting(this.#path, {
      ...{ clock, timezone, asFound },
      checkpointer: this.#checkpointer,
    })
  }

  async close(): Promise<void> {
    await this.#vault?.close()
    this.#vault = null
  }

  async day(now: number): Promise<void> {
    this.#now = now
    for (let changes = this.#random.integer(5); changes > 0; changes--) this.#company.change()
    if (this.#happens('breakOff')) await this.#breakOff()
    await this.#backUp()
    if (this.#happens('reopen')) await this.#reopen()
    if (this.#happens('pin')) this.#pin()
    if (this.#happens('forget')) this.#forget()
    if (this.#happens('undo')) this.#undo()
    if (this.#happens('prune')) await this.#prune()
    if (this.#happens('compact')) await this.#compact()
    if (this.#happens('repair')) await this.#repair()
    if (this.#happens('repairRows')) await this.#repairRows()
    if (this.#happens('repairCounts')) await this.#repairCounts()
    if (this.#happens('restorePage')) this.#restorePage()
    if (this.#happens('check')) await this.#check()
    if (this.#happens('verify')) this.#verify()
  }

  async end(): Promise<void> {
    await this.#reopen()
    this.#verify()
    await this.#check()
  }

  #happens(what: string): boolean {
    if (this.#random.integer(ONCE_IN[what] ?? 1) !== 0) return false
    this.lived.counts[what] = (this.lived.counts[what] ?? 0) + 1
    return true
  }

  async #backUp(): Promise<void> {
    const night = this.#company.night(this.#now)
    const { snapshot } = await backUpNight(this.#open, night)
    this.#nights.set(snapshot, night)
    if (this.#hasLost) this.#assertWhole(snapshot)
    this.#hasLost = false
    this.lived.counts.backUp = (this.lived.counts.backUp ?? 0) + 1
  }

  /** In the middle of a run: what it wrote is there, its snapshot is not. */
  async #breakOff(): Promise<void> {
    const night = this.#company.night(this.#now)
    const writer = this.#open.begin(COMPANY, 'test')
    const scope = writer.scope(null, 'space')
    for (const id of Object.keys(night.spaces).slice(0, 1 + this.#random.integer(3)))
      await scope.add({ id, changeDigest: digestOf(`${this.#now}`), json: Buffer.from(`"${id}"`), parts: [] })
    if (this.#random.integer(2) === 0) await scope.finish({ token: null, exact: true })
    await writer.flush()
    await this.#reopen()
    this.#company.change()
  }

  async #reopen(): Promise<void> {
    await this.close()
    await this.open()
  }

  #pin(): void {
    const snapshot = this.#anySnapshot()
    if (snapshot === null) return
    this.#annotations().pin(snapshot, { reason: 'release', untilMs: null })
    this.#pinned.add(snapshot)
    this.#forgotten.delete(snapshot)
  }

  /** What is pinned, the newest and the newest complete one are never forgotten; the model knows that by itself. */
  #forget(): void {
    const snapshots = this.#open.snapshots().filter(({ forgotten }) => forgotten === undefined)
    const floors = new Map<number, Floor[]>(
      [...this.#pinned].map(snapshot => [snapshot, [{ code: 'pin', reason: 'release', until: null }]]),
    )
    const plan = planRetention(snapshots, this.#policy, {
      timezone: this.#timezone,
      floors,
      readingsMs: DAY_MS,
    })
    const goes = plan.filter(({ reasons }) => reasons.length === 0).map(({ snapshot }) => snapshot.snapshot)
    const newest = Math.max(...this.#nights.keys())
    for (const snapshot of goes)
      if (snapshot === newest || this.#pinned.has(snapshot)) this.#say(`${snapshot} was to be forgotten`)
    this.#annotations().forget(goes, { policy: 'years', plan: 'digest' })
    for (const snapshot of goes) this.#forgotten.set(snapshot, this.#now)
  }

  #undo(): void {
    const back = [...this.#forgotten.keys()].filter(() => this.#random.integer(2) === 0)
    this.#annotations().unforget(back)
    for (const snapshot of back) this.#forgotten.delete(snapshot)
  }

  /** Every other time killed somewhere on the way, and then to its end. What can be undone stays; the model knows what. */
  async #prune(): Promise<void> {
    const goes = [...this.#forgotten]
      .filter(([, at]) => at + UNDO_MS <= this.#now)
      .map(([snapshot]) => snapshot)
    const leastDeadShare = [0, 0.25, 1][this.#random.integer(3)]
    const options = { undoMs: UNDO_MS, leastDeadShare }
    if (this.#random.integer(2) === 0)
      await this.#kill(committed => this.#open.prune({ ...options, committed }))
    const { finished } = await this.#open.prune(options)
    if (!finished) this.#say('the prune did not come to its end')
    for (const snapshot of goes) {
      this.#nights.delete(snapshot)
      this.#forgotten.delete(snapshot)
    }
    this.lived.counts.pruned = (this.lived.counts.pruned ?? 0) + goes.length
    this.#verify()
    await this.#check()
  }

  async #compact(): Promise<void> {
    const level = 3
    if (this.#random.integer(2) === 0) await this.#kill(committed => this.#open.compact({ level, committed }))
    const { finished } = await this.#open.compact({ level })
    if (!finished) this.#say('the compaction did not come to its end')
    const { plan } = await this.#open.compact({ level })
    if (plan?.loose !== 0) this.#say(`a second compaction would move ${plan?.loose} contents`)
    this.#verify()
    await this.#check()
  }

  /** Blocks fail, and every other time the repair is killed on its way. What is lost is said; the rest is what it was. */
  async #repair(): Promise<void> {
    this.#ruinBlocks(1 + this.#random.integer(3))
    const acting = this.#acting()
    if (this.#random.integer(2) === 0) await this.#kill(committed => this.#open.repair({ acting, committed }))
    const { finished, left, lost } = await this.#open.repair({ acting })
    if (!finished || left > 0) this.#say(`the repair left ${left} pieces of damage`)
    this.#hasLost = lost > 0
    this.lived.counts.lost = (this.lived.counts.lost ?? 0) + lost
    const again = await this.#open.repair({ acting })
    if (again.remedies.length > 0) this.#say(`a second repair: ${again.remedies[0]?.words}`)
    this.#verify()
    await this.#check()
  }

  /** Pages with rows fail, and replicas of some day before and of today have what was on them: nothing is lost. */
  async #repairRows(): Promise<void> {
    await this.close()
    const [before, today] = [this.#replica, this.#replicate()]
    this.#ruinPages(`name NOT IN ('sqlite_schema', 'lease', 'owner', 'block')`, 1 + this.#random.integer(3))
    await this.open({ asFound: true })
    const acting = this.#acting()
    const repairWith = (folder: string, name: string) =>
      this.#open.repair({ acting, others: [otherCatalog(folder, name)] })
    const first = before === null ? null : await repairWith(before, 'before')
    const isRefused = first !== null && first.left > 0
    if (isRefused && first.kept !== null) this.#say('a repair that was refused changed something')
    const isMended = first !== null && !isRefused
    const { left } = isMended ? first : await repairWith(today, 'today')
    if (left > 0) this.#say(`the repair of rows left ${left} pieces of damage`)
    this.lived.counts.rowsOfBefore = (this.lived.counts.rowsOfBefore ?? 0) + (isMended ? 1 : 0)
    await this.#reopen()
    this.#verify()
    await this.#check()
  }

  /** A page with counts fails, and nobody has another catalog: they are made of the rows. */
  async #repairCounts(): Promise<void> {
    await this.close()
    this.#ruinPages(`name = 'tally'`, 1)
    await this.open({ asFound: true })
    const { left } = await this.#open.repair({ acting: this.#acting() })
    if (left > 0) this.#say(`the repair of counts left ${left} pieces of damage`)
    await this.#reopen()
    this.#verify()
    await this.#check()
  }

  /** The catalog of a vault that nobody has open. */
  #replicate(): string {
    const folder = `${this.#path}-${this.lived.counts.repairRows ?? 0}`
    mkdirSync(folder, { recursive: true })
    copyFileSync(join(this.#path, 'catalog.db'), join(folder, 'catalog.db'))
    this.#replica = folder
    return folder
  }

  /** `which`: a condition of SQL on what a page is of. */
  #ruinPages(which: string, count: number): void {
    const db = new Database(join(this.#path, 'catalog.db'), { readonly: true })
    const pages = db
      .prepare<[], number>(`SELECT pageno FROM dbstat WHERE ${which} ORDER BY pageno`)
      .pluck()
      .all()
    db.close()
    for (let each = 0; each < count; each++)
      zeroPage(this.#path, pages[this.#random.integer(pages.length)] ?? 0)
  }

  #ruinBlocks(count: number): void {
    const db = new Database(join(this.#path, 'catalog.db'))
    const ids = db
      .prepare<[], number>('SELECT id FROM block WHERE length(data) > 0 ORDER BY id')
      .pluck()
      .all()
    const ruin = db.prepare<[number]>('UPDATE block SET data = zeroblob(length(data)) WHERE id = ?')
    for (let each = 0; each < count; each++) ruin.run(ids[this.#random.integer(ids.length)] ?? 0)
    db.close()
  }

  /** What the newest snapshot had lost, the backup after it has fetched again. */
  #assertWhole(snapshot: number): void {
    for (const resource of this.#open.resources(snapshot)) {
      const contents = [resource.content, ...resource.parts.map(({ content }) => content)]
      try {
        for (const content of contents) this.#open.read(content)
      } catch (error) {
        this.#say(`${resource.kind} ${resource.id} of the backup after a loss: ${error}`)
      }
    }
  }

  /** As a kill after some of its transactions does. */
  async #kill(work: (committed: () => void) => Promise<unknown>): Promise<void> {
    let left = this.#random.integer(8)
    const killed = new Error('killed')
    try {
      await work(() => {
        if (left-- === 0) throw killed
      })
    } catch (error) {
      if (error !== killed) throw error
    }
    await this.#reopen()
  }

  /** As somebody finds it in an old snapshot, and puts it back. */
  #restorePage(): void {
    const snapshot = this.#anySnapshot()
    const pages = snapshot === null ? [] : [...this.#open.resources(snapshot, { kind: 'page' })]
    const page = pages[this.#random.integer(Math.max(1, pages.length))]
    const [part] = page?.parts ?? []
    if (page === undefined || part === undefined || page.parentId === null) return
    const found = this.#textOf(page, part.content)
    if (found !== null) this.#company.restorePage(page.parentId, page.id, found)
  }

  /** Null where it is lost. */
  #textOf(page: StoredResource, body: number): { title: string; text: string } | null {
    try {
      const json: unknown = this.#open.readJson(page)
      const title = typeof json === 'object' && json !== null && 'title' in json ? String(json.title) : ''
      return { title, text: this.#open.read(body).toString() }
    } catch (error) {
      if (error instanceof ContentLost) return null
      throw error
    }
  }

  async #check(): Promise<void> {
    for (const { severity, code, message } of await findings(this.#open))
      if (severity === 'damage') this.#say(`check: ${code}: ${message}`)
  }

  #verify(): void {
    const reading = readingOnce(this.#open)
    for (const [snapshot, night] of this.#nights) {
      const wrong = wrongIn(this.#open, snapshot, night, reading)
      if (wrong !== null) this.#say(`snapshot ${snapshot}: ${wrong}`)
    }
    const there = this.#open.snapshots()
    const kept = [...this.#nights.keys()].join()
    if (there.map(({ snapshot }) => snapshot).join() !== kept) this.#say(`there is not ${kept}`)
    const said = there.filter(({ forgotten }) => forgotten !== undefined)
    const known = [...this.#forgotten.keys()].sort((a, b) => a - b).join()
    if (said.map(({ snapshot }) => snapshot).join() !== known) this.#say(`forgotten is not ${known}`)
  }

  #annotations() {
    return this.#open.annotations(this.#acting())
  }

  #acting() {
    const note = (act: AnnotationAct, by: string) => ({
      body: () => JSON.stringify({ ...act, by }),
      sign: null,
    })
    return { by: 'ada', note }
  }

  #anySnapshot(): number | null {
    const all = [...this.#nights.keys()]
    return all[this.#random.integer(Math.max(1, all.length))] ?? null
  }

  #say(what: string): void {
    this.lived.wrong.push(`${new Date(this.#now).toISOString().slice(0, 10)}: ${what}`)
  }
}

/** From one to three rules. */
function policyFrom(random: Random): RetentionPolicy {
  return Array.from({ length: 1 + random.integer(3) }, () => {
    const bucket = BUCKETS[random.integer(BUCKETS.length)] ?? 'day'
    return random.integer(2) === 0
      ? { bucket, count: 1 + random.integer(20) }
      : { bucket, withinMs: (1 + random.integer(120)) * DAY_MS }
  })
}
