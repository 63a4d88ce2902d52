/** Scratches that a test opens, and that end with it. */
import { onTestFinished } from 'vitest'
import { Scratches } from '../../src/restore/scratch.ts'

export function newScratches(): Scratches {
  const scratches = new Scratches()
  onTestFinished(() => scratches.close())
  return scratches
}
