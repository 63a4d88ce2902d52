/** What an address may come to that leads nowhere, or to several things. */
import { DocvaultError } from '../../model/errors.ts'

export interface Choice {
  title: string
  address: string
}

/** Status 404. */
export class NotThere extends DocvaultError {
  /** Where what was asked for may be found instead. */
  readonly instead: string | null

  constructor(message: string, instead: string | null = null) {
    super('not-found', message)
    this.instead = instead
  }
}

/** Status 403. */
export class AuditorsOnly extends DocvaultError {
  constructor(what: string, organization: string) {
    super('forbidden', `${what} of ${organization} is for auditors`, {
      hint: 'whoever runs this server gives roles to groups (server.roles)',
    })
  }
}

/** Status 300. */
export class SeveralThere extends DocvaultError {
  readonly choices: readonly Choice[]

  constructor(message: string, choices: readonly Choice[]) {
    super('ambiguous', message)
    this.choices = choices
  }
}

/** In the middle of reading it. */
export class VaultReplaced extends DocvaultError {
  constructor(cause?: unknown) {
    super('vault-replaced', 'another vault has come in its place', { retry: 'later', cause })
  }
}
