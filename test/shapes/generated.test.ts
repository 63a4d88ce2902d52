import { expect, test } from 'vitest'
import { backUpMany } from '../helpers/shapes/back-up-many.ts'
import { VERSIONS } from '../helpers/shapes/service.ts'
import { notKept } from './not-kept.ts'

const COUNT = 25
const TIMEOUT_MS = 300_000

test.each(Object.values(VERSIONS))(
  'whatever a service of version %s may answer is taken, and kept',
  { timeout: TIMEOUT_MS },
  async version => {
    const { problems } = await backUpMany(version, { first: 1, count: COUNT }, lost =>
      notKept.some(one => one.where.test(lost)),
    )
    expect(problems).toEqual({})
  },
)
