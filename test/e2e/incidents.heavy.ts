/**
 * Twelve incidents on three services: done through the API, brought back by a restore (undisturbed, killed at random
 * writes and resumed, each writing operation refused, cut off or unanswered once), and judged by the emulator's state:
 * all is as it was, or the plan had said what is not. Then the undo, and a second plan.
 * INCIDENTS (numbers), PROFILES, DISTURBANCES (none, kill, 502, reset, lost-answer) choose some; KILLS how many of each; SEED
 * repeats the random ones; LINES: how many undeclared facts are printed.
 */
import { afterAll, describe, expect, test } from 'vitest'
import { makeRandom } from '../../src/emulator/state/random.ts'
import { incidents } from '../helpers/incidents/incidents.ts'
import { type Disturbance, type Played, play, problemsIn } from '../helpers/incidents/play.ts'

const chosen = (name: string, value: string) => process.env[name]?.split(',').includes(value) ?? true
const profiles = (['document', 'full', 'current'] as const).filter(one => chosen('PROFILES', one))
const faults = (['502', 'reset', 'lost-answer'] as const).filter(one => chosen('DISTURBANCES', one))
const kills = chosen('DISTURBANCES', 'kill') ? Number(process.env.KILLS ?? 3) : 0
const lines = Number(process.env.LINES ?? 12)
const seed = Number(process.env.SEED ?? Date.now() % 1_000_000)

const head =
  'profile | incident | disturbance | damaged | left | declared | undeclared | run | undo: left | undeclared | second plan'
const table: string[] = [`SEED=${seed}`, head]
afterAll(() => console.log(table.join('\n')))

describe.each(profiles)('profile %s', profile => {
  test.each(incidents.filter((_, at) => chosen('INCIDENTS', String(at + 1))))('$name', async incident => {
    if (incident.needs === 'sites' && profile === 'document') return
    const random = makeRandom(seed, `${profile} ${incident.name}`)
    const problems: string[] = []
    const one = async (name: string, disturbance: Disturbance) => {
      const played = await play(incident, profile, disturbance)
      const row = [profile, incident.name, name, ...columns(played)].join(' | ')
      const words = problemsIn(played).slice(0, lines)
      console.log([row, ...words.map(line => `    ${line}`)].join('\n'))
      table.push(row)
      if (words.length > 0) problems.push(row)
      return played
    }
    const { writes } = await one('none', { kind: 'none' })
    const operations = Object.keys(writes)
    const count = Object.values(writes).reduce((sum, times) => sum + times, 0)
    for (const kind of faults) if (count > 0) await one(kind, { kind, operations })
    for (let kill = 0; kill < kills && count > 0; kill++) {
      const [write, applied] = [random.integer(count) + 1, random.next() < 0.5]
      const words = `kill -9 ${applied ? 'after' : 'before'} write ${write} of ${count}`
      await one(words, { kind: 'kill', write, applied })
    }
    expect(problems).toEqual([])
  })
})

function columns({ damaged, left, declared, undeclared, state, undo, again }: Played) {
  const after = `${undo.left} (${undo.state})`
  return [
    damaged,
    left,
    declared.length,
    undeclared.length,
    state,
    after,
    undo.undeclared.length,
    `${again.length} steps`,
  ]
}
