/**
 * Companies drawn from all that the published shapes allow, backed up: nothing is refused, no gap, and every text that
 * was answered stands in the vault. COUNT and FIRST choose the seeds.
 */
import { expect, test } from 'vitest'
import { backUpMany } from '../helpers/shapes/back-up-many.ts'
import { VERSIONS } from '../helpers/shapes/service.ts'
import { notKept } from './not-kept.ts'

const count = Number(process.env.COUNT ?? 500)
const first = Number(process.env.FIRST ?? 1)

test.each(Object.values(VERSIONS))(
  `${count} companies of version %s are taken, and kept whole`,
  async version => {
    const { problems, resources } = await backUpMany(version, { first, count }, lost =>
      notKept.some(one => one.where.test(lost)),
    )
    console.log(`${version}: ${count} companies from seed ${first}, ${resources} resources`)
    expect(problems).toEqual({})
  },
)
