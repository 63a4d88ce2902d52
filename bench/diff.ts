/**
 * The time that a diff of 100 changes takes among 100,000 resources and among 10,000, beside `restic diff` and
 * `git diff --stat` over the same two states written as files. Every number is the median of several runs, one tool
 * after the other, so that a busy machine is busy for all of them.
 */
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { changeEvent } from '../src/cli/change-event.ts'
import { bodyDiff } from '../src/diff/body-diff.ts'
import { compare } from '../src/diff/compare.ts'
import { digestOf } from '../src/model/digest.ts'
import { resources } from '../src/resources/index.ts'
import { openVault, openVaultForWriting, type ResourceKey, type SnapshotWriter } from '../src/vault/vault.ts'
import { median } from './measure.ts'

const RUNS = Number(process.env.RUNS ?? 5)
const PAGES_IN_SPACE = 1000
const CHANGES = 100
const launcher = join(import.meta.dirname, '../bin/docvault')
// Read by restic: a repository of a benchmark keeps no secret.
process.env.RESTIC_PASSWORD = 'benchmark'
const root = mkdtempSync(join(tmpdir(), 'docvault-bench-diff-'))

try {
  const times = new Map<number, Record<string, number>>()
  for (const count of [10_000, 100_000]) times.set(count, await measure(count))
  for (const [count, one] of times) {
    console.log(`${CHANGES} changes among ${count.toLocaleString('en')} resources, median of ${RUNS}, ms:`)
    for (const [name, time] of Object.entries(one))
      console.log(`  ${name.padEnd(46)} ${time.toFixed(1).padStart(10)}`)
  }
  const [small, large] = [times.get(10_000), times.get(100_000)]
  const ours = 'docvault, in the process'
  const ratio = (a: number | undefined, b: number | undefined) => ((a ?? 0) / (b ?? 1)).toFixed(2)
  console.log(
    `100,000 against 10,000 resources, in the process: ${ratio(large?.[ours], small?.[ours])} times`,
  )
  for (const other of ['git diff --stat', 'restic diff'])
    console.log(
      `docvault diff against ${other}, 100,000: in the process ${ratio(large?.[ours], large?.[other])}, whole command ${ratio(large?.['docvault diff, whole command'], large?.[other])}`,
    )
} finally {
  rmSync(root, { recursive: true, force: true })
}

async function measure(count: number): Promise<Record<string, number>> {
  const folder = join(root, String(count))
  const files = join(folder, 'files')
  const vault = join(folder, 'vault')
  mkdirSync(files, { recursive: true })
  const changed = new Set(
    Array.from({ length: CHANGES }, (_, index) => Math.floor((index * count) / CHANGES)),
  )
  await fillVault(vault, count, changed)
  const repository = prepareOthers(folder, files, count, changed)
  const samples: Record<string, number[]> = {}
  const sample = (name: string, work: () => void) => {
    const start = performance.now()
    work()
    samples[name] ??= []
    samples[name].push(performance.now() - start)
  }

  for (let run = 0; run < RUNS; run++) {
    sample('docvault, in the process', () => diffInProcess(vault))
    sample('docvault, in the process, with bodies', () => diffInProcess(vault, true))
    sample('docvault diff, whole command', () =>
      runTool(launcher, ['diff', '1', '2', '--stat', '--vault', vault]),
    )
    sample('git diff --stat', () => runTool('git', [...repository.git, 'diff', '--stat', 'one', 'two']))
    sample('restic diff', () => runTool('restic', [...repository.restic, 'diff', ...repository.snapshots]))
  }
  return Object.fromEntries(Object.entries(samples).map(([name, found]) => [name, median(found)]))
}

function diffInProcess(path: string, bodies = false): void {
  const vault = openVault(path)
  const [a, b] = vault.snapshots()
  if (!a || !b) throw new Error('there are no two snapshots')
  let changes = 0
  for (const change of compare(vault, resources, a, b, { by: 'id' })) {
    JSON.stringify(changeEvent(change, bodies ? bodyDiff(vault, change) : null))
    changes++
  }
  vault.close()
  if (changes !== CHANGES) throw new Error(`the diff has ${changes} changes`)
}

