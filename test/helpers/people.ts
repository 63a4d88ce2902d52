/** Who may ask a server, with a `server.db` of the test's own. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { RoleRule } from '../../src/model/role.ts'
import type { OidcSettings } from '../../src/server/people/issuer.ts'
import { openPeople, type People } from '../../src/server/people/people.ts'

export interface TestPeopleOptions {
  oidc?: OidcSettings
  roles?: readonly RoleRule[]
  now?: () => number
}

export interface TestPeople extends People {
  folder: string
  /** Why sign-ins came to nothing, the outermost error of each. */
  refusals: unknown[]
}

export function openTestPeople({ oidc, roles = [], now = Date.now }: TestPeopleOptions = {}): TestPeople {
  const folder = mkdtempSync(join(tmpdir(), 'docvault-people-'))
  const refusals: unknown[] = []
  const people = openPeople({
    folder,
    oidc: oidc ?? null,
    roles: () => roles,
    keepMs: () => 400 * 24 * 3_600_000,
    now,
    refused: error => refusals.push(error),
    ledgerFailed: error => {
      throw error
    },
  })
  onTestFinished(() => {
    people.close()
    rmSync(folder, { recursive: true, force: true })
  })
  return { ...people, folder, refusals }
}
