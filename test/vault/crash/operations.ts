/**
 * What is killed, cut off and given a broken disk: each is a command, the vault that it begins with, and what of that may go.
 * One more is one more entry.
 */
import { cpSync } from 'node:fs'
import { join } from 'node:path'
import type { AnnotationAct } from '../../../src/model/annotations.ts'
import { openVaultForWriting, type WritableVault } from '../../../src/vault/vault.ts'
import { BROKEN } from '../broken/damages.ts'
import { compactedVault, goldenVault, keepCopy } from '../broken/vaults.ts'
import { FORMATS, unpackGolden } from '../golden/unpack.ts'
import { takeNight } from '../prune/world.ts'
import { OPENING } from './command.ts'
import type { Platform } from './platform.ts'

export interface Operation {
  name: string
  argv: readonly string[]
  /** When it asks the platform: as that is on this night. */
  night?: keyof Platform['nights']
  /** Writes the vault of before; nothing where there is none. */
  prepare(path: string, platform: Platform): Promise<void>
  /** Snapshots that it may take out. */
  mayGo?: readonly number[]
  /** The vault is of an older format until it is through. */
  isUpgrade?: true
  /** The vault is damaged until it is through; it may take several acts. */
  isMending?: true
  /** Done twice it is done twice: the next run leaves it where it was done. */
  isOnce?: true
  /** Done twice it makes another snapshot of the same. */
  isRepeated?: true
}

const START_MS = Date.parse('2026-01-01T02:00:00Z')
const DAY_MS = 86_400_000
const NIGHTS = 6
/** Small, so that a few pages make blocks, deltas and files. */
const SMALL = { blockBytes: 4000, inlineLimitBytes: 3000 }
const FORGOTTEN = [2, 3, 5]

export const operations: readonly Operation[] = [
  { name: 'creation', argv: OPENING, prepare: async () => {} },
  backup('backup', 'second', (path, { nights }) => copy(nights.first.vault, path)),
  backup('backup of nothing new', 'second', (path, { nights }) => copy(nights.second.vault, path)),
  act('pin', ['pin', '2', '--reason', 'release']),
  act('tag', ['tag', '2', 'release']),
  act('hold', ['hold', '2', '--who', 'Legal', '--why', 'subpoena']),
  act('forget', ['forget', ...FORGOTTEN.map(String), '--apply', '--expect', `${FORGOTTEN.length}`]),
  { ...act('forget --undo', ['forget', '--undo']), prepare: path => writeNights(path, FORGOTTEN) },
  {
    name: 'prune',
    argv: ['prune', '--apply'],
    prepare: path => writeNights(path, FORGOTTEN),
    mayGo: FORGOTTEN,
  },
  { name: 'compact', argv: ['compact'], prepare: path => writeNights(path, []) },
  { name: 'check', argv: ['check', '--read-data'], prepare: path => writeNights(path, []) },
  {
    name: 'repair',
    argv: ['repair', '--apply', '--offline'],
    prepare: writeBroken,
    isMending: true,
  },
  {
    name: 'repair of lost pages',
    argv: ['repair', '--apply', '--offline'],
    prepare: writeWithoutPages,
    isMending: true,
  },
  ...FORMATS.slice(0, -1).map(upgradeFrom),
  {
    name: 'check after an upgrade',
    argv: ['check', '--read-data'],
    prepare: async path => {
      await copy(unpackGolden(1), path)
      await (await openVaultForWriting(path)).close()
    },
  },
  // Last, since it is a third of all.
  backup('first backup', 'first', async () => {}),
]

function backup(name: string, night: keyof Platform['nights'], prepare: Operation['prepare']): Operation {
  return { name, argv: ['backup'], night, prepare, isRepeated: true }
}

function act(name: string, argv: readonly string[]): Operation {
  return { name, argv, prepare: path => writeNights(path, []), isOnce: true }
}

function upgradeFrom(format: number): Operation {
  const prepare = (path: string) => copy(unpackGolden(format), path)
  return { name: `upgrade from format ${format}`, argv: OPENING, prepare, isUpgrade: true }
}

async function copy(from: string, to: string): Promise<void> {
  cpSync(from, to, { recursive: true })
}

/** Blocks, deltas, deltas of deltas and files of two organizations; a gap; long ago, so that what is forgotten can be pruned. */
async function writeNights(path: string, forgotten: readonly number[]): Promise<void> {
  let now = START_MS
  const vault = await openVaultForWriting(path, { ...SMALL, clock: () => now })
  for (let night = 1; night <= NIGHTS; night++) {
    await takeNight(vault, {
      organization: night === 4 ? 'two' : 'one',
      spaces: { s: pagesOf(night, 'abcde'), t: night === 3 ? null : pagesOf(night, 'cd') },
    })
    now += DAY_MS
  }
  if (forgotten.length > 0) annotations(vault).forget(forgotten, { policy: 'test', plan: 'digest' })
  await vault.close()
}

/** What can be mended without a loss: bytes from a copy of the catalog and from a stray file, and what follows from rows. */
const BREAKS = [
  'a bit flipped where a copy of the catalog is kept from an upgrade',
  'an index that is missing',
  'a file under another name',
]

async function writeBroken(path: string): Promise<void> {
  await copy(await goldenVault(), path)
  for (const name of BREAKS) BROKEN[name]?.damage(path)
}

const LOST_PAGES = ['a page of an index that is lost', 'a page with bytes of a block that is lost']

/** What lay there is in a copy of the catalog. */
async function writeWithoutPages(path: string): Promise<void> {
  await copy(await compactedVault(), path)
  keepCopy(path)
  for (const name of LOST_PAGES) BROKEN[name]?.damage(path)
}

/** Each night some are edited, and one is not there. */
function pagesOf(night: number, ids: string): Record<string, number> {
  return Object.fromEntries(
    [...ids].flatMap((id, index) => (index === night % 5 ? [] : [[id, (night * (index + 1)) % 7]])),
  )
}

function annotations(vault: WritableVault) {
  const note = (act: AnnotationAct, by: string) => ({
    body: () => JSON.stringify({ ...act, by }),
    sign: null,
  })
  return vault.annotations({ by: 'test', note })
}

/** Where the vault stands on the disk whose changes count. */
export function vaultIn(disk: string): string {
  return join(disk, 'vault')
}

export function environmentOf(
  { night }: Operation,
  disk: string,
  { nights }: Platform,
): Record<string, string> {
  return { ...(night && nights[night].env), DOCVAULT_VAULT_PATH: vaultIn(disk) }
}
