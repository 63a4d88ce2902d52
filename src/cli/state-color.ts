/** One meaning a colour, in every table: green is good, yellow is less than all, red needs somebody. */
import type { Terminal } from './terminal.ts'

const green = ['complete', 'passed', 'good', 'done', 'read', 'up']
const yellow = [
  'partial',
  'running',
  'interrupted',
  'medium',
  'gaps',
  'not allowed',
  'never',
  'none yet',
  'not ended',
  'cancelled',
  'missed',
  'standby',
]
const red = ['failed', 'damage', 'differences', 'BAD', 'critical', 'high', 'down', 'stopped']

export function stateColor({ colors }: Terminal): (state: string) => string {
  return state => {
    if (state.endsWith(', forgotten')) return colors.dim(state)
    if (green.includes(state)) return colors.green(state)
    if (yellow.includes(state)) return colors.yellow(state)
    return red.includes(state) ? colors.red(state) : state
  }
}
