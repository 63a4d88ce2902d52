/**
 * The rules over real documentation, night by night, and attacks on it. Prints the table that it asserts. Vaults of all nights
 * that are there already are taken from DOCVAULT_NIGHTS, a folder with SET/vault for some of the sets; the others are made.
 */
import { randomBytes } from 'node:crypto'
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { loadConfig } from '../../config/load.ts'
import { anomalyLimits } from '../../jobs/anomaly-settings.ts'
import { type ReplayedNight, replaying } from '../../src/anomalies/replay.ts'
import { startEmulator } from '../../src/emulator/emulator.ts'
import { atOnce } from '../../src/model/stepwise.ts'
import { openVault } from '../../src/vault/vault.ts'
import { environmentOf, takeSnapshot } from '../helpers/company.ts'
import { dataSets, stateCount, writeState } from '../helpers/data-sets.ts'
import { readSourceTree } from '../helpers/source-tree.ts'

const MOST_PERCENT = 4
/** Nights in which much was done at once, by hand. */
const MASS_NIGHTS: Readonly<Record<string, number>> = { elsa: 38, sunbird: 26, http3: 52, 'pgsql-tw': 82 }

function temporary(): string {
  const folder = mkdtempSync(join(tmpdir(), 'docvault-nights-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

async function platformWith(set: string, state: number | 'last') {
  const folder = temporary()
  const source = join(folder, 'state')
  writeState(set, state, source)
  const emulator = await startEmulator({ members: 25, teams: 4, load: [{ title: set, folder: source }] })
  onTestFinished(() => emulator.close())
  const vaultPath = join(folder, 'vault')
  const env = environmentOf(emulator, vaultPath)
  return {
    source,
    emulator,
    vaultPath,
    backUp: () => takeSnapshot(env, { exact: true }, { env: { DOCVAULT_PLATFORM_TIMEOUT: '1m' } }),
  }
}

/** A copy: only its path is anybody's. */
async function vaultOf(set: string): Promise<string> {
  const ready = join(process.env.DOCVAULT_NIGHTS ?? '', set, 'vault')
  if (process.env.DOCVAULT_NIGHTS !== undefined && existsSync(ready)) {
    const copy = join(temporary(), 'vault')
    cpSync(ready, copy, { recursive: true })
    return copy
  }
  const { source, emulator, vaultPath, backUp } = await platformWith(set, 1)
  await backUp()
  for (let state = 2; state <= stateCount(set); state++) {
    writeState(set, state, source)
    await emulator.load(set, source)
    await backUp()
  }
  return vaultPath
}

test('few nights with edits are found in all sets together, and every mass night is', async () => {
  const limits = anomalyLimits(loadConfig({ env: {} }))
  const total = { edited: 0, found: 0 }
  for (const set of dataSets()) {
    const vault = openVault(await vaultOf(set))
    const [first] = vault.snapshots()
    const nights: ReplayedNight[] = []
    atOnce(replaying(vault, first?.organization ?? '', limits, night => nights.push(night)))
    const changed = new Set(
      vault
        .snapshots()
        .flatMap(({ snapshot, added, modified, removed }) =>
          added + modified + removed > 0 ? [snapshot] : [],
        ),
    )
    vault.close()
    const edited = nights.filter(({ night: { to } }) => changed.has(to.snapshot)).length
    const found = nights.filter(night => night.found.length > 0)
    for (const { found: anomalies } of found)
      for (const { anomaly, text } of anomalies)
        console.log(`${set.padEnd(10)} ${anomaly.padEnd(20)} ${text}`)
    console.log(`${set.padEnd(10)} found in ${found.length} of ${edited} nights with edits`)
    const wanted = MASS_NIGHTS[set]
    if (wanted !== undefined) expect(found.map(({ night }) => night.to.snapshot)).toContain(wanted)
    total.edited += edited
    total.found += found.length
  }
  const percent = (100 * total.found) / total.edited
  console.log(`all sets: ${total.found} of ${total.edited} nights with edits, ${percent.toFixed(1)} %`)
  expect(percent).toBeLessThanOrEqual(MOST_PERCENT)
})

describe.each(dataSets())('attacks on the newest state of %s', set => {
  const attacks: readonly [string, (text: string) => string, (rules: string[]) => unknown][] = [
    [
      'encrypted',
      text => randomBytes(Math.max(450, text.length * 0.75)).toString('base64'),
      rules => expect(rules).toContain('high-entropy'),
    ],
    [
      'replaced with the same text',
      () => `${'All your pages are ours. Pay to get them back. '.repeat(4)}\n`,
      rules => expect(rules).toContain('same-body'),
    ],
    ['emptied', () => '', rules => expect(rules).toContain('bodies-shrunk')],
  ]

  test.each(attacks)(
    'every body is %s: found in the same night, pinned and frozen',
    async (_, change, expectRules) => {
      const { source, emulator, vaultPath, backUp } = await platformWith(set, 'last')
      await backUp()
      const { root, pages } = readSourceTree(source)
      for (const page of pages)
        writeFileSync(join(root, page), change(readFileSync(join(root, page), 'utf8')))
      await emulator.load(set, source)
      await backUp()
      const vault = openVault(vaultPath)
      const anomalies = vault.anomalies()
      console.log(`${set}: ${anomalies.map(({ anomaly, text }) => `${anomaly}: ${text}`).join(' | ')}`)
      expectRules(anomalies.map(({ rule }) => rule))
      expect(anomalies.every(({ ack }) => ack === null)).toBe(true)
      expect(vault.snapshots()[0]?.pin?.by).toBe('docvault anomalies')
      vault.close()
    },
  )
})
