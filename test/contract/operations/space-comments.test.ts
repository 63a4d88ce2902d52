import { describe, expect, test } from 'vitest'
import { expectCoverage } from './coverage.ts'
import { all, present, startService } from './service.ts'
import { ofShape } from './shapes.ts'
import { watchClient } from './watch.ts'

const watch = watchClient()

describe('4.1 comments of a space', () => {
  test('a comment can be posted, read in a format, edited and deleted', async () => {
    const { platform, space, page } = await startService()
    const target = (await page('Guide')).id
    const made = await platform.comments.create(space, { body: { markdown: '**Why?**' }, page: target })
    ofShape('comment', made)
    expect(made).toMatchObject({ status: 'open', replies: 0, target: { space, page: { id: target } } })
    const read = await platform.comments.find(space, made.id, 'markdown')
    expect(ofShape('comment', read)).toMatchObject({ body: { markdown: '**Why?**' } })
    expect(await platform.comments.find(space, made.id, 'document')).toMatchObject({
      body: { document: { object: 'document' } },
    })
    const edited = await platform.comments.update(space, made.id, { body: { markdown: 'Because.' } })
    expect(ofShape('comment', edited).editedAt).toBeTypeOf('string')
    await platform.comments.delete(space, made.id)
    expect(await platform.comments.find(space, made.id)).toBeNull()
    await platform.comments.delete(space, made.id)
  })

  test('resolving a comment tells when and who, and the space counts open ones only', async () => {
    const { platform, space } = await startService()
    const count = async () => present(await platform.spaces.find(space)).comments
    const before = await count()
    const { id } = await platform.comments.create(space, { body: { markdown: 'one' } })
    expect(await count()).toBe(before + 1)
    const resolved = await platform.comments.update(space, id, { resolved: true })
    expect(ofShape('comment', resolved)).toMatchObject({ status: 'resolved', resolvedBy: { object: 'user' } })
    expect(await count()).toBe(before)
    const reopened = await platform.comments.update(space, id, { resolved: false })
    expect(ofShape('comment', reopened).resolvedAt).toBeUndefined()
  })

  test('a reaction counts once for each person, and can be taken back', async () => {
    const { platform, space } = await startService()
    const { id } = await platform.comments.create(space, { body: { markdown: 'one' } })
    const update = (addedReactions: string[], removedReactions: string[] = []) =>
      platform.comments.update(space, id, { addedReactions, removedReactions })
    await update(['👍'])
    expect((await update(['👍', '🎉'])).reactions).toMatchObject([
      { emoji: '👍', count: 1 },
      { emoji: '🎉', count: 1 },
    ])
    expect(ofShape('comment', await update([], ['👍'])).reactions).toMatchObject([{ emoji: '🎉', count: 1 }])
  })

  test('the list can be ordered and narrowed to a status, a page and authors', async () => {
    const { platform, space, page } = await startService()
    const [guide, setup] = [(await page('Guide')).id, (await page('Setup')).id]
    const one = await platform.comments.create(space, { body: { markdown: 'one' }, page: guide })
    const two = await platform.comments.create(space, { body: { markdown: 'two' }, page: setup })
    await platform.comments.update(space, two.id, { resolved: true })
    const ids = async (query?: Parameters<typeof platform.comments.list>[1]) =>
      (await all(platform.comments.list(space, query))).map(comment => ofShape('comment', comment).id)
    const [newest, oldest] = [await ids(), await ids({ order: 'asc' })]
    expect(newest).toEqual(oldest.toReversed())
    expect(newest.slice(0, 2)).toEqual([two.id, one.id])
    expect(await ids({ targetPage: setup })).toEqual([two.id])
    expect(await ids({ status: 'resolved' })).toContain(two.id)
    expect(await ids({ status: 'open' })).not.toContain(two.id)
    expect(await ids({ authors: [one.postedBy.id, 'nobody'] })).toContain(one.id)
    expect(await ids({ authors: ['nobody', 'noone'] })).toEqual([])
  })

  test('a reply can be written, read, edited, listed and deleted, and the comment counts it', async () => {
    const { platform, space } = await startService()
    const { id } = await platform.comments.create(space, { body: { markdown: 'one' } })
    const reply = await platform.comments.createReply(space, id, { body: { markdown: 'two' } })
    ofShape('reply', reply)
    expect(await platform.comments.find(space, id)).toMatchObject({ replies: 1 })
    const edited = await platform.comments.updateReply(space, id, reply.id, {
      body: { markdown: 'three' },
      addedReactions: ['👍'],
    })
    expect(ofShape('reply', edited).reactions).toHaveLength(1)
    const read = await platform.comments.findReply(space, id, reply.id, 'markdown')
    expect(ofShape('reply', read)).toMatchObject({ body: { markdown: 'three' } })
    expect(await all(platform.comments.listReplies(space, id))).toHaveLength(1)
    await platform.comments.deleteReply(space, id, reply.id)
    await platform.comments.deleteReply(space, id, reply.id)
    expect(await platform.comments.findReply(space, id, reply.id)).toBeNull()
    expect(await platform.comments.find(space, id)).toMatchObject({ replies: 0 })
  })

  test('everybody who commented is listed once', async () => {
    const { platform, space } = await startService()
    await platform.comments.create(space, { body: { markdown: 'one' } })
    const { id } = await platform.comments.create(space, { body: { markdown: 'two' } })
    await platform.comments.createReply(space, id, { body: { markdown: 'three' } })
    const people = await all(platform.comments.listCommenters(space))
    expect(people.map(one => ofShape('member', one).id)).toEqual([...new Set(people.map(one => one.id))])
    expect(people.map(one => one.id)).toContain((await platform.users.me()).id)
  })

  test('every operation was called and answered as documented', () => expectCoverage(watch, '4.1'))
})
