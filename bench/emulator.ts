/**
 * The rate of page reads from `docvault emulator`, over that of a bare `node:http` server that answers the same bytes.
 * Each is a process of its own; wrk asks them alternately. Needs wrk (`apt-get install wrk`).
 */
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { request } from 'undici'
import { z } from 'zod'
import { type EmulatorProcess, startEmulatorProcess } from '../test/helpers/emulator-process.ts'
import { median } from './measure.ts'

const rounds = Number(process.env.ROUNDS ?? 7)
const seconds = Number(process.env.SECONDS ?? 5)
const formats = ['document', 'markdown', 'none'] as const

/** Run by `node -e`, with the answer in the environment. */
const BARE = `
const body = Buffer.from(process.env.BODY, 'base64')
const headers = { 'content-type': 'application/json', 'content-length': String(body.length) }
require('node:http').createServer((request, response) => response.writeHead(200, headers).end(body))
  .listen(0, '127.0.0.1', function () { console.log(this.address().port) })
`

const emulator = await startEmulatorProcess(['--load', `Manual=${join(import.meta.dirname, '../docs')}`])
try {
  const page = await longestPage(emulator)
  for (const format of formats)
    await compare(emulator, `${page}${format === 'none' ? '' : `?format=${format}`}`)
} finally {
  await emulator.stop()
}

async function compare({ token }: EmulatorProcess, url: string): Promise<void> {
  const body = await bytesOf(url, token)
  const bare = spawn(process.execPath, ['-e', BARE], {
    env: { ...process.env, BODY: body.toString('base64') },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  try {
    const [port] = await once(bare.stdout, 'data')
    const bareUrl = `http://127.0.0.1:${String(port).trim()}/`
    const rates: { emulated: number; bare: number }[] = []
    // The first round warms up both sides and is not counted.
    for (let round = 0; round <= rounds; round++) {
      const measured = { bare: rateOf(bareUrl, token), emulated: rateOf(url, token) }
      if (round > 0) rates.push(measured)
    }
    report(new URL(url).search || 'no format', body.length, rates)
  } finally {
    bare.kill()
  }
}

function report(what: string, bytes: number, rates: readonly { emulated: number; bare: number }[]): void {
  const ratio = median(rates.map(one => one.emulated / one.bare)).toFixed(2)
  const emulated = Math.round(median(rates.map(one => one.emulated)))
  const bare = Math.round(median(rates.map(one => one.bare)))
  const shown = rates.map(one => (one.emulated / one.bare).toFixed(2)).join(' ')
  console.log(`${what}, ${bytes} bytes: ${emulated}/s over ${bare}/s, median ratio ${ratio} (${shown})`)
}

/** Requests per second. */
function rateOf(url: string, token: string): number {
  const args = ['-c32', '-t2', `-d${seconds}s`, '-H', `Authorization: Bearer ${token}`, url]
  const output = execFileSync('wrk', args, { encoding: 'utf8' })
  if (output.includes('Non-2xx')) throw new Error(`not every answer was good:\n${output}`)
  return Number(/Requests\/sec:\s+([\d.]+)/.exec(output)?.[1])
}

/** Of the first space, without a format. */
async function longestPage({ url, token, organization }: EmulatorProcess): Promise<string> {
  const items = z.object({ items: z.array(z.object({ id: z.string() })) })
  const list = items.parse(
    JSON.parse((await bytesOf(`${url}/orgs/${organization}/spaces`, token)).toString()),
  )
  const base = `${url}/spaces/${list.items[0]?.id}/content`
  const page = z.object({ id: z.string(), type: z.string() })
  const tree = z.object({ pages: z.array(page) })
  const { pages } = tree.parse(JSON.parse((await bytesOf(`${base}/pages`, token)).toString()))
  const read = pages.filter(one => one.type === 'document').map(one => `${base}/page/${one.id}`)
  const sizes = await Promise.all(
    read.map(async one => (await bytesOf(`${one}?format=document`, token)).length),
  )
  return read[sizes.indexOf(Math.max(...sizes))] ?? base
}

async function bytesOf(url: string, token: string): Promise<Buffer> {
  // wrk blocks this process for so long that the server gives up idle connections meanwhile.
  const response = await request(url, { reset: true, headers: { authorization: `Bearer ${token}` } })
  return Buffer.from(await response.body.arrayBuffer())
}
