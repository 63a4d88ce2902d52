import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type Company, makeCompany } from '../helpers/company.ts'
import { docvault } from '../helpers/docvault.ts'
import { startHostileProxy } from '../helpers/hostile-proxy.ts'

const MiB = 1024 * 1024
const LIMIT = 16 * MiB
const UNIT = '{"type":"link","target":"page-0001","leaves":[{"text":"word","marks":[]}]}'

/** The answer, grown in its first object to so many bytes with what a document is made of. */
function grown(body: string, sizeBytes: number): string {
  const room = sizeBytes - body.length - 20
  const units = Math.floor(room / (UNIT.length + 1))
  return body.replace('{', `{"x":[${Array(units).fill(UNIT).join(',')}],`)
}

const tree = /\/(content|revisions\/[^/?]+)(\?|$)/

/** What a container of 512 MiB has, with nothing beside it. */
const MOST_MIB = 512

/** The heap that Node is given: as it chooses on this machine, and half of such a container. */
const heaps = [
  { heap: 'as much heap as Node takes', flags: '' },
  { heap: '256 MiB of heap', flags: '--max-old-space-size=256' },
]

const answers = [
  { what: 'lists', fits: /\/(members|teams|files|invites)\?/ },
  { what: 'documents', fits: /\/(documents|page)\/[^/?]+(\?|$)/ },
  { what: 'texts of specifications', fits: /\/versions\/[^/]+\/content/ },
  { what: 'trees of four spaces at a time', fits: tree },
]

const runs = heaps.flatMap(heap => answers.map(answer => ({ ...heap, ...answer })))

/** Besides the two that are there. */
function moreSpaces(folder: string) {
  return ['Third', 'Fourth', 'Fifth'].map(title => ({ title, folder: join(folder, 'handbook') }))
}

/** Runs the command on its own, and answers the most memory that it ever held. */
async function peakOf(company: Company, env: Record<string, string>, flags: string) {
  const peak = join(company.folder, 'peak')
  const hook = join(company.folder, 'hook.mjs')
  const note = `writeFileSync(${JSON.stringify(peak)}, String(process.resourceUsage().maxRSS * 1024))`
  writeFileSync(hook, `import { writeFileSync } from 'node:fs'\nprocess.on('exit', () => ${note})\n`)
  writeFileSync(peak, 'Infinity')
  const run = await docvault(['backup', '--json'], {
    env: { ...env, NODE_OPTIONS: `--import ${hook} ${flags}` },
  })
  return { run, peakBytes: Number(readFileSync(peak, 'utf8')) }
}

async function openCompany() {
  const company = await makeCompany()
  for (const { title, folder } of moreSpaces(company.folder)) await company.emulator.load(title, folder)
  const proxy = await startHostileProxy(company.emulator.url)
  const env = { ...company.env, DOCVAULT_PLATFORM_URL: proxy.url, DOCVAULT_PLATFORM_TIMEOUT: '60s' }
  return { company, proxy, env }
}

test.each(runs)(`$what just below the limit fit into ${MOST_MIB} MiB with $heap`, async one => {
  const { what, fits, heap, flags } = one
  const { company, proxy, env } = await openCompany()
  let grew = 0
  proxy.spoil = (path, body) => {
    if (!fits.test(path)) return null
    grew++
    return grown(body, LIMIT - 100)
  }
  const { run, peakBytes } = await peakOf(company, env, flags)
  console.log(`${what}, ${heap}: ${grew} answers, ${Math.round(peakBytes / MiB)} MiB`)
  expect([0, 3]).toContain(run.code)
  expect(run.stdout.toString()).not.toContain('too-large')
  expect(grew).toBeGreaterThan(0)
  expect(peakBytes).toBeLessThan(MOST_MIB * MiB)
})
