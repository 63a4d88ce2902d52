/** What a worker is given by Redis when it is gone already, for it had asked while Redis was away. */
import { Job, Queue } from 'bullmq'
import { expect, onTestFinished, test } from 'vitest'
import { JobWaiter } from '../../src/queue/job-waiter.ts'
import { WorkerBackend } from '../../src/queue/worker-backend.ts'
import { startRedis } from '../helpers/redis.ts'

const TOKEN = 'worker:0'
const KEEP = { count: 10 }

async function makeWorld() {
  const { redis } = await startRedis()
  const options = { connection: redis.shared, prefix: '{test}' }
  const queue = new Queue('runs', options)
  onTestFinished(() => queue.close())
  const waiter = new JobWaiter({ redis, prefix: '{test}' })
  onTestFinished(() => waiter.close())
  const backend = new WorkerBackend({
    name: 'runs',
    worker: { ...options, lockDuration: 30_000, stalledInterval: 5_000 },
    waiter,
  })
  const [first, second] = [await queue.add('job', {}), await queue.add('job', {})]
  const states = () => Promise.all([first, second].map(job => job.getState()))
  /** Once it was given to the worker. */
  const taken = async () => {
    const [data, id] = await backend.moveToActive(TOKEN)
    expect(id).toBe(first.id)
    return Job.fromJSON(queue, data, id)
  }
  return { backend, taken, states }
}

test('a job that it had asked for goes back', async () => {
  const { backend, states } = await makeWorld()
  const asked = backend.moveToActive(TOKEN)
  backend.leave()
  expect(await asked).toEqual([])
  expect(await states()).toEqual(['waiting', 'waiting'])
})

test('what it had done is done, and the job that comes with the answer goes back', async () => {
  const { backend, taken, states } = await makeWorld()
  const job = await taken()
  const asked = backend.moveToCompleted(job, 'done', KEEP, TOKEN, true)
  backend.leave()
  expect((await asked).result).toEqual([])
  expect(await states()).toEqual(['completed', 'waiting'])
})

test('so it is with one that failed, and with one that is tried again later', async () => {
  const failed = await makeWorld()
  const job = await failed.taken()
  const asked = failed.backend.moveToFailed(job, 'broken', KEEP, TOKEN, true)
  failed.backend.leave()
  expect((await asked).result).toEqual([])
  expect(await failed.states()).toEqual(['failed', 'waiting'])

  const delayed = await makeWorld()
  const { id = '' } = await delayed.taken()
  const later = delayed.backend.moveToDelayed(id, Date.now(), 60_000, TOKEN, { fetchNext: true })
  delayed.backend.leave()
  expect(await later).toEqual([])
  expect(await delayed.states()).toEqual(['delayed', 'waiting'])
})

test('while it is there it is given what there is', async () => {
  const { backend, taken, states } = await makeWorld()
  const job = await taken()
  const { result } = await backend.moveToCompleted(job, 'done', KEEP, TOKEN, true)
  expect(result).toHaveLength(4)
  expect(await states()).toEqual(['completed', 'active'])
})
