import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { recordFindings } from '../../src/verify/check-records.ts'
import { ownKey } from '../../src/verify/drill-key.ts'
import { temporaryFolder } from '../vault/fixture.ts'

test('a byte of the drill key that changed is named, whichever it is, also where a valid key remains', () => {
  const vault = temporaryFolder()
  const drills = join(vault, 'drills')
  mkdirSync(drills)
  ownKey(drills)
  const file = join(drills, 'drill-key.pem')
  const whole = readFileSync(file)
  expect(recordFindings(vault)).toEqual([])
  const unseen = [...whole.keys()].filter(at => {
    const damaged = Buffer.from(whole)
    damaged[at] = (damaged[at] ?? 0) ^ 1
    writeFileSync(file, damaged)
    return recordFindings(vault).length === 0
  })
  expect(unseen).toEqual([])
})
