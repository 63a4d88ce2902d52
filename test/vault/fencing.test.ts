/** Two who believe that a vault is theirs: the vault knows which one is wrong, and of that one nothing becomes visible. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { describe, expect, onTestFinished, test } from 'vitest'
import { digestOf } from '../../src/model/digest.ts'
import { VaultFenced, VaultLocked } from '../../src/model/errors.ts'
import { UNOWNED } from '../../src/model/vault-owner.ts'
import { makeCatalogWriter } from '../../src/vault/catalog/catalog-writer.ts'
import { openForWriting } from '../../src/vault/catalog/database.ts'
import { acquireLease } from '../../src/vault/catalog/lease.ts'
import { nodeDisk } from '../../src/vault/files/disk.ts'
import { makeFileStore } from '../../src/vault/files/file-store.ts'
import { layoutOf } from '../../src/vault/layout.ts'
import { openLedger } from '../../src/vault/ledger.ts'
import { makeSteps } from '../../src/vault/maintenance/steps.ts'
import { openVault, openVaultForWriting, type WritableVault } from '../../src/vault/vault.ts'
import { findings, ORGANIZATION, rejection, seal, temporaryFolder, viewOf, writeScope } from './fixture.ts'

const A = 'a.1'
const B = 'b.2'
/** After this the lease of one who does not beat is nobody's. */
const LATER_MS = 61_000

async function openAs(
  path: string,
  claim?: { host: string | null; epoch: number; reinstate?: boolean },
  clock?: () => number,
) {
  const vault = await openVaultForWriting(path, { claim, clock })
  onTestFinished(() => vault.close().catch(() => {}))
  return vault
}

async function backUp(vault: WritableVault, text: string): Promise<void> {
  const writer = vault.begin(ORGANIZATION, 'test')
  await writeScope(writer, null, 'space', { s1: text })
  await seal(writer)
}

const pathOfNew = () => join(temporaryFolder(), 'vault')

describe('whose a vault is', () => {
  test('a vault that no host ever claimed is anybody’s, at epoch 0', async () => {
    const path = pathOfNew()
    const vault = await openAs(path)
    expect(vault.owner()).toEqual(UNOWNED)
    await backUp(vault, 'one')
    await vault.close()
    await (await openAs(path)).close()
  })

  test('one that a host claimed is written by that host alone, from then on', async () => {
    const path = pathOfNew()
    await (await openAs(path)).close()
    await (await openAs(path, { host: A, epoch: 1 })).close()
    for (const claim of [undefined, { host: B, epoch: 1 }, { host: B, epoch: 0 }, { host: A, epoch: 0 }])
      expect(await rejection(() => openAs(path, claim)), JSON.stringify(claim)).toBeInstanceOf(VaultFenced)
    const again = await openAs(path, { host: A, epoch: 1 })
    expect(again.owner()).toMatchObject({ epoch: 1, host: A, retired: false })
    await backUp(again, 'one')
  })

  test('a claim of a later epoch takes it over, and the one before is refused by name', async () => {
    const path = pathOfNew()
    await (await openAs(path, { host: A, epoch: 4 })).close()
    await (await openAs(path, { host: B, epoch: 5 })).close()
    const error = await rejection(() => openAs(path, { host: A, epoch: 4 }))
    expect(error).toMatchObject({ code: 'vault-fenced', retry: 'never' })
    expect(String(error)).toMatch(/host b\.2 since .* \(epoch 5\), and this is a writer of epoch 4/)
  })

  test('a claim that is refused changes nothing, and a lease in force is respected', async () => {
    const path = pathOfNew()
    await openAs(path, { host: A, epoch: 1 })
    expect(await rejection(() => openAs(path, { host: B, epoch: 2 }))).toBeInstanceOf(VaultLocked)
    const reader = openVault(path)
    expect(reader.owner()).toMatchObject({ epoch: 1, host: A })
    reader.close()
  })

  test('a vault can be nobody’s in particular again', async () => {
    const path = pathOfNew()
    await (await openAs(path, { host: A, epoch: 1 })).close()
    await (await openAs(path, { host: null, epoch: 2 })).close()
    const vault = await openAs(path)
    expect(vault.owner()).toMatchObject({ epoch: 2, host: null })
    expect((await findings(vault)).filter(one => one.severity === 'damage')).toEqual([])
  })
})

