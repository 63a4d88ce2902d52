import { expect, test } from 'vitest'
import { clientMethods } from '../../scripts/docs/client-methods.ts'
import { findMissing, readOperations } from '../../scripts/docs/operations.ts'

test('every documented operation has a client method and an emulator route', () => {
  expect(readOperations()).toHaveLength(127)
  expect(findMissing()).toEqual([])
})

test('no method of the client is left out of the table', () => {
  expect(clientMethods().filter(one => one.operation === '' || one.path.includes('undefined'))).toEqual([])
  expect(clientMethods().length).toBeGreaterThan(127)
})
