/** The two states that bench/diff.ts compares: pages in spaces, of which some are edited; as a vault, for git and restic. */
import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { digestOf } from '../src/model/digest.ts'
import { openVaultForWriting, type ResourceKey, type SnapshotWriter } from '../src/vault/vault.ts'

const PAGES_IN_SPACE = 1000

/** Two snapshots; the second has the changed pages edited. */
export async function fillVault(path: string, count: number, changed: ReadonlySet<number>): Promise<void> {
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

/** The same two states as tags `one` and `two` of a git repository and as two snapshots of restic. */
export function prepareOthers(folder: string, files: string, count: number, changed: ReadonlySet<number>) {
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

export function runTool(command: string, args: readonly string[]): string {
  return execFileSync(command, args, {
    encoding: 'utf8',
    maxBuffer: 1 << 28,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
}