async function fillVault(path: string, count: number, changed: ReadonlySet<number>): Promise<void> {
  const vault = await openVaultForWriting(path)
  for (const isSecond of [false, true]) {
    const writer = vault.begin({ id: 'org', title: 'Org' }, 'bench')
    const scope = writer.scope(null, 'organization')
    const organization = await scope.add(itemOf({ object: 'organization', id: 'org', title: 'Org' }))
    await scope.finish({ token: null, exact: true })
    const spaces = writer.scope(organization, 'space')
    const keys: ResourceKey[] = []
    for (let at = 0; at < count / PAGES_IN_SPACE; at++)
      keys.push(await spaces.add(itemOf({ object: 'space', id: `space${at}`, title: `Space ${at}` })))
    await spaces.finish({ token: null, exact: true })
    for (const [space, key] of keys.entries()) await fillSpace(writer, key, space, changed, isSecond)
    await writer.seal({ requests: 0, bytes: 0 })
  }
  await vault.close()
}

async function fillSpace(
  writer: SnapshotWriter,
  space: ResourceKey,
  number: number,
  changed: ReadonlySet<number>,
  isSecond: boolean,
): Promise<void> {
  const scope = writer.scope(space, 'page')
  for (let at = 0; at < PAGES_IN_SPACE; at++) {
    const index = number * PAGES_IN_SPACE + at
    const id = `page${index}`
    if (isSecond && !changed.has(index)) {
      scope.keep(id)
      continue
    }
    const text = textOf(index, isSecond)
    const { content } = await writer.put(Buffer.from(text))
    const item = itemOf({
      id,
      title: `Page ${index}`,
      type: 'document',
      path: `page-${index}`,
      slug: `page-${index}`,
    })
    await scope.add({ ...item, changeDigest: digestOf(text), parts: [{ name: 'markdown', content }] })
  }
  await scope.finish({ token: null, exact: true })
  await writer.flush()
}

function itemOf(item: { id: string; [field: string]: unknown }) {
  const json = JSON.stringify(item)
  return { id: item.id, changeDigest: digestOf(json), json: Buffer.from(json), parts: [] }
}

function textOf(index: number, isSecond: boolean): string {
  const lines = Array.from(
    { length: 12 },
    (_, line) => `Line ${line} of page ${index}: ${digestOf(`${index} ${line}`)}`,
  )
  if (isSecond) lines[5] = 'This line was edited.'
  return `# Page ${index}\n\n${lines.join('\n')}\n`
}

function prepareOthers(folder: string, files: string, count: number, changed: ReadonlySet<number>) {
  const git = [
    `--git-dir=${join(folder, 'git')}`,
    `--work-tree=${files}`,
    '-c',
    'user.name=x',
    '-c',
    'gc.auto=0',
    '-c',
    'user.email=x@example.com',
  ]
  const restic = ['--repo', join(folder, 'restic'), '--quiet', '--no-cache']
  runTool('git', ['init', '-q', '--bare', join(folder, 'git')])
  runTool('restic', [...restic, 'init'])
  const snapshots: string[] = []
  for (const isSecond of [false, true]) {
    for (let index = 0; index < count; index++) {
      if (isSecond && !changed.has(index)) continue
      const space = join(files, `space${Math.floor(index / PAGES_IN_SPACE)}`)
      if (index % PAGES_IN_SPACE === 0) mkdirSync(space, { recursive: true })
      writeFileSync(join(space, `page${index}.md`), textOf(index, isSecond))
    }
    runTool('git', [...git, 'add', '-A', '.'])
    runTool('git', [...git, 'commit', '-q', '-m', 'state'])
    runTool('git', [...git, 'tag', isSecond ? 'two' : 'one'])
    runTool('restic', [...restic, 'backup', files])
  }
  runTool('git', [...git, 'gc', '-q'])
  const listed: { id: string; time: string }[] = JSON.parse(
    runTool('restic', [...restic, 'snapshots', '--json']),
  )
  snapshots.push(...listed.toSorted((a, b) => a.time.localeCompare(b.time)).map(one => one.id))
  return { git, restic, snapshots }
}

function runTool(command: string, args: readonly string[]): string {
  return execFileSync(command, args, {
    encoding: 'utf8',
    maxBuffer: 1 << 28,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
}
