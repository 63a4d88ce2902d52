/** A way to tell people. Each is a file here, a line in the list of `index.ts`, and its settings in `config/`. */
import type { Config } from '../../../config/settings.ts'
import type { Message } from '../condition.ts'

export interface Channel {
  name: string
  /** Null where the settings do not call for it. */
  open(config: Config): Send | null
}

/** Throws when it could not deliver; what it throws is redacted before it is logged. */
export type Send = (message: Message) => Promise<void>

export const PATIENCE_MS = 15_000
