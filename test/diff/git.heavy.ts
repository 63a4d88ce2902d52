/**
 * Nightly states of real documentation as snapshots: what the diff says of each neighbouring pair against what
 * `git diff --name-status -M` says of the same two states, mapped through SUMMARY.md. A page is what SUMMARY names.
 */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { compare } from '../../src/diff/compare.ts'
import { itemOf } from '../../src/diff/describe.ts'
import { startEmulator } from '../../src/emulator/emulator.ts'
import { resources } from '../../src/resources/index.ts'
import { openVault, type StoredResource, type Vault } from '../../src/vault/vault.ts'
import { environmentOf, takeSnapshot } from '../helpers/company.ts'
import { dataSets, stateCount, writeState } from '../helpers/data-sets.ts'
import { readSourceTree } from '../helpers/source-tree.ts'

const nights = Number(process.env.NIGHTS ?? 30)
const work = mkdtempSync(join(tmpdir(), 'docvault-git-'))
afterAll(() => rmSync(work, { recursive: true, force: true }))

describe.each(dataSets())('%s', set => {
  test(`${nights} nights: pages added, removed, edited and moved are those that git names`, async () => {
    const folder = join(work, set, 'tree')
    const repository = join(work, set, 'git')
    const git = (...args: string[]) =>
      execFileSync(
        'git',
        [
          `--git-dir=${repository}`,
          `--work-tree=${folder}`,
          '-c',
          'core.quotepath=off',
          '-c',
          'user.name=x',
          '-c',
          'user.email=x@example.com',
          ...args,
        ],
        { encoding: 'utf8', maxBuffer: 1 << 28 },
      )
    execFileSync('git', ['init', '-q', '--bare', repository])
    const last = stateCount(set)
    const states = Array.from({ length: nights }, (_, index) => last - nights + 1 + index)
    const pages: Set<string>[] = []
    const emulator = await startEmulator()
    const vaultPath = join(work, set, 'vault')
    try {
      for (const state of states) {
        writeState(set, state, folder)
        git('add', '-A', '-f', '.')
        git('commit', '-q', '--allow-empty', '-m', String(state))
        git('tag', `s${state}`)
        await emulator.load(set, folder)
        await takeSnapshot(environmentOf(emulator, vaultPath))
        pages.push(new Set(readSourceTree(folder).pages))
      }
      const root = relative(folder, readSourceTree(folder).root)
      const vault = openVault(vaultPath)
      const snapshots = vault.snapshots()
      const tally: Record<string, number> = {}
      const unexplained: string[] = []
      for (let index = 1; index < states.length; index++) {
        const [a, b] = [snapshots[index - 1], snapshots[index]]
        const [old, fresh] = [pages[index - 1], pages[index]]
        if (!a || !b || !old || !fresh) throw new Error('a night is missing')
        const names = git(
          'diff',
          '--name-status',
          '-M',
          '-l0',
          '-z',
          `s${states[index - 1]}`,
          `s${states[index]}`,
        )
        const theirs = throughSummary(parse(names, root), old, fresh)
        const ours = changesOf(
          vault,
          [...compare(vault, resources, { a, b }, { kinds: ['page'], by: 'id' })],
          old,
          fresh,
        )
        for (const one of theirs) if (ours.has(one)) count(tally, `equal: ${one.split(' ')[0]}`)
        for (const difference of explain(theirs, ours)) {
          count(tally, difference.why ?? 'UNEXPLAINED')
          if (difference.why === null) unexplained.push(`state ${states[index]}: ${difference.text}`)
        }
      }
      vault.close()
      console.log(set, tally)
      expect(unexplained).toEqual([])
    } finally {
      await emulator.close()
    }
  })
})

type Status = { status: string; from: string; to: string }

function parse(output: string, root: string): Status[] {
  const fields = output.split('\0')
  const found: Status[] = []
  const inside = (path: string) =>
    root === '' ? path : path.startsWith(`${root}/`) ? path.slice(root.length + 1) : ''
  for (let at = 0; at < fields.length - 1; ) {
    const status = fields[at++]?.[0] ?? ''
    const from = inside(fields[at++] ?? '')
    const to = status === 'R' || status === 'C' ? inside(fields[at++] ?? '') : from
    found.push({ status, from, to })
  }
  return found
}

function throughSummary(statuses: readonly Status[], old: Set<string>, fresh: Set<string>): Set<string> {
  const changes = new Set<string>()
  const renamed = new Set<string>()
  for (const { status, from, to } of statuses) {
    if (status === 'R' && old.has(from) && fresh.has(to)) {
      changes.add(`moved ${from} → ${to}`)
      renamed.add(from).add(to)
    } else if (status === 'M' && old.has(from) && fresh.has(from)) changes.add(`edited ${from}`)
  }
  for (const path of fresh) if (!old.has(path) && !renamed.has(path)) changes.add(`added ${path}`)
  for (const path of old) if (!fresh.has(path) && !renamed.has(path)) changes.add(`removed ${path}`)
  return changes
}

function changesOf(
  vault: Vault,
  found: ReturnType<typeof compare> extends Iterable<infer C> ? C[] : never,
  old: Set<string>,
  fresh: Set<string>,
): Set<string> {
  const changes = new Set<string>()
  const pathOf = (one: StoredResource | null) => {
    const git = one && itemOf(vault, one).git
    return typeof git === 'object' && git !== null && 'path' in git ? String(git.path) : null
  }
  for (const change of found) {
    const [from, to] = [pathOf(change.before), pathOf(change.after)]
    if (from !== null && to !== null && from !== to) changes.add(`moved ${from} → ${to}`)
    else if (change.type === 'added' && to !== null && fresh.has(to)) changes.add(`added ${to}`)
    else if (change.type === 'removed' && from !== null && old.has(from)) changes.add(`removed ${from}`)
    else if (change.type === 'modified' && to !== null && change.parts.length > 0) changes.add(`edited ${to}`)
  }
  return changes
}

interface Difference {
  text: string
  why: string | null
}

/** Why the two may differ, each with what has to be true of it. */
function explain(theirs: Set<string>, ours: Set<string>): Difference[] {
  const missing = [...theirs].filter(one => !ours.has(one))
  const extra = [...ours].filter(one => !theirs.has(one))
  const pathsIn = (changes: readonly string[]) =>
    new Set(changes.flatMap(one => one.replace(/^\w+ /, '').split(' → ')))
  const [theirPaths, ourPaths] = [pathsIn([...theirs]), pathsIn([...ours])]
  const isMoved = (path: string, changes: Set<string>) =>
    [...changes].some(one => one.startsWith('moved ') && one.slice(6).split(' → ').includes(path))
  const all = [...missing.map(text => ({ text, mine: false })), ...extra.map(text => ({ text, mine: true }))]
  return all.map(({ text, mine }) => {
    const paths = text.replace(/^\w+ /, '').split(' → ')
    const other = mine ? theirPaths : ourPaths
    const named = `${mine ? 'docvault' : 'git'} says ${text}`
    if (text.startsWith('moved ') && paths.every(path => other.has(path)))
      return { text: named, why: 'renamed: git goes by likeness, the platform by identity' }
    if (/^(added|removed) /.test(text) && paths.every(path => isMoved(path, mine ? theirs : ours)))
      return { text: named, why: 'renamed: git goes by likeness, the platform by identity' }
    return { text: named, why: null }
  })
}

function count(tally: Record<string, number>, name: string): void {
  tally[name] = (tally[name] ?? 0) + 1
}
