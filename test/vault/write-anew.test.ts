/** A catalog that is put in the place of another takes nothing away that was written since it was made. */
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openForWriting } from '../../src/vault/catalog/database.ts'
import { putInPlace, writeAnew, writtenBy } from '../../src/vault/catalog/write-anew.ts'
import { newVault, temporaryFolder } from './fixture.ts'

test('what was written after the rows were copied stays, and the place is as it was', async () => {
  const { path, vault } = await newVault()
  await vault.close()
  const catalog = join(path, 'catalog.db')
  const place = openForWriting(catalog)
  const words = () => place.prepare<[], string>('SELECT text FROM term ORDER BY text').pluck().all()
  const write = (text: string) => place.prepare('INSERT INTO term (text) VALUES (?)').run(text)
  try {
    write('before')
    const before = writtenBy(place)
    const { db: anew } = writeAnew(catalog, join(temporaryFolder(), 'anew.db'), null)
    write('since')
    expect(await putInPlace(anew, place, before)).toBe(false)
    expect(words()).toEqual(['before', 'since'])
    expect(await putInPlace(anew, place, writtenBy(place))).toBe(true)
    expect(words()).toEqual(['before'])
    anew.close()
  } finally {
    place.close()
  }
})
