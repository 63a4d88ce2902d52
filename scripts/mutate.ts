/**
 * `npm run test:mutation [-- FOLDER… --sample N --seed S --minutes M --tests GLOB --without GLOB]`: changes the code in small ways, one
 * at a time, and asks whether a test notices. Folders are those of `mutation/slices.ts`, or anything below them
 * (`vault/files`). A slice ends after so many minutes; what had no verdict by then is left out of its score and said.
 */
import { spawn } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { describeSurvivor, readScore } from './mutation/score.ts'
import { type Slice, slices } from './mutation/slices.ts'

const root = resolve(import.meta.dirname, '..')
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    sample: { type: 'string', default: '150' },
    seed: { type: 'string', default: '1' },
    minutes: { type: 'string', default: '15' },
    tests: { type: 'string', multiple: true },
    without: { type: 'string', multiple: true, default: [] },
  },
})

const rows: string[] = []
for (const slice of chosen()) rows.push(await runSlice(slice))
process.stdout.write(`\n${['folder', ...rows].join('\n')}\n`)

function chosen(): Slice[] {
  const { tests } = values
  if (positionals.length === 0) return [...slices]
  return positionals.map(path => {
    const name = path.replace(/^src\//, '').replace(/\/$/, '')
    const slice = slices.find(slice => name === slice.name || name.startsWith(`${slice.name}/`))
    if (slice) return { name, tests: tests ?? slice.tests }
    throw new Error(`${path} is not mutated; folders are ${slices.map(slice => slice.name).join(', ')}`)
  })
}

async function runSlice(slice: Slice): Promise<string> {
  const folder = join(root, '.mutation', slice.name.replaceAll('/', '-'))
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const config = join(folder, 'stryker.json')
  writeFileSync(config, JSON.stringify(configOf(slice), null, 2))
  const isWhole = await runStryker(config, folder)
  return tell(slice.name, folder, isWhole)
}

function configOf({ name, tests }: Slice): object {
  const path = `src/${name}`
  return {
    mutate: [path.endsWith('.ts') ? path : `${path}/**/*.ts`, ...values.without.map(glob => `!src/${glob}`)],
    testFiles: tests,
    testRunner: 'vitest',
    vitest: { configFile: 'vitest.mutation.ts', related: false, pool: 'forks' },
    plugins: ['@stryker-mutator/vitest-runner', join(root, 'scripts/mutation/plugins.ts')],
    checkers: ['sample'],
    reporters: ['sample'],
    coverageAnalysis: 'perTest',
    ignoreStatic: true,
    concurrency: 1,
    timeoutMS: 20_000,
    dryRunTimeoutMinutes: 15,
    // Stryker rewrites a tsconfig with the compiler's old interface, which this compiler has not; none is needed.
    tsconfigFile: 'none.json',
    ignorePatterns: ['/dist', '/demo', '/vault', '/.mutation'],
    tempDirName: '.mutation/sandbox',
    allowConsoleColors: false,
  }
}

/** In a process group of its own: with Stryker end its runners, and what their tests started. */
async function runStryker(config: string, folder: string): Promise<boolean> {
  const { sample, seed, minutes } = values
  const child = spawn(join(root, 'node_modules/.bin/stryker'), ['run', config], {
    cwd: root,
    env: { ...process.env, MUTATION_FOLDER: folder, MUTATION_SAMPLE: sample, MUTATION_SEED: seed },
    stdio: 'inherit',
    detached: true,
  })
  const { promise, resolve: end } = Promise.withResolvers<boolean>()
  const stop = () => child.pid !== undefined && process.kill(-child.pid, 'SIGTERM')
  const timer = setTimeout(stop, Number(minutes) * 60_000)
  process.once('SIGINT', stop)
  child.once('close', code => end(code === 0))
  return promise.finally(() => {
    clearTimeout(timer)
    process.off('SIGINT', stop)
  })
}

function tell(name: string, folder: string, isWhole: boolean): string {
  const score = readScore(folder)
  if (score === null) return `${name.padEnd(20)} no verdict: its tests did not pass, or took too long`
  const { mutants, onlyAtLoad, drawn, judged, survivors } = score
  process.stdout.write(`\nsurvivors in ${name}:\n${survivors.map(describeSurvivor).join('\n')}\n`)
  const counted = `${judged.length} of ${drawn} drawn from ${mutants} (${onlyAtLoad} only while loading)`
  // Those that no test reaches are judged first.
  const cut = isWhole ? '' : ', stopped before its end: the whole sample may be better'
  return `${name.padEnd(20)} ${score.score.toFixed(1)} % killed, ${score.scoreWithoutTexts.toFixed(1)} % without texts: ${counted}${cut}`
}
