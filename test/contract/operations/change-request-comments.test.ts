import { describe, expect, test } from 'vitest'
import { expectCoverage } from './coverage.ts'
import { all, present, type Service, startService } from './service.ts'
import { ofShape } from './shapes.ts'
import { watchClient } from './watch.ts'

const watch = watchClient()

async function startWithDraft(): Promise<Service & { draft: string }> {
  const service = await startService()
  const draft = await service.platform.changeRequests.create(service.space, { subject: 'Draft' })
  return { ...service, draft: draft.id }
}

describe('4.2 comments of a change request', () => {
  test('comments of a change request are its own, not of its space', async () => {
    const { platform, space, draft } = await startWithDraft()
    const before = present(await platform.spaces.find(space)).comments
    const comments = platform.changeRequestComments
    const made = await comments.create(space, draft, { body: { markdown: 'one' } })
    expect(ofShape('comment', made)).toMatchObject({ target: { changeRequest: draft } })
    expect(await platform.comments.find(space, made.id)).toBeNull()
    expect(present(await platform.spaces.find(space)).comments).toBe(before)
    expect(await platform.changeRequests.find(space, draft)).toMatchObject({ comments: 1 })
    const listed = await all(comments.list(space, draft, { status: 'open', order: 'asc' }))
    expect(listed.map(one => ofShape('comment', one).id)).toEqual([made.id])
  })

  test('a change request can be named by its number', async () => {
    const { platform, space, draft } = await startWithDraft()
    const { number } = present(await platform.changeRequests.find(space, draft))
    const made = await platform.changeRequestComments.create(space, String(number), {
      body: { markdown: 'one' },
    })
    expect(await platform.changeRequestComments.find(space, draft, made.id)).not.toBeNull()
  })

  test('resolving, editing and deleting change the comment and the count', async () => {
    const { platform, space, draft } = await startWithDraft()
    const comments = platform.changeRequestComments
    const { id } = await comments.create(space, draft, { body: { markdown: 'one' } })
    const resolved = await comments.update(space, draft, id, { resolved: true, addedReactions: ['👍'] })
    expect(ofShape('comment', resolved)).toMatchObject({ status: 'resolved', reactions: [{ count: 1 }] })
    expect(await platform.changeRequests.find(space, draft)).toMatchObject({ comments: 0 })
    await comments.update(space, draft, id, { body: { markdown: 'two' } })
    expect(await comments.find(space, draft, id, 'markdown')).toMatchObject({ body: { markdown: 'two' } })
    await comments.delete(space, draft, id)
    await comments.delete(space, draft, id)
    expect(await comments.find(space, draft, id)).toBeNull()
  })

  test('replies are listed, read by id and counted', async () => {
    const { platform, space, draft } = await startWithDraft()
    const comments = platform.changeRequestComments
    const { id } = await comments.create(space, draft, { body: { markdown: 'one' } })
    const replies = comments.replies(space, draft, id)
    const reply = await replies.create({ body: { markdown: 'two' } }, 'markdown')
    expect(ofShape('reply', reply)).toMatchObject({ body: { markdown: 'two' } })
    const listed = await all(replies.list('markdown'))
    expect(listed.map(one => ofShape('reply', one).body)).toEqual([{ markdown: 'two' }])
    ofShape('reply', await replies.find(reply.id))
    expect(await comments.find(space, draft, id)).toMatchObject({ replies: 1 })
    await replies.update(reply.id, { body: { markdown: 'three' } })
    await replies.delete(reply.id)
    expect(await comments.find(space, draft, id)).toMatchObject({ replies: 0 })
    expect(await all(comments.listCommenters(space, draft))).toHaveLength(1)
  })

  test('every operation was called and answered as documented', () => expectCoverage(watch, '4.2'))
})
