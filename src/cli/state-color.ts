/** One meaning a colour, in every table: green is good, yellow is less than all, red needs somebody. */
import type { Terminal } from './terminal.ts'

const green = ['complete', 'passed', 'good', 'done', 'read']
const yellow = ['partial', 'running', 'interrupted', 'medium', 'gaps', 'not allowed', 'never']
const red = ['failed', 'damage', 'BAD', 'critical', 'high']

export function stateColor({ colors }: Terminal): (state: string) => string {
  return state => {
    if (green.includes(state)) return colors.green(state)
    if (yellow.includes(state)) return colors.yellow(state)
    return red.includes(state) ? colors.red(state) : state
  }
}
