import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { writeBundle } from '../../src/bundle/write.ts'
import { openListenerPublisher } from '../../src/restore/publish/listener-publisher.ts'
import { makePage, makeSpace } from '../bundle/sources.ts'
import { flatten, type Running, start } from './start.ts'

const MAIN = { ref: 'refs/heads/main' }

test('a repository becomes all of the content of a space, some time after the answer, with its commit', async () => {
  const running = await start()
  const before = await running.content()
  const { url, commits } = await served()
  const answer = await importing(running, { url, ...MAIN })
  expect([answer.status, answer.text]).toEqual([204, ''])
  const after = await changed(running, before.id)
  expect(flatten(after.pages).map(page => page.title)).toEqual(['Home', 'New'])
  expect(after.git).toMatchObject({ ref: 'refs/heads/main', message: 'A snapshot', oid: commits })
  // What stays at its path stays the page that it was.
  expect(after.pages[0]?.id).toBe(before.pages[0]?.id)
})

test('standalone makes a revision only, and force one where nothing differs', async () => {
  const running = await start()
  const before = await running.content()
  const { url } = await served()
  await importing(running, { url, ...MAIN, standalone: true })
  await importing(running, { url, ...MAIN })
  const after = await changed(running, before.id)
  await importing(running, { url, ...MAIN, force: true })
  expect((await changed(running, after.id)).pages).toEqual(after.pages)
})

test('integrations of a space are told which revision an import made, and those of others are not', async () => {
  const running = await start()
  const { url, commits } = await served()
  const { id: before } = await running.content()
  await importing(running, { url, ...MAIN, standalone: true })
  const told = async (name: string) =>
    eventsSchema.parse((await running.get(`/integrations/${name}/events`)).json)
  for (let waited = 0; (await told('drawings')).items.length < 2; waited += 50) {
    if (waited > 20_000) throw new Error('nothing came')
    await delay(50)
  }
  const [completed, started] = (await told('drawings')).items.map(one => one.payload)
  expect(started).toMatchObject({ type: 'space_gitsync_started', revisionId: before, commitId: commits })
  expect(completed).toMatchObject({ state: 'success', spaceId: running.space, commitId: commits })
  const path = `/spaces/${running.space}/revisions/${completed?.revisionId}`
  expect((await running.get(path)).json).toMatchObject({ parents: [before] })
  expect((await running.content()).id).toBe(before)
  expect((await told('chat')).items).toEqual([])
})

test('what cannot be cloned changes nothing, and nobody is told', async () => {
  const running = await start()
  const before = await running.content()
  expect((await importing(running, { url: 'http://127.0.0.1:9/git/x', ...MAIN })).status).toBe(204)
  expect((await importing(running, { url: 'https://example.com/x.git', ...MAIN })).status).toBe(400)
  expect((await importing(running, { url: 'http://127.0.0.1:9/x', ref: 'main' })).status).toBe(400)
  expect((await importing(running, { url: 'http://127.0.0.1:9/x' })).status).toBe(400)
  expect((await running.content()).id).toBe(before.id)
})

test('an emulator has every operation of its profile but those that it is started without', async () => {
  const running = await start(undefined, { without: ['importGitRepository'], serviceVersion: '0.167.0' })
  expect((await importing(running, { url: 'http://127.0.0.1:9/x', ...MAIN })).status).toBe(404)
  expect((await running.get('/')).json).toMatchObject({ version: '0.167.0' })
  await expect(start(null, { without: ['importGitRepo'] })).rejects.toThrow(
    'there is no operation importGitRepo',
  )
})

const eventsSchema = z.object({
  items: z.array(z.object({ payload: z.looseObject({ type: z.string(), revisionId: z.string() }) })),
})

function importing({ call, space }: Running, body: object) {
  return call('POST', `/v1/spaces/${space}/git/import`, { body })
}

async function changed(running: Running, from: string) {
  for (let waited = 0; ; waited += 50) {
    const now = await running.content()
    if (now.id !== from) return now
    if (waited > 20_000) throw new Error('nothing came')
    await delay(50)
  }
}

async function served() {
  const folder = mkdtempSync(join(tmpdir(), 'docvault-git-test-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const repository = join(folder, 'repository')
  const entries = [makePage('Home', { path: 'README.md' }), makePage('New', { path: 'new.md' })]
  await writeBundle({ repository, message: 'A snapshot', date: new Date(0) }, makeSpace({ entries }))
  const publisher = await openListenerPublisher({
    host: '127.0.0.1',
    port: 0,
    publicUrl: null,
    expiresMs: 60_000,
  })
  onTestFinished(() => publisher.close())
  return { url: (await publisher.serve(repository)).url, commits: expect.stringMatching(/^[0-9a-f]{40}$/) }
}
