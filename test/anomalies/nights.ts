/** Vaults of a few nights, written without a platform, and what is found in them as a backup would have it found. */
import { loadConfig } from '../../config/load.ts'
import { watchAnomalies } from '../../jobs/anomalies.ts'
import { type Branch, writeTree } from '../helpers/snapshot-tree.ts'
import { newVault } from '../vault/fixture.ts'

export interface Company {
  /** Space → page → its text; null: a page without one. */
  spaces: Readonly<Record<string, Readonly<Record<string, string>>>>
  /** Person → role. */
  members?: Readonly<Record<string, string>>
  /** Of pages, by id: where they stand. */
  paths?: Readonly<Record<string, string>>
  /** What else stands under the organization. */
  others?: Readonly<Record<string, Readonly<Record<string, Branch>>>>
}

const WORDS =
  'the a reader installs server backup of page and space with token when every night is read from platform vault restores people change team access setting value file name path after before error log queue schedule report member role list shows keeps removes finds'.split(
    ' ',
  )

/** The same for the same seed: a text of some hundred words, like no other. */
export function prose(seed: number, words = 150): string {
  let state = seed * 2_654_435_761 + 1
  const next = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
  const text = Array.from({ length: words }, () => WORDS[Math.floor(next() * WORDS.length)])
  return `${text.join(' ')}. Number ${seed}.`
}

export function pagesOf(space: string, count: number): Record<string, string> {
  return Object.fromEntries(
    Array.from({ length: count }, (_, at) => [`${space}-${at}`, prose(at + space.length * 1000)]),
  )
}

export function peopleOf(count: number, role = 'read'): Record<string, string> {
  return Object.fromEntries(Array.from({ length: count }, (_, at) => [`person-${at}`, role]))
}

/** `docs` has forty pages, `other` ten; there are thirty people. */
export function usualCompany(): Company {
  const spaces = { docs: pagesOf('docs', 40), other: pagesOf('other', 10) }
  return { spaces, members: { ...peopleOf(30), 'person-0': 'admin' } }
}

export async function makeNights(env: Record<string, string> = {}) {
  const { vault, path } = await newVault()
  const config = loadConfig({ env: { DOCVAULT_VAULT_PATH: path, ...env } })
  const held = {
    vault: async () => vault,
    now: Date.now,
    client: () => {
      throw new Error('there is no platform')
    },
  }
  const look = () => watchAnomalies({ config }, held, 'org')
  return {
    vault,
    path,
    config,
    held,
    look,
    /** A backup and what is found after it: `rule-snapshot`. */
    async night(company: Company): Promise<string[]> {
      await writeTree(vault, treeOf(company))
      return (await look()).map(({ anomaly }) => anomaly)
    },
  }
}

export function treeOf({ spaces, members = {}, paths = {}, others = {} }: Company) {
  const pageOf = ([id, markdown]: [string, string]): [string, Branch] => [
    id,
    { json: { title: id, path: paths[id] ?? id }, parts: { markdown } },
  ]
  const spaceOf = ([id, pages]: [string, Readonly<Record<string, string>>]): [string, Branch] => [
    id,
    { json: { title: `The ${id}` }, below: { page: Object.fromEntries(Object.entries(pages).map(pageOf)) } },
  ]
  const member = Object.fromEntries(Object.entries(members).map(([id, role]) => [id, { json: { role } }]))
  const space = Object.fromEntries(Object.entries(spaces).map(spaceOf))
  return { organization: { org: { below: { member, space, ...others } } } }
}
