/** Tells people what began and what is over, on every channel; remembers what was told in a file. */
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Config } from '../../config/settings.ts'
import type { ChangeDigest, MonthReport } from '../model/notice.ts'
import { channels } from './channels/index.ts'
import type { Condition, Message } from './condition.ts'
import { digestMessage, leastSeverityOf } from './digest.ts'
import { advance, type LedgerEntry, parseLedger } from './ledger.ts'
import { monthMessage } from './month.ts'

export interface NotifierOptions {
  /** Where it is remembered what was told. */
  file: string
  config(): Config
  now(): number
  announced(message: Message): void
  /** A channel that failed; the message goes out on the others. */
  failed(channel: string, error: unknown): void
}

const ATTEMPTS = 3

export class Notifier {
  readonly #options: NotifierOptions
  #entries: LedgerEntry[]
  #last: Promise<void> = Promise.resolve()

  constructor(options: NotifierOptions) {
    this.#options = options
    this.#entries = readEntries(options.file)
  }

  conditions(): readonly LedgerEntry[] {
    return this.#entries
  }

  /** Resolves when the messages of all updates are out. */
  delivered(): Promise<void> {
    return this.#last
  }

  /** All conditions that hold now. */
  update(conditions: readonly Condition[]): void {
    const { config, now, announced } = this.#options
    const { 'notify.repeatAfter': repeatAfterMs, 'server.publicUrl': link } = config()
    const { entries, messages } = advance(this.#entries, conditions, { repeatAfterMs, link, now: now() })
    const changed = messages.length > 0 || entries.length !== this.#entries.length
    this.#entries = entries
    if (!changed) return
    write(this.#options.file, entries)
    for (const message of messages) announced(message)
    this.#last = this.#last.then(async () => {
      for (const message of messages) await this.#deliver(() => message)
    })
  }

  /** The changes of a night, to each channel those that it wants. Resolves when they are out, or could not be sent. */
  async tellChanges(digest: ChangeDigest, platform: string): Promise<void> {
    const { config, now } = this.#options
    const { 'notify.changesFrom': from, 'server.publicUrl': publicUrl } = config()
    const options = { platform, publicUrl, now: new Date(now()).toISOString() }
    this.#last = this.#last.then(() =>
      this.#deliver(channel => digestMessage(digest, leastSeverityOf(channel, from), options)),
    )
    await this.#last
  }

  /** Resolves when it is out, or could not be sent. */
  async tellMonth(report: MonthReport, platform: string): Promise<void> {
    const message = monthMessage(report, platform)
    this.#last = this.#last.then(() => this.#deliver(() => message))
    await this.#last
  }

  /** Null: not for this channel. */
  async #deliver(messageFor: (channel: string) => Message | null): Promise<void> {
    const { failed } = this.#options
    const config = this.#options.config()
    await Promise.all(
      channels.map(async channel => {
        const message = messageFor(channel.name)
        if (message === null) return
        for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
          try {
            return await channel.open(config)?.(message)
          } catch (error) {
            if (attempt === ATTEMPTS) failed(channel.name, error)
          }
        }
      }),
    )
  }
}

function readEntries(file: string): LedgerEntry[] {
  try {
    return parseLedger(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    return []
  }
}

function write(file: string, entries: readonly LedgerEntry[]): void {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(`${file}.new`, JSON.stringify(entries))
  renameSync(`${file}.new`, file)
}
