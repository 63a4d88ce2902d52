import { expect, test } from 'vitest'
import { clientMethods } from '../../scripts/docs/client-methods.ts'
import { notRead } from '../../src/resources/not-read.ts'
import { readService, VERSIONS } from '../helpers/shapes/service.ts'

test('whatever the published services show is read, or named with the reason why it is not', () => {
  const reads = Object.values(VERSIONS).flatMap(version =>
    readService(version).operations.filter(one => one.method === 'GET'),
  )
  const known = new Set(clientMethods().map(one => one.operation))
  const left = [...new Set(reads.map(one => one.name))].filter(name => !known.has(name))
  expect(notRead.flatMap(one => one.operations).toSorted()).toEqual(left.toSorted())
})
