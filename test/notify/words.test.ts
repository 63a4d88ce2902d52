import { expect, test } from 'vitest'
import type { Message } from '../../src/notify/condition.ts'
import { slackTextOf, subjectOf, textOf } from '../../src/notify/words.ts'

const HOSTILE =
  'x\u202e\u061c\u001b[31m\u009b\u0085\r\nFORGED: y\u2028z\u200f <!channel> & <https://evil.example|here>'
const DRIVING = /[^\P{Cc}\n]|[\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/u

const message = (event: Message['event']): Message => ({
  ...{ event, key: 'partial acme', kind: 'partial', times: 2, platform: 'acme', organization: 'o1' },
  ...{
    title: HOSTILE,
    text: HOSTILE,
    advice: HOSTILE,
    since: '2026-11-20T02:00:00.000Z',
    link: 'http://127.0.0.1/',
  },
})

test.each(['begin', 'again', 'end'] as const)(
  'a hostile title stays one line of subject and body when a condition is told (%s)',
  event => {
    expect(subjectOf(message(event))).toContain('FORGED')
    expect(subjectOf(message(event))).not.toContain('\n')
    for (const text of [subjectOf(message(event)), textOf(message(event)), slackTextOf(message(event))]) {
      expect(DRIVING.test(text)).toBe(false)
      expect(text).not.toMatch(/^FORGED/m)
    }
    expect(slackTextOf(message(event))).not.toMatch(/[<>]/)
  },
)
