/** Who may ask the server beside its tokens, and the ledger of what was asked. */
import type { RoleRule } from '../../model/role.ts'
import { openServerDatabase } from './database.ts'
import { type Issuer, type OidcSettings, openIssuer } from './issuer.ts'
import { type OperatorLedger, openOperatorLedger } from './operators.ts'
import { openSessions, type Sessions } from './sessions.ts'

export interface People {
  /** Null: nobody signs in. */
  issuer: Issuer | null
  sessions: Sessions
  operators: OperatorLedger
  /** As they are now. */
  roles(): readonly RoleRule[]
  /** Told of the cause of each sign-in that came to nothing. */
  refused(error: unknown): void
  /** Writes what the ledger has not written yet. */
  close(): void
}

export interface PeopleOptions {
  /** Of the daemon. */
  folder: string
  /** Null: nobody signs in. */
  oidc: OidcSettings | null
  roles(): readonly RoleRule[]
  /** How long entries of operators are kept. Milliseconds. */
  keepMs(): number
  now(): number
  refused(error: unknown): void
  /** Told once when the ledger begins to fail. */
  ledgerFailed(error: unknown): void
}

/** Throws DocvaultError `server-db-unusable`. */
export function openPeople(options: PeopleOptions): People {
  const { folder, oidc, now, keepMs, ledgerFailed, roles, refused } = options
  const db = openServerDatabase(folder)
  const operators = openOperatorLedger(db, { now, keepMs, failed: ledgerFailed })
  return {
    issuer: oidc && openIssuer(oidc, now),
    sessions: openSessions(db, now),
    operators,
    ...{ roles, refused },
    close() {
      operators.close()
      db.close()
    },
  }
}
