/**
 * Random substrings of the real documentation of all nights, searched for with an index and held against the oracle. COUNT of
 * them (default 5,000) from SETS (default all), drawn by SEED.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { buildIndex } from '../../src/search/index/build.ts'
import { indexPath } from '../../src/search/index/database.ts'
import { openVault } from '../../src/vault/vault.ts'
import { dataSets } from '../helpers/data-sets.ts'
import { disagreement } from './compare.ts'
import { backUpNights } from './nights.ts'
import { Oracle } from './oracle.ts'
import { makeSampler, seeded } from './samples.ts'

const sets = process.env.SETS?.split(',') ?? dataSets()
const count = Math.ceil(Number(process.env.COUNT ?? 5000) / sets.length)
const seed = Number(process.env.SEED ?? 1)
const work = mkdtempSync(join(tmpdir(), 'docvault-search-'))
afterAll(() => rmSync(work, { recursive: true, force: true }))

describe.each(sets)('%s', set => {
  test(`${count} substrings stand where every snapshot says`, { timeout: 4 * 3_600_000 }, async () => {
    const path = process.env.VAULTS
      ? join(process.env.VAULTS, set, 'vault')
      : await backUpNights(set, join(work, set))
    const vault = openVault(path)
    try {
      await buildIndex(vault, indexPath(path))
      const oracle = new Oracle(vault)
      const random = seeded(seed)
      const { substring } = makeSampler([...oracle.texts], random)
      const wrong: object[] = []
      for (let at = 0; at < count && wrong.length < 10; at++) {
        // Now and then two together, a long one and a short one, or one without another.
        const texts = random() < 0.2 ? [substring(), [...substring()].slice(0, 2).join('')] : [substring()]
        const visible = texts.filter(
          text => text.replace(/[\s\p{Default_Ignorable_Code_Point}\p{Cc}]/gu, '') !== '',
        )
        if (visible.length === 0) continue
        const found = await disagreement(vault, oracle, visible, random() < 0.1 ? [substring()] : [])
        if (found !== null) wrong.push(found)
      }
      expect(wrong).toEqual([])
    } finally {
      vault.close()
    }
  })
})
