/**
 * Many single damages from one seed, class by class in turn, and the table of what became of them.
 */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { injuriesOf, type Random } from './injuries.ts'
import { makeRichVaults } from './rich-vault.ts'
import { judge, type Verdict } from './verdict.ts'

/** With `every` n only each n-th class. */
export async function damageMany(
  folder: string,
  { count, seed, every = 1 }: { count: number; seed: number; every?: number },
): Promise<Verdict[]> {
  const random = makeRandom(seed)
  const vaults = await makeRichVaults(folder)
  const work = join(folder, 'work')
  mkdirSync(work)
  const classes = injuriesOf(vaults).filter((_, index) => index % every === seed % every)
  const verdicts: Verdict[] = []
  for (let turn = 0; verdicts.length < count && turn < count * 3; turn++) {
    const injury = classes[turn % classes.length]
    const verdict = injury && (await judge(injury, vaults, { folder: work, random }))
    if (verdict) verdicts.push(verdict)
  }
  return verdicts
}

/** Mulberry32. */
function makeRandom(seed: number): Random {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** One line a class: how often it was told how, and what the backup after it did. */
export function tableOf(verdicts: readonly Verdict[]): string {
  const lines = new Map<string, Map<string, number>>()
  for (const { name, told, after } of verdicts) {
    const counts = lines.get(name) ?? new Map<string, number>()
    const label = `${told}, then ${after}`
    lines.set(name, counts.set(label, (counts.get(label) ?? 0) + 1))
  }
  return [...lines]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(
      ([name, counts]) =>
        `${name.padEnd(44)} ${[...counts].map(([label, n]) => `${n} × ${label}`).join('; ')}`,
    )
    .join('\n')
}

export function sums(verdicts: readonly Verdict[], of: 'told' | 'after'): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const verdict of verdicts) counts[verdict[of]] = (counts[verdict[of]] ?? 0) + 1
  return counts
}

/** What must not be: nobody told, or something untrue sealed. */
export function failures(verdicts: readonly Verdict[]): string[] {
  return verdicts
    .filter(({ told, after }) => /SILENT|FELL OVER|WRONG/.test(`${told} ${after}`))
    .map(({ name, told, after, detail }) => `${name}: ${told}, then ${after} (${detail})`)
}
