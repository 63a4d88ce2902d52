import { expect, test } from 'vitest'
import { printable as onTerminal } from '../../src/cli/terminal.ts'
import { printable } from '../../src/model/printable.ts'

const DRIVING = [
  ...'\u001b\r\n\u0007\u007f\u0085\u009b\u009d\u061c\u200e\u200f\u2028\u2029\u202a\u202b\u202d\u202e\u2066\u2069',
]

test.each(DRIVING)('%j does not reach a terminal', control => {
  const text = `invoice${control}gnp.exe`
  expect(printable(text)).toBe('invoice gnp.exe')
  expect(onTerminal(text)).toBe('invoice gnp.exe')
})

test('letters of every script, emoji and joiners stay', () => {
  const text = 'Größe שלום مرحبا 👩‍👩‍👧 é'
  expect(printable(text)).toBe(text)
})
