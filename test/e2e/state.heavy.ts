/**
 * The whole generated company with all data sets, backed up by the program and compared with what the emulator says of
 * itself. Kinds that docvault does not know yet are listed, and fail.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { openVault } from '../../src/vault/vault.ts'
import { docvault } from '../helpers/docvault.ts'
import { startEmulatorProcess } from '../helpers/emulator-process.ts'
import { fullCompany } from '../helpers/full-company.ts'
import { alterEachKind } from '../helpers/state/alter.ts'
import { compareWithState } from '../helpers/state/compare.ts'
import { itemsOf, jsonOf } from '../helpers/state/expected.ts'
import { expectedOf } from '../helpers/state/organization.ts'

const work = mkdtempSync(join(tmpdir(), 'docvault-state-'))
const company = fullCompany(join(work, 'source'))
const seed = Number(process.env.SEED ?? Date.now() % 100_000)
afterAll(() => rmSync(work, { recursive: true, force: true }))

test.each(['full', 'current', 'document'] as const)(
  'profile %s: the snapshot of the whole company is its state, object by object and field by field',
  async profile => {
    const emulator = await startEmulatorProcess(['--profile', profile, ...company])
    const path = join(work, `vault-${profile}`)
    try {
      const state = jsonOf(await emulator.control('GET', 'state'))
      const sites = itemsOf(state.organizations).flatMap(one => itemsOf(one.sites).map(site => site.id))
      const env = { ...emulator.env, DOCVAULT_VAULT_PATH: path, DOCVAULT_PLATFORM_SITES: sites.join() }
      const run = await docvault(['backup', '--json'], { env })
      expect(run.events.at(-1)).toMatchObject({ state: 'complete', gaps: [] })
      const vault = openVault(path)
      const wanted = expectedOf(state, emulator.organization)
      const { equal, noSuchKind, differences } = compareWithState(vault, 1, wanted, state)
      const sum = Object.values(equal).reduce((all, one) => all + one, 0)
      console.log(`${profile}: ${sum} resources equal, ${differences.length} differ:`, JSON.stringify(equal))
      console.log(`${profile}: no such kind yet:`, JSON.stringify(noSuchKind))
      expect(differences.slice(0, 50)).toEqual([])
      console.log(`seed ${seed}`)
      const altered = alterEachKind(wanted, seed)
      const found = compareWithState(vault, 1, altered.wanted, state).differences
      expect(found.map(line => altered.fields.find(field => line.startsWith(field))).sort()).toEqual(
        [...altered.fields].sort(),
      )
      console.log(`${profile}: an altered field was found in each of ${found.length} kinds`)
      expect(noSuchKind).toEqual({})
      vault.close()
    } finally {
      await emulator.stop()
    }
  },
)
