/**
 * What was found of each vault that an operation left, by all that is in its files: the same is judged once, however it came
 * about. Whether the index of SQLite's log is there counts as well; what is in it does not, since it is made anew.
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { digestOfImage, RecordedDisk } from './disk.ts'
import { type Expected, type Found, judge } from './judge.ts'

export interface Verdict extends Found {
  /** It was judged for this, and not before. */
  isNew: boolean
}

export class Verdicts {
  readonly #expected: Expected
  readonly #known = new Map<string, Found>()

  constructor(expected: Expected) {
    this.#expected = expected
  }

  /** The folder is not what it was any more on return. `isDone`: the command has said that it is done. */
  async of(disk: string, isDone: boolean): Promise<Verdict> {
    const hasIndex = existsSync(join(disk, 'vault', 'catalog.db-shm'))
    const key = `${digestOfImage(new RecordedDisk(disk).seen())} ${hasIndex} ${isDone}`
    const known = this.#known.get(key)
    if (known !== undefined) return { ...known, isNew: false }
    const found = await judge(disk, this.#expected, { isDone })
    this.#known.set(key, found)
    return { ...found, isNew: true }
  }
}
