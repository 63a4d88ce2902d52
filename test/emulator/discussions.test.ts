import { expect, test } from 'vitest'
import { z } from 'zod'
import { SMALL, start } from './start.ts'

const commentSchema = z.looseObject({ id: z.string(), status: z.string(), replies: z.number() })
const changeRequestSchema = z.looseObject({
  id: z.string(),
  number: z.number(),
  status: z.string(),
  revision: z.string(),
  revisionInitial: z.string(),
  comments: z.number(),
})
const spaceSchema = z.looseObject({
  comments: z.number(),
  changeRequests: z.number(),
  changeRequestsOpen: z.number(),
  changeRequestsDraft: z.number(),
})

test('generated discussions: all statuses, real edits, replies, and counts that are true', async () => {
  const { read, list, space, emulator } = await start(SMALL, { comments: 9, changeRequests: 8, members: 5 })
  const base = `/spaces/${space}`
  const comments = await list(`${base}/comments`, commentSchema, 2)
  const byStatus = Object.groupBy(comments, one => one.status)
  expect([comments.length, byStatus.resolved?.length]).toEqual([9, 3])
  expect(comments.some(one => one.replies > 1)).toBe(true)
  const counts = await read(base, spaceSchema)
  expect(counts).toMatchObject({
    comments: 6,
    changeRequests: 8,
    changeRequestsOpen: 2,
    changeRequestsDraft: 2,
  })
  for (const status of ['draft', 'open', 'archived', 'merged']) {
    const { items: found } = await read(
      `${base}/change-requests?status=${status}`,
      z.object({ items: z.array(changeRequestSchema) }),
    )
    expect(found.map(one => one.status)).toEqual([status, status])
    for (const one of found) {
      expect(one.revision).not.toBe(one.revisionInitial)
      const own = await list(`${base}/change-requests/${one.number}/comments`, commentSchema)
      expect(own.filter(comment => comment.status === 'open')).toHaveLength(one.comments)
      const changes = await read(
        `${base}/revisions/${one.revision}/changes`,
        z.object({ changes: z.array(z.unknown()) }),
      )
      expect(changes.changes).not.toEqual([])
      const editors = await list(`${base}/change-requests/${one.number}/contributors`, z.looseObject({}))
      expect(editors.length).toBeGreaterThan(0)
    }
  }
  expect(JSON.stringify(emulator.state())).toContain('"comment-reply"')
})

test('the same seed gives the same discussions', async () => {
  const options = {
    comments: 4,
    changeRequests: 4,
    now: () => Date.UTC(2026, 0, 1),
    publicUrl: 'http://same',
  }
  const [one, two] = [await start(SMALL, options), await start(SMALL, options)]
  const withoutSignatures = (state: object) => JSON.stringify(state).replace(/token=[^"]+/g, '')
  expect(withoutSignatures(one.emulator.state())).toBe(withoutSignatures(two.emulator.state()))
})
