import { expect, test } from 'vitest'
import { type Meter, operationsSince, withMeter } from '../../src/platform/meter.ts'

test('the requests of one organization are counted apart from those of the one before', async () => {
  const meter: Meter = { requests: 0, bytes: 0 }
  const send = withMeter(async () => ({ status: 200, headers: {}, body: Buffer.alloc(10) }), meter)
  const call = (operation: string) => send({ operation, method: 'GET', path: [] }, AbortSignal.timeout(1000))
  await call('listMembersInOrganizationById')
  await call('getSpaceById')
  const before = { ...meter }
  await call('getSpaceById')
  await call('getSpaceById')
  expect(operationsSince({ requests: 0, bytes: 0 }, before)).toEqual({
    getSpaceById: 1,
    listMembersInOrganizationById: 1,
  })
  expect(operationsSince(before, meter)).toEqual({ getSpaceById: 2 })
  expect(meter).toMatchObject({ requests: 4, bytes: 40 })
})