describe('a folder that was left behind', () => {
  test('is written by nobody, its writer of then included, and is read as before', async () => {
    const path = pathOfNew()
    const vault = await openAs(path, { host: A, epoch: 1 })
    await backUp(vault, 'one')
    vault.retire({ host: B, epoch: 2 })
    expect(() => vault.setFact('a', 'b')).toThrow(VaultFenced)
    await vault.close()
    const claims = [undefined, { host: A, epoch: 1 }, { host: B, epoch: 2 }, { host: A, epoch: 9 }]
    for (const claim of claims)
      expect(await rejection(() => openAs(path, claim)), JSON.stringify(claim)).toBeInstanceOf(VaultFenced)
    const reader = openVault(path)
    expect(viewOf(reader, 1)).toEqual({ 'space//s1': 'one' })
    expect((await findings(reader)).filter(one => one.severity === 'damage')).toEqual([])
    reader.close()
    expect(() => openLedger(path, 'append').append(ENTRY)).toThrow(VaultFenced)
  })

  test('is taken back only by who says so, under a later epoch', async () => {
    const path = pathOfNew()
    const vault = await openAs(path, { host: A, epoch: 1 })
    vault.retire({ host: B, epoch: 2 })
    await vault.close()
    expect(await rejection(() => openAs(path, { host: A, epoch: 2, reinstate: true }))).toBeInstanceOf(
      VaultFenced,
    )
    const back = await openAs(path, { host: A, epoch: 3, reinstate: true })
    expect(back.owner()).toMatchObject({ epoch: 3, host: A, retired: false })
    await backUp(back, 'two')
  })

  test('is not left for an epoch that is over', async () => {
    const vault = await openAs(pathOfNew(), { host: A, epoch: 3 })
    expect(() => vault.retire({ host: B, epoch: 3 })).toThrow(VaultFenced)
    vault.setFact('still', 'ours')
  })
})

/** As a prune has it, between the commit that forgets a file and the removal of the file. */
async function pruningAt(path: string) {
  await (await openAs(path)).close()
  const layout = layoutOf(path)
  const db = openForWriting(layout.catalog)
  const lease = acquireLease(db, { path, command: 'docvault prune', clock: Date.now })
  onTestFinished(() => {
    lease.release()
    db.close()
  })
  const writer = makeCatalogWriter(db, lease)
  const files = makeFileStore(layout.folders, nodeDisk)
  return { db, writer, files, steps: makeSteps({ writer, files, pause: () => {} }) }
}

const ENTRY = { body: () => '{"what":"test"}', sign: null }

/** All that a process can be about to do when it falls asleep. */
const WRITES: Readonly<Record<string, (vault: WritableVault) => unknown>> = {
  'a note': vault => vault.setFact('a', 'b'),
  'the beginning of a snapshot': vault => vault.begin({ id: 'other', title: 'Other' }, 'test'),
  'a restore': vault => vault.restores.beginRun({ snapshot: 1, target: 'org', before: 1, request: {} }),
  'a retirement': vault => vault.retire({ host: A, epoch: 9 }),
}

describe('a writer whose epoch is over', () => {
  test.each(Object.keys(WRITES))('is refused %s', async what => {
    const path = pathOfNew()
    const old = await openAs(path, { host: A, epoch: 1 })
    await backUp(old, 'one')
    const later = () => Date.now() + LATER_MS
    const taker = await openAs(path, { host: B, epoch: 2 }, later)
    await expect(async () => WRITES[what]?.(old)).rejects.toThrow(VaultFenced)
    expect(taker.owner()).toMatchObject({ epoch: 2, host: B })
    expect(taker.snapshots()).toHaveLength(1)
  })

  test('appends nothing to the ledger that it has open', async () => {
    const path = pathOfNew()
    const old = await openAs(path, { host: A, epoch: 1 })
    const ledger = openLedger(path, 'append')
    ledger.append(ENTRY)
    await old.close()
    await (await openAs(path, { host: B, epoch: 2 })).close()
    expect(() => ledger.append(ENTRY)).toThrow(VaultFenced)
    expect([...ledger.entries()]).toHaveLength(1)
    ledger.close()
  })

  test('unlinks no file that a prune had come to, which its successor may have stored again', async () => {
    const { db, writer, steps, files } = await pruningAt(pathOfNew())
    const digest = digestOf('kept by the successor')
    await files.write(digest, Buffer.from('kept'))
    writer.transact(() => db.prepare('INSERT INTO owner VALUES (1, 2, ?, 0, 0)').run(B))
    expect(() => steps.unlink([digest])).toThrow(VaultFenced)
    expect(files.sizeOf(digest)).toBe(4)
    db.prepare('DELETE FROM owner').run()
    steps.unlink([digest])
    expect(files.sizeOf(digest)).toBe(null)
  })

  test('whatever two hosts do in whatever order, each commit is of the highest epoch until then', async () => {
    for (const seed of [1, 2, 3, 4, 5, 6]) await playTwoHosts(seed)
  })
})

