import { describe, expect, test } from 'vitest'
import { Locks } from '../../src/queue/locks.ts'

const forever = new AbortController().signal

describe('locks', () => {
  test('an organization is held by one, another organization beside it', async () => {
    const locks = new Locks()
    const release = await locks.acquire({ organization: 'a', priority: 5 }, forever)
    expect(locks.tryAcquire({ organization: 'a', priority: 5 })).toBeNull()
    expect(locks.tryAcquire({ organization: 'b', priority: 5 })).not.toBeNull()
    release()
    expect(locks.tryAcquire({ organization: 'a', priority: 5 })).not.toBeNull()
  })

  test('who wants the vault waits for every organization, and keeps new ones out meanwhile', async () => {
    const locks = new Locks()
    const order: string[] = []
    const a = await locks.acquire({ organization: 'a', priority: 5 }, forever)
    const vault = locks.acquire({ organization: null, priority: 5 }, forever).then(release => {
      order.push('vault')
      return release
    })
    const b = locks.acquire({ organization: 'b', priority: 5 }, forever).then(() => order.push('b'))
    a()
    ;(await vault)()
    await b
    expect(order).toEqual(['vault', 'b'])
  })

  test('of those who wait, the one with the lower number goes first', async () => {
    const locks = new Locks()
    const order: string[] = []
    const held = await locks.acquire({ organization: 'a', priority: 5 }, forever)
    const wait = (name: string, priority: number) =>
      locks.acquire({ organization: 'a', priority }, forever).then(release => {
        order.push(name)
        release()
      })
    const all = [wait('backup', 5), wait('check', 20), wait('restore', 1)]
    held()
    await Promise.all(all)
    expect(order).toEqual(['restore', 'backup', 'check'])
  })

  test('who gives up waiting is not in the way', async () => {
    const locks = new Locks()
    const held = await locks.acquire({ organization: 'a', priority: 5 }, forever)
    const control = new AbortController()
    const impatient = locks.acquire({ organization: 'a', priority: 1 }, control.signal)
    const patient = locks.acquire({ organization: 'a', priority: 5 }, forever)
    control.abort(new Error('no longer'))
    await expect(impatient).rejects.toThrow('no longer')
    held()
    await expect(patient).resolves.toBeTypeOf('function')
  })
})
