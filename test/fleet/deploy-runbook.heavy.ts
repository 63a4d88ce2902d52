/**
 * The runbook of several hosts, as its page says it, on its manifests: the first day, a platform more, a host that is drained
 * and taken away, and one that is lost with its volume. Afterwards every vault is whole, and equal to what it was.
 */
import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { homeOf } from '../../src/fleet/placement.ts'
import { makeCompany } from '../helpers/company.ts'
import { Kubernetes, serveKubectl } from '../helpers/kubernetes.ts'
import { freePort } from '../helpers/redis-servers/server.ts'
import { OWNER, startS3Server } from '../helpers/s3-server/server.ts'
import { filesBelow } from '../helpers/source-tree.ts'

const root = resolve(import.meta.dirname, '../..')
const MANIFESTS = 'deploy/kubernetes/fleet'

/** Blocks to type, by the heading that they stand below. */
function blocksOf(page: string): ReadonlyMap<string, string[]> {
  const chapters = readFileSync(join(root, page), 'utf8').split(/^## /m).slice(1)
  return new Map(
    chapters.map(chapter => [
      chapter.slice(0, chapter.indexOf('\n')),
      [...chapter.matchAll(/^```sh\n(.*?)^```/gms)].map(([, block = '']) => block),
    ]),
  )
}

/** Volumes of hosts to which the platforms of the page fall as the page has it. */
function chooseHosts(kubernetes: Kubernetes): void {
  const hosts = [0, 1, 2].map(index => `docvault-${index}`)
  const idsOf = (seed: number) =>
    hosts.map((host, index) => `${host}.${(seed * 3 + index).toString(16).padStart(8, '0')}`)
  let seed = 0
  const fits = (ids: readonly string[]) => homeOf('acme', ids) === ids[2] && homeOf('globex', ids) === ids[1]
  while (!fits(idsOf(seed))) seed++
  for (const [index, id] of idsOf(seed).entries()) {
    const folder = join(kubernetes.volume(`data-docvault-${index}`), 'daemon')
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, 'host.json'), JSON.stringify({ id }))
  }
}

async function openStage() {
  const { folder, emulator, edit } = await makeCompany()
  const s3 = await startS3Server()
  onTestFinished(() => s3.close())
  s3.createBucket('docvault-replicas')
  cpSync(join(root, 'deploy'), join(folder, 'deploy'), { recursive: true })
  const config = join(folder, MANIFESTS, 'docvault.yaml')
  const change = (from: string, to: string) => {
    const text = readFileSync(config, 'utf8')
    expect(text).toContain(from)
    writeFileSync(config, text.replaceAll(from, to))
  }
  change('https://api.example.com/v1', emulator.url)
  change('https://s3.example.com', s3.url)
  change('bucketKeyId: docvault', `bucketKeyId: ${OWNER.id}`)
  writeFileSync(join(folder, 'bucket-secret'), OWNER.secret)
  writeFileSync(join(folder, 'passphrase'), 'correct horse battery staple\n')
  mkdirSync(join(folder, 'tokens'))
  for (const name of ['acme', 'globex', 'initech'])
    writeFileSync(join(folder, 'tokens', name), emulator.token)
  const redisPort = await freePort()
  const addresses = { 'docvault-redis:6379': `127.0.0.1:${redisPort}` }
  const kubernetes = new Kubernetes({ folder: join(folder, 'cluster'), addresses, redisPort })
  const bin = await serveKubectl(kubernetes, join(folder, 'bin'))
  chooseHosts(kubernetes)
  const type = (block: string) => typed(block, { folder, bin })
  return { kubernetes, folder, config, change, edit, type }
}

interface Typed {
  code: number
  text: string
}

function typed(block: string, { folder, bin }: { folder: string; bin: string }): Promise<Typed> {
  const env = { PATH: `${bin}:${process.env.PATH}`, HOME: folder }
  const { promise, resolve: done } = Promise.withResolvers<Typed>()
  execFile('sh', ['-euc', block], { cwd: folder, env }, (error, stdout, stderr) =>
    done({ code: typeof error?.code === 'number' ? error.code : 0, text: stdout + stderr }),
  )
  return promise
}