/** Opens, writes, sleeps and takes over at random; a model says who may. */
async function playTwoHosts(seed: number): Promise<void> {
  const next = randomOf(seed)
  const path = pathOfNew()
  let nowMs = Date.now()
  const clock = () => nowMs
  let epoch = 0
  let owner: string | null = null
  let written = 0
  const open: { vault: WritableVault; epoch: number }[] = []
  for (let step = 0; step < 60; step++) {
    const host = next() < 0.5 ? A : B
    const act = next()
    if (act < 0.3) {
      nowMs += LATER_MS
      const claim = { host, epoch: Math.max(0, epoch + Math.floor(next() * 4) - 2) }
      const isAllowed = claim.epoch > epoch || (claim.epoch === epoch && owner === host)
      const vault = await openVaultForWriting(path, { claim, clock }).catch(error => {
        expect(error).toBeInstanceOf(VaultFenced)
        return null
      })
      expect(vault !== null, `seed ${seed}, step ${step}: ${JSON.stringify(claim)} at ${epoch}`).toBe(
        isAllowed,
      )
      if (vault === null) continue
      ;[epoch, owner] = [claim.epoch, host]
      open.push({ vault, epoch })
    } else {
      const some = open[Math.floor(next() * open.length)]
      if (some === undefined) continue
      const isLast = some === open.at(-1)
      const write = () => some.vault.setFact('written', String(written + 1))
      if (isLast) {
        write()
        written++
      } else expect(write).toThrow(some.epoch === epoch ? VaultLocked : VaultFenced)
    }
    const reader = openVault(path)
    expect(reader.fact('written')).toBe(written === 0 ? null : String(written))
    expect(reader.owner()).toMatchObject({ epoch, host: owner })
    reader.close()
  }
  for (const { vault } of open.toReversed()) await vault.close()
}

function randomOf(seed: number): () => number {
  let state = seed * 2654435761
  return () => {
    state = (Math.imul(state ^ (state >>> 15), 2246822519) + 374761393) >>> 0
    return state / 2 ** 32
  }
}

const sourceOf = (path: string) => JSON.stringify(new URL(`../../src/${path}`, import.meta.url).pathname)

/** Works without end in one way, says how far it is, and ends with the code of what stopped it. */
const WRITER = `
  const { openVaultForWriting } = await import(${sourceOf('vault/vault.ts')})
  const { digestOf } = await import(${sourceOf('model/digest.ts')})
  const [, path, claim, way, sleepAt] = process.argv
  const item = (id, text) => ({ id, changeDigest: digestOf(text), json: Buffer.from(JSON.stringify(text)), parts: [] })
  let [sleepy, steps] = [false, 0]
  // Of its own accord: a transaction is never open then.
  const step = () => {
    console.log('step')
    if (++steps === Number(sleepAt)) process.kill(process.pid, 'SIGSTOP')
  }
  const clock = () => (sleepy && process.kill(process.pid, 'SIGSTOP'), Date.now())
  const ways = {
    async snapshots(vault, round) {
      const writer = vault.begin({ id: 'org', title: 'Org' }, 'test')
      step()
      const spaces = writer.scope(null, 'space')
      for (let space = 0; space < 6; space++) {
        await spaces.add(item('s' + space, 'old host ' + round))
        await writer.put(Buffer.from('text of ' + round + ' '.repeat(space * 1000)))
        step()
      }
      await spaces.finish({ token: null, exact: true })
      await writer.flush()
      step()
      await writer.seal({ requests: 0, bytes: 0 })
      step()
    },
    async notes(vault, round) {
      vault.setFact('of', 'the old host')
      step()
      await new Promise(setImmediate)
    },
    async asleep(vault) {
      sleepy = true
      vault.restores.beginRun({ snapshot: 1, target: 'org', before: 1, request: {} })
    },
  }
  try {
    const vault = await openVaultForWriting(path, { claim: JSON.parse(claim), inlineLimitBytes: 3000, clock })
    console.log('open')
    for (let round = 0; ; round++) await ways[way](vault, round)
  } catch (error) {
    console.log('ended ' + (error.code ?? error))
    process.exit()
  }`

/** Replaces a line of a module before it is loaded. */
const WITHOUT = (module: string, line: string, instead: string) => `
  import { registerHooks } from 'node:module'
  import { readFileSync } from 'node:fs'
  import { fileURLToPath } from 'node:url'
  registerHooks({ load(url, context, next) {
    if (!url.endsWith(${JSON.stringify(module)})) return next(url, context)
    const source = readFileSync(fileURLToPath(url), 'utf8')
    if (!source.includes(${JSON.stringify(line)})) { console.log('no such line'); process.exit() }
    return { format: 'module-typescript', shortCircuit: true, source: source.replace(${JSON.stringify(line)}, ${JSON.stringify(instead)}) }
  } })`

const WITHOUT_FENCE = WITHOUT('/vault/catalog/catalog-writer.ts', 'lease.assertHeld()', '')
const WITHOUT_ADMISSION = WITHOUT(
  '/vault/catalog/owner.ts',
  'if (claim.epoch <= owner.epoch) throw',
  'if (false) throw',
)

