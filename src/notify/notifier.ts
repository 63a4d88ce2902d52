/** Tells people what began and what is over, on every channel; remembers what was told in a file. */
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Config } from '../../config/settings.ts'
import { channels } from './channels/index.ts'
import type { Condition, Message } from './condition.ts'
import { advance, type LedgerEntry, parseLedger } from './ledger.ts'

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
      for (const message of messages) await this.#deliver(message)
    })
  }

  async #deliver(message: Message): Promise<void> {
    const { failed } = this.#options
    const config = this.#options.config()
    await Promise.all(
      channels.map(async channel => {
        const send = channel.open(config)
        if (send === null) return
        for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
          try {
            return await send(message)
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
