import { expect, test } from 'vitest'
import { MemoryReturn } from '../../src/daemon/memory-return.ts'

test('memory is given back while no run is at work, and V8 is told of each change once', () => {
  const flags: string[] = []
  const memory = new MemoryReturn(flag => void flags.push(flag))
  memory.allow()
  expect(flags).toEqual([])
  memory.hold()
  memory.hold()
  expect(flags).toEqual(['--no-memory-reducer-favors-memory'])
  memory.allow()
  memory.allow()
  memory.hold()
  expect(flags.slice(1)).toEqual(['--memory-reducer-favors-memory', '--no-memory-reducer-favors-memory'])
})
