/** What is served to be cloned, by the program git and by another implementation of its protocol. */
import { execFile } from 'node:child_process'
import fs, { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import git from 'isomorphic-git'
import http from 'isomorphic-git/http/node'
import { expect, onTestFinished, test } from 'vitest'
import { openGitTarget } from '../../../src/bundle/git-target.ts'
import { writeBundle } from '../../../src/bundle/write.ts'
import { type GitServerOptions, makeGitServer } from '../../../src/restore/publish/git-server.ts'
import { openListenerPublisher } from '../../../src/restore/publish/listener-publisher.ts'
import { makeFile, makePage, makeSpace } from '../../bundle/sources.ts'

const execute = promisify(execFile)

test('git and isomorphic-git clone what is served, and both have the bundle to the byte', async () => {
  const { repository, bundle } = await repositoryOf()
  const publisher = await openListenerPublisher(here)
  onTestFinished(() => publisher.close())
  const served = await publisher.serve(repository)
  expect(served.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/git\/[\w-]{43}$/)
  for (const version of ['0', '1', '2']) {
    const dir = temporary()
    await execute('git', ['-c', `protocol.version=${version}`, 'clone', '--quiet', served.url, dir])
    expect(filesIn(dir)).toEqual(filesIn(bundle))
  }
  const dir = temporary()
  await git.clone({ fs, http, dir, url: served.url })
  expect(filesIn(dir)).toEqual(filesIn(bundle))
  expect(served.fetched()).toBe(true)
})

test('a shallow clone of the branch that an import names is the bundle, too', async () => {
  const { repository, bundle } = await repositoryOf()
  const publisher = await openListenerPublisher(here)
  onTestFinished(() => publisher.close())
  const { url } = await publisher.serve(repository)
  const dir = temporary()
  await execute('git', ['clone', '--quiet', '--depth', '1', '--branch', 'main', url, dir])
  expect(filesIn(dir)).toEqual(filesIn(bundle))
})

test('nothing but the one branch is there to be asked for, and nothing can be pushed', async () => {
  const { url } = await serve()
  const { stdout } = await execute('git', ['ls-remote', url])
  expect(stdout.replaceAll(/^\w{40}/gm, 'oid')).toBe('oid\tHEAD\noid\trefs/heads/main\n')
  expect((await fetch(`${url}/info/refs?service=git-receive-pack`)).status).toBe(404)
  expect((await fetch(`${url}/git-receive-pack`, { method: 'POST' })).status).toBe(404)
  expect((await fetch(`${url}/HEAD`)).status).toBe(404)
})

test('an ended, an expired and an unknown ticket are answered the same', async () => {
  let now = 0
  const { server, url, origin, end } = await serve({ expiresMs: 1000, now: () => now })
  const refs = '/info/refs?service=git-upload-pack'
  expect((await fetch(url + refs)).status).toBe(200)
  const unknown = await answerTo(`${origin}/git/${'x'.repeat(43)}${refs}`)
  end()
  const ended = await answerTo(url + refs)
  const second = server.offer('/nowhere')
  now = 1000
  expect(await answerTo(origin + second.path + refs)).toEqual(unknown)
  expect(ended).toEqual(unknown)
  expect(unknown).toEqual([404, ''])
})

test('a request body that is too large, or that unpacks to too much, is refused', async () => {
  const { url } = await serve({ mostRequestBytes: 1000 })
  const post = (body: Buffer, headers = {}) =>
    fetch(`${url}/git-upload-pack`, { method: 'POST', body: new Uint8Array(body), headers })
  expect((await post(Buffer.alloc(1001))).status).toBe(413)
  expect((await post(gzipSync(Buffer.alloc(100_000)), { 'content-encoding': 'gzip' })).status).toBe(413)
})

test('more programs than are allowed are not started', async () => {
  const { url } = await serve({ mostProcesses: 0 })
  const answer = await fetch(`${url}/info/refs?service=git-upload-pack`)
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '1'])
})

test('a ticket is good for as many requests as some clones take, and no more', async () => {
  const { url } = await serve({ mostRequests: 2 })
  const refs = `${url}/info/refs?service=git-upload-pack`
  expect(
    [await answerTo(refs), await answerTo(refs), await answerTo(refs)].map(([status]) => status),
  ).toEqual([200, 200, 404])
})

test('a file of more than 100 MB is refused, and leaves no commit', async () => {
  const repository = join(temporary(), 'repository')
  const target = await openGitTarget({ repository, message: 'x', date: new Date(0) })
  await expect(target.put('big.bin', Buffer.alloc(100_000_001))).rejects.toThrow(
    'big.bin is larger than 100000000 bytes',
  )
  await target.abandon()
  await expect(execute('git', ['-C', repository, 'rev-parse', '--verify', 'HEAD'])).rejects.toThrow()
})

const here = { host: '127.0.0.1', port: 0, publicUrl: null, expiresMs: 60_000 }

/** A repository, and the same bundle in a folder. */
async function repositoryOf() {
  const space = () =>
    makeSpace({
      entries: [
        makePage('Home', { entries: [makePage('Below "it" \\ ünïcödé')] }),
        makePage('Second', { path: 'a folder/with spaces.md' }),
      ],
      files: [makeFile('f', 'bytes', '.gitbook/assets/ä "quoted" (1).bin')],
      variables: { version: '1' },
    })
  const [repository, bundle] = [join(temporary(), 'repository'), join(temporary(), 'bundle')]
  await writeBundle({ repository, message: 'A snapshot', date: new Date(1_700_000_000_000) }, space())
  await writeBundle({ folder: bundle }, space())
  return { repository, bundle }
}

async function serve(options: Partial<GitServerOptions> = {}) {
  const { repository } = await repositoryOf()
  const server = makeGitServer({ expiresMs: 60_000, now: () => 0, ...options })
  const listener = createServer((request, response) => void server.answer(request, response))
  listener.listen(0, '127.0.0.1')
  await new Promise(resolve => listener.once('listening', resolve))
  onTestFinished(() => {
    server.close()
    listener.closeAllConnections()
    listener.close()
  })
  const address = listener.address()
  const origin = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
  const { path, end } = server.offer(repository)
  return { server, origin, url: origin + path, end }
}

async function answerTo(url: string): Promise<[number, string]> {
  const answer = await fetch(url)
  return [answer.status, await answer.text()]
}

/** Path → bytes. */
function filesIn(folder: string): Record<string, string> {
  const all = readdirSync(folder, { withFileTypes: true, recursive: true }).filter(one => one.isFile())
  const paths = all.map(one => join(one.parentPath, one.name).slice(folder.length + 1))
  const own = paths.filter(path => !path.startsWith('.git/') && !path.startsWith('.docvault'))
  return Object.fromEntries(
    own.sort().map(path => [path, readFileSync(join(folder, path)).toString('base64')]),
  )
}

function temporary(): string {
  const folder = mkdtempSync(join(tmpdir(), 'docvault-git-test-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}
