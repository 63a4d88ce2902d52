import { expect, test } from 'vitest'
import { z } from 'zod'
import { pageTitled, type Running, start } from './start.ts'

const commentSchema = z.looseObject({
  object: z.literal('comment'),
  id: z.string(),
  postedBy: z.looseObject({ id: z.string() }),
  postedAt: z.string(),
  reactions: z.array(z.looseObject({ emoji: z.string(), count: z.number(), users: z.array(z.unknown()) })),
  replies: z.number(),
  body: z.object({ markdown: z.string() }),
  status: z.enum(['open', 'resolved']),
  target: z.looseObject({ space: z.string(), revision: z.string() }),
})
const replySchema = z.looseObject({ object: z.literal('comment-reply'), id: z.string() })

async function post(running: Running, base: string, body: unknown) {
  const reply = await running.call('POST', `/v1${base}/comments`, { body })
  expect(reply.status, reply.text).toBe(200)
  return commentSchema.parse(reply.json)
}

/** Both places where people comment behave alike. */
async function places(running: Running): Promise<string[]> {
  const space = `/spaces/${running.space}`
  await running.call('POST', `/v1${space}/change-requests`, { body: {} })
  return [space, `${space}/change-requests/1`]
}

test('comments are posted, listed newest first, filtered, resolved and deleted', async () => {
  const running = await start()
  const page = pageTitled((await running.content()).pages, 'Guide')
  for (const base of await places(running)) {
    const first = await post(running, base, { body: { markdown: 'One' } })
    const second = await post(running, base, { body: { markdown: 'Two' }, page: page.id, node: 'n1' })
    const ids = async (query = '') =>
      (await running.get(`${base}/comments${query}`).then(reply => envelope.parse(reply.json))).items.map(
        one => one.id,
      )
    expect(await ids()).toEqual([second.id, first.id])
    expect(await ids('?order=asc')).toEqual([first.id, second.id])
    expect(await ids(`?targetPage=${page.id}`)).toEqual([second.id])
    expect(await ids('?authors=nobody')).toEqual([])
    expect(await ids(`?authors=nobody&authors=${first.postedBy.id}`)).toHaveLength(2)
    expect(second.target).toMatchObject({ page: { id: page.id, outdated: false }, node: { id: 'n1' } })
    const put = await running.call('PUT', `/v1${base}/comments/${first.id}`, { body: { resolved: true } })
    expect(put.json).toMatchObject({ status: 'resolved', resolvedBy: { id: first.postedBy.id } })
    expect(await ids('?status=resolved')).toEqual([first.id])
    expect((await running.get(base)).json).toMatchObject({ comments: 1 })
    const back = await running.call('PUT', `/v1${base}/comments/${first.id}`, { body: { resolved: false } })
    expect(back.json).toEqual(first)
    expect((await running.call('DELETE', `/v1${base}/comments/${first.id}`)).status).toBe(205)
    expect((await running.call('DELETE', `/v1${base}/comments/${first.id}`)).status).toBe(204)
    expect((await running.get(`${base}/comments/${first.id}`)).status).toBe(404)
    expect((await running.get(`${base}/commenters`)).json).toMatchObject({ count: 1 })
  }
})

const envelope = z.looseObject({ items: z.array(z.looseObject({ id: z.string() })) })

test('replies are counted, edited and deleted; reactions are one each of a person', async () => {
  const running = await start()
  for (const base of await places(running)) {
    const comment = await post(running, base, { body: { markdown: 'One' } })
    const replies = `${base}/comments/${comment.id}/replies`
    const posted = await running.call('POST', `/v1${replies}`, { body: { body: { markdown: 'Yes' } } })
    expect(posted.status).toBe(200)
    const reply = replySchema.parse(posted.json)
    expect((await running.get(`${base}/comments/${comment.id}`)).json).toMatchObject({ replies: 1 })
    const put = (body: object) => running.call('PUT', `/v1${replies}/${reply.id}`, { body })
    expect((await put({ addedReactions: ['1f44d', '1f44d'] })).json).toMatchObject({
      reactions: [{ emoji: '1f44d', count: 1, users: [{ user: { id: comment.postedBy.id } }] }],
    })
    expect((await put({ removedReactions: ['1f44d'], body: { markdown: 'No' } })).json).toMatchObject({
      reactions: [],
      body: { markdown: 'No' },
      editedAt: expect.any(String),
    })
    expect(await running.list(replies, replySchema)).toHaveLength(1)
    expect((await running.get(`${replies}/${reply.id}`)).status).toBe(200)
    expect((await running.call('DELETE', `/v1${replies}/${reply.id}`)).status).toBe(205)
    expect((await running.get(`${base}/comments/${comment.id}`)).json).toMatchObject({ replies: 0 })
  }
})

test('a body is shown in the format that is asked for', async () => {
  const running = await start()
  const base = `/spaces/${running.space}`
  const written = await post(running, base, { body: { markdown: 'Some **bold** words' } })
  const read = (id: string, format: string) => running.get(`${base}/comments/${id}?format=${format}`)
  const shown = z
    .object({ body: z.object({ document: z.unknown() }) })
    .parse((await read(written.id, 'document')).json)
  const again = await post(running, base, { body: { document: shown.body.document } })
  expect(again.body.markdown.trim()).toBe('Some **bold** words')
  expect((await read(again.id, 'document')).json).toMatchObject({ body: shown.body })
  expect((await read(written.id, 'pdf')).status).toBe(400)
})

test('bad bodies are refused with the name of the field and change nothing', async () => {
  const running = await start()
  const base = `/spaces/${running.space}`
  const comment = await post(running, base, { body: { markdown: 'One' } })
  const bad: [string, string, unknown, string][] = [
    ['POST', `${base}/comments`, {}, 'body'],
    ['POST', `${base}/comments`, { body: {} }, 'body'],
    ['POST', `${base}/comments`, { body: { markdown: 5 } }, 'body'],
    ['POST', `${base}/comments`, { body: { document: { object: 'document', nodes: 'x' } } }, 'body'],
    ['PUT', `${base}/comments/${comment.id}`, { resolved: 'yes' }, 'resolved'],
    ['PUT', `${base}/comments/${comment.id}`, { resolved: true, addedReactions: [7] }, 'addedReactions'],
  ]
  for (const [method, path, body, field] of bad) {
    const reply = await running.call(method, `/v1${path}`, { body })
    expect(reply.json, path).toMatchObject({ error: { code: 400, message: expect.stringContaining(field) } })
  }
  const lost = await running.call('POST', `/v1${base}/comments`, {
    body: { body: { markdown: 'x' }, page: 'no' },
  })
  expect(lost.status).toBe(404)
  expect((await running.get(`${base}/comments/${comment.id}`)).json).toEqual(comment)
  expect((await running.get(`${base}/comments`)).json).toMatchObject({ count: 1 })
})