test('what the page says is typed, and every vault is whole afterwards', { timeout: 900_000 }, async () => {
  const { kubernetes, change, edit, type } = await openStage()
  const blocks = blocksOf('docs/how-to/run/fleet-deploy.md')
  const block = (heading: string, at = 0) => {
    const found = blocks.get(heading)?.[at]
    if (found === undefined) throw new Error(`the page has no block ${at} below "${heading}"`)
    return found
  }
  const succeed = async (text: string) => {
    const { code, text: said } = await type(text)
    expect([code, said]).toEqual([0, said])
    return said
  }
  const holds = (pod: string, platform: string) =>
    kubernetes.daemon(pod).logged(line => line.msg === 'holding the vault' && line.platform === platform)
  const exported = async (pod: string, platform: string, name: string): Promise<[string, string][]> => {
    await succeed(`kubectl exec ${pod} -- docvault export latest /tmp/${name} --platform ${platform}`)
    const into = kubernetes.pathIn(pod, `/tmp/${name}`)
    return filesBelow(into).map(file => [relative(into, file), readFileSync(file, 'utf8')])
  }

  await succeed(block('Begin'))
  await Promise.all([holds('docvault-2', 'acme'), holds('docvault-1', 'globex')])
  expect(await succeed('kubectl exec docvault-0 -- docvault fleet hosts')).toMatch(
    /docvault-0[\s\S]*docvault-1[\s\S]*docvault-2/,
  )
  const elsewhere = await type('kubectl exec docvault-0 -- docvault backup --platform acme')
  expect([elsewhere.code, elsewhere.text]).toEqual([11, expect.stringContaining('docvault fleet list')])
  await succeed(block('Begin', 1))
  const ofGlobex = (text: string) => text.replaceAll('acme', 'globex').replaceAll('docvault-2', 'docvault-1')
  await succeed(ofGlobex(block('Begin', 1)))
  for (const [pod, platform] of [
    ['docvault-2', 'acme'],
    ['docvault-1', 'globex'],
  ] as const) {
    await succeed(`kubectl exec ${pod} -- docvault backup --platform ${platform}`)
    await succeed(`kubectl exec ${pod} -- docvault replicate --platform ${platform}`)
  }
  const before = await exported('docvault-2', 'acme', 'before')
  expect(before.length).toBeGreaterThan(3)

  change('  - name: globex', '  - name: initech\n    extends: managed\n  - name: globex')
  await succeed(block('Add platforms'))
  await Promise.all([holds('docvault-2', 'acme'), holds('docvault-1', 'globex')])

  await succeed(block('Drain a host'))
  await holds('docvault-0', 'acme')
  expect(await succeed(block('Drain a host', 1))).not.toMatch(/acme.*docvault-2/)
  expect(() => kubernetes.daemon('docvault-2')).toThrow()
  expect(await exported('docvault-0', 'acme', 'drained')).toEqual(before)
  await succeed('kubectl exec docvault-0 -- docvault check --read-data --platform acme')

  await kubernetes.lose('docvault-1')
  await edit({ 'README.md': '# Welcome\n\nAfter the loss.\n' })
  await succeed(block('A host is lost'))
  const list = 'kubectl exec docvault-0 -- docvault fleet list'
  while (!/globex.*away/.test(await succeed(list))) await delay(2000)
  await succeed(block('A host is lost', 1))
  await holds('docvault-1', 'globex')
  await succeed('kubectl exec docvault-1 -- docvault check --read-data --platform globex')
  const after = new Map(await exported('docvault-1', 'globex', 'after'))
  expect([...after.values()].some(text => text.includes('After the loss.'))).toBe(true)
  expect([...after.keys()]).toEqual(before.map(([name]) => name))
})