interface OldHost {
  child: ChildProcess
  /** What it says from here on, up to and with the first that begins so. */
  until(word: string, times?: number): Promise<string[]>
}

interface Plan {
  way: 'snapshots' | 'notes' | 'asleep'
  /** Stops itself after this step. */
  sleepAt?: number
  /** Loaded first. */
  before?: string
}

function startOldHost(path: string, { way, sleepAt = 0, before = '' }: Plan): OldHost {
  const script = `${before}\n${WRITER}`
  const claim = JSON.stringify({ host: A, epoch: 1 })
  const child = spawn(
    process.execPath,
    ['--input-type=module', '-e', script, path, claim, way, String(sleepAt)],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  onTestFinished(() => void child.kill('SIGKILL'))
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  return {
    child,
    async until(word, times = 1) {
      const said: string[] = []
      for (let seen = 0; seen < times; ) {
        const { value, done } = await lines.next()
        if (done) throw new Error(`it said ${said.join(', ')} and ended`)
        said.push(value)
        if (value.startsWith(word)) seen++
      }
      return said
    },
  }
}

/** It sleeps while B takes over and makes a snapshot, then wakes; `until`: what it says when that is judged. */
async function sleepThroughTakeover(path: string, old: OldHost, until: 'ended' | 'step') {
  await old.until('open')
  await stopped(old.child)
  const taker = await openAs(path, { host: B, epoch: 2 }, () => Date.now() + LATER_MS)
  await backUp(taker, 'new host')
  taker.setFact('of', 'the new host')
  const seen = allViews(path)
  old.child.kill('SIGCONT')
  const said = await old.until(until, until === 'step' ? 50 : 1)
  return { end: said.at(-1), seen, after: allViews(path), taker }
}

async function stopped(child: ChildProcess): Promise<void> {
  const state = () => readFileSync(`/proc/${child.pid}/stat`, 'utf8').split(') ')[1]?.[0]
  while (state() !== 'T') await new Promise(setImmediate)
}

function allViews(path: string): Record<string, unknown> {
  const reader = openVault(path)
  try {
    const sealed = reader.snapshots().filter(one => one.state !== 'running')
    return {
      of: reader.fact('of'),
      ...Object.fromEntries(sealed.map(one => [one.snapshot, viewOf(reader, one.snapshot)])),
    }
  } finally {
    reader.close()
  }
}

describe('a process that slept while its vault was taken over', () => {
  test.each([1, 3, 8, 9, 10, 13, 20])(
    'at its step %i, wakes, and nothing it writes becomes visible',
    async sleepAt => {
      const path = pathOfNew()
      const old = startOldHost(path, { way: 'snapshots', sleepAt })
      const { end, seen, after, taker } = await sleepThroughTakeover(path, old, 'ended')
      expect(end).toBe('ended vault-fenced')
      expect(after).toEqual(seen)
      expect((await findings(taker)).filter(one => one.severity === 'damage')).toEqual([])
      await backUp(taker, 'new host, next night')
    },
  )

  test('is refused a note, and would not be without the check', async () => {
    const plan = { way: 'notes', sleepAt: 2 } as const
    const fenced = pathOfNew()
    const kept = await sleepThroughTakeover(fenced, startOldHost(fenced, plan), 'ended')
    expect([kept.end, kept.after.of]).toEqual(['ended vault-fenced', 'the new host'])
    const open = pathOfNew()
    const old = startOldHost(open, { ...plan, before: WITHOUT_FENCE })
    const lost = await sleepThroughTakeover(open, old, 'step')
    expect(lost.after.of).toBe('the old host')
  })

  test('is refused when it is started again, and would not be without that check', async () => {
    const path = pathOfNew()
    await (await openAs(path, { host: B, epoch: 2 })).close()
    expect(await startOldHost(path, { way: 'notes' }).until('ended')).toEqual(['ended vault-fenced'])
    expect(await startOldHost(path, { way: 'notes', before: WITHOUT_ADMISSION }).until('step')).toEqual([
      'open',
      'step',
    ])
  })

  test('in the middle of a transaction keeps the vault, says so, and leaves nothing of it when it is ended', async () => {
    const path = pathOfNew()
    const old = startOldHost(path, { way: 'asleep' })
    await old.until('open')
    await stopped(old.child)
    const later = () => Date.now() + LATER_MS
    const error = await rejection(() => openAs(path, { host: B, epoch: 2 }, later))
    expect(error).toBeInstanceOf(VaultLocked)
    expect(String(error)).toContain('in the middle of a write')
    const ended = once(old.child, 'exit')
    old.child.kill('SIGKILL')
    await ended
    const taker = await openAs(path, { host: B, epoch: 2 })
    expect(taker.restoreRuns()).toEqual([])
    await backUp(taker, 'new host')
  })
})
