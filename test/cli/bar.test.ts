import { spawn, spawnSync } from 'node:child_process'
import { resolve } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { openBar } from '../../src/cli/bar.ts'
import { makeCompany } from '../helpers/company.ts'

const ESCAPE = String.fromCharCode(27)
const launcher = resolve(import.meta.dirname, '../../bin/docvault')

/** What a terminal shows after it got that. */
function screenOf(output: string): string[] {
  let line = ''
  const lines: string[] = []
  for (const [piece] of output
    .replaceAll(ESCAPE, '␛')
    .matchAll(/\r\n|\n|\r|␛\[K|[^\r\n␛]+|␛\[[0-9;?]*[a-zA-Z]/g)) {
    if (piece === '\n' || piece === '\r\n') {
      lines.push(line)
      line = ''
    } else if (piece === '\r' || piece === '␛[K') line = ''
    else if (!piece.startsWith('␛')) line += piece
  }
  return [...lines, line]
}

function countsOf(output: string): { done: number; total: number }[] {
  return [...output.matchAll(/(?:[█░]+|\[K) (\d+)\/(\d+)/g)].map(([, done, total]) => ({
    done: Number(done),
    total: Number(total),
  }))
}

describe('the progress bar', () => {
  const event = fc.oneof(
    fc.record({ type: fc.constant('expect' as const), count: fc.integer({ min: -5, max: 50 }) }),
    fc.record({ type: fc.constant('step' as const) }),
    fc.record({ type: fc.constant('at' as const), done: fc.nat(60), total: fc.nat(60) }),
    fc.record({ type: fc.constant('label' as const), text: fc.string({ unit: 'grapheme' }) }),
    fc.record({ type: fc.constant('line' as const) }),
  )

  test('whatever it is told: never more done than there is, never less than before, nothing left of it', () => {
    fc.assert(
      fc.property(fc.array(event), fc.integer({ min: 20, max: 200 }), (events, columns) => {
        let [output, now] = ['', 0]
        const write = (text: string) => {
          output += text
        }
        const bar = openBar({ isTTY: true, columns, write }, () => now)
        for (const one of events) {
          now += 150
          if (one.type === 'expect') bar.expect(one.count)
          if (one.type === 'step') bar.step()
          if (one.type === 'at') bar.at(one.done, one.total)
          if (one.type === 'label') bar.label(one.text.replaceAll(/\p{Cc}/gu, ' '))
          if (one.type === 'line') bar.above(() => write('a line\n'))
        }
        bar.stop()
        const counts = countsOf(output)
        for (const [index, { done, total }] of counts.entries()) {
          expect(done).toBeLessThanOrEqual(total)
          expect(done).toBeGreaterThanOrEqual(counts[index - 1]?.done ?? 0)
        }
        const lines = events.filter(one => one.type === 'line').map(() => 'a line')
        expect(screenOf(output)).toEqual([...lines, ''])
      }),
    )
  })

  test('on a narrow terminal the bar goes, and no number is cut', () => {
    let output = ''
    const write = (text: string) => {
      output += text
    }
    const bar = openBar({ isTTY: true, columns: 31, write }, () => 0)
    bar.at(12, 120)
    expect(output).toContain(' 12/120')
    expect(countsOf(output)).toEqual([{ done: 12, total: 120 }])
  })

  test('it says how fast it goes and how long it takes, and nothing to a stream that is no terminal', () => {
    let [output, now] = ['', 0]
    const write = (text: string) => {
      output += text
    }
    const bar = openBar({ isTTY: true, columns: 120, write }, () => now)
    bar.expect(100)
    now = 10_000
    bar.at(20, 100)
    expect(output).toContain('20/100 2.0/s, about 40.0 s left')
    output = ''
    openBar({ write }, () => now).step()
    expect(output).toBe('')
  })

  test('on a terminal a backup, a check, an export and a drill leave whole lines; in a pipe there is no bar', async () => {
    const company = await makeCompany({ latencyMs: 30 })
    const env = {
      ...process.env,
      ...company.env,
      TERM: 'xterm',
      DOCVAULT_DAEMON_PATH: `${company.folder}/daemon`,
    }
    const commands = ['backup', 'check --read-data', `export latest ${company.folder}/out`, 'drill']
    let bars = 0
    for (const command of commands) {
      // The emulator is in this process: it has to go on answering.
      const { promise, resolve: done } = Promise.withResolvers<string>()
      const child = spawn('script', ['-qec', `${launcher} ${command}`, '/dev/null'], {
        env,
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      let output = ''
      child.stdout.setEncoding('utf8').on('data', chunk => {
        output += chunk
      })
      child.on('close', () => done(output))
      await promise
      const counts = countsOf(output)
      bars += counts.length
      expect([command, counts.filter(one => one.done > one.total)]).toEqual([command, []])
      expect([command, screenOf(output).filter(line => /[█░]/.test(line))]).toEqual([command, []])
    }
    expect(bars).toBeGreaterThan(0)
    const piped = spawnSync(launcher, ['check', '--read-data'], { env })
    expect(`${piped.stdout}${piped.stderr}`).not.toMatch(new RegExp(`[█░\r${ESCAPE}]`))
  })
})
