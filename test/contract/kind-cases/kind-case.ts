/** What the contract suite must be told of a kind, and how its cases reach the platform. */

import { expect } from 'vitest'
import type { StoredResource } from '../../../src/vault/vault.ts'
import { asKind } from '../../helpers/as-kind.ts'
import type { Company } from '../../helpers/company.ts'
import type { JudgedOptions } from '../../helpers/judged-emulator.ts'

export interface KindCase {
  /** Of the emulator, where the company needs more than people, teams and two spaces. */
  options?: JudgedOptions
  /** Settings without which it is not read. */
  env?: Readonly<Record<string, string>>
  /** The operation that lists the kind. */
  operation: string
  /** Makes a run read the kind again; by default an edit of a page. */
  stir?(company: Company): Promise<void>
  /** The kind that is a gap when the operation fails, where it is another one. */
  gap?: string
  /** What a company needs to have one. */
  prepare?(company: Company): Promise<void>
  /** Makes the platform forget one resource of the kind; answers how many go, those below it included. */
  remove(company: Company): Promise<number>
  /** Changes one resource of the kind; null where the platform never changes one. */
  change: ((company: Company) => Promise<void>) | null
}

export type KindCases = Readonly<Record<string, KindCase>>

export function removeOne(
  company: Company,
  object: Parameters<Company['emulator']['remove']>[0],
  id: string,
): number {
  company.emulator.remove(object, id)
  return 1
}

/** Through the API itself: below the organization, or below the root with a leading slash. */
export async function write(company: Company, method: string, path: string, body?: object): Promise<unknown> {
  const { url, organization, token } = company.emulator
  const at = path.startsWith('/') ? path : `/orgs/${organization}${path && `/${path}`}`
  const answer = await fetch(`${url}${at}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  expect(answer.ok, `${method} ${at} answered ${answer.status}`).toBe(true)
  const text = await answer.text()
  return text === '' ? null : JSON.parse(text)
}

export function rowsOf(company: Company, kind: string): StoredResource[] {
  return [...company.vault().resources(1, { kind: asKind(kind) })]
}

export function first(company: Company, kind: string): StoredResource {
  const [one] = rowsOf(company, kind)
  if (!one) throw new Error(`there is no ${kind}`)
  return one
}

/** Every row of a person or a team but the record of who they are, and what stands below it. */
export function countNamed(company: Company, id: string): number {
  const rows = [...company.vault().resources(1)].filter(one => one.id === id && one.kind !== 'user')
  return rows.reduce((sum, one) => sum + 1 + countBelow(company, one), 0)
}

/** At any depth. */
export function countBelow(company: Company, top: StoredResource): number {
  const rows = [...company.vault().resources(1)]
  const below = (parent: number): number =>
    rows.filter(one => one.parent === parent).reduce((sum, one) => sum + 1 + below(one.key), 0)
  return below(top.key)
}

export function idsOf(company: Company, kind: string): string[] {
  return [...company.vault().resources(1, { kind: asKind(kind) })].map(one => one.id)
}

export function lastId(company: Company, kind: string): string {
  return idsOf(company, kind).at(-1) ?? ''
}
