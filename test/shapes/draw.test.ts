import { expect, test } from 'vitest'
import { makeRandom } from '../../src/emulator/state/random.ts'
import { draw } from '../helpers/shapes/draw.ts'
import { judge, UNDESCRIBED } from '../helpers/shapes/judge.ts'
import { readService, VERSIONS } from '../helpers/shapes/service.ts'

test.each(Object.values(VERSIONS))('what is drawn of each answer of %s is what its shape says', version => {
  const service = readService(version)
  for (const { name, answers } of service.operations) {
    const random = makeRandom(1, name)
    for (const shape of answers.values()) {
      if (shape === null) continue
      for (let turn = 0; turn < 3; turn++) {
        const problems = judge(
          service,
          shape,
          draw({ service, random, left: 60, origin: 'https://example.com' }, shape),
        )
        expect(
          problems.filter(one => one.words !== UNDESCRIBED).map(one => `${name} ${one.path} ${one.words}`),
        ).toEqual([])
      }
    }
  }
})
