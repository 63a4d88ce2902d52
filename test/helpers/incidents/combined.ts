/** One incident of several acts, drawn by a seed: played, judged, undone and planned a second time. */
import { makeRandom } from '../../../src/emulator/state/random.ts'
import { acts, doActs } from './acts.ts'
import { play, problemsIn } from './play.ts'

const MOST_ACTS = 6
const TITLE = 'Acme Documentation'
const PROFILES = ['full', 'current', 'document'] as const
const [first = '', ...rest] = Object.keys(acts)
const NAMES = [first, ...rest] as const

/** What was done, and what is not as the plans had said. */
export interface Combined {
  words: string
  problems: string[]
}

export async function playCombined(seed: number): Promise<Combined> {
  const random = makeRandom(seed, 'combined incident')
  const profile = random.pick(PROFILES)
  const drawn = Array.from({ length: 2 + random.integer(MOST_ACTS - 1) }, () => random.pick(NAMES))
  const [mayWiden, isTakenBack, deletes] = [random.next() < 0.7, random.next() < 0.4, random.next() < 0.4]
  let done: string[] = []
  const played = await play(
    {
      name: drawn.join(', '),
      damage: async company => {
        done = await doActs(company, drawn, random.integer)
      },
      isTakenBack,
      request: {
        onConflict: 'update',
        ...(mayWiden ? { allowWidening: TITLE } : {}),
        ...(deletes ? { deleteExtra: TITLE } : {}),
      },
    },
    profile,
    { kind: 'none' },
  )
  const words = `seed ${seed}, ${profile}${mayWiden ? ', widening' : ''}${isTakenBack ? ', taken back' : ''}${deletes ? ', deleting' : ''}: ${done.join(', ')}`
  // A service of the document lists no sites: nothing of docvault's knows that there are any.
  const isOfSite = (line: string) => profile === 'document' && /^undeclared: . site /.test(line)
  return { words, problems: problemsIn(played).filter(line => !isOfSite(line)) }
}
