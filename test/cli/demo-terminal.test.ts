import { spawn } from 'node:child_process'
import { join, resolve } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { temporaryFolder } from '../vault/fixture.ts'

const launcher = resolve(import.meta.dirname, '../../bin/docvault')

test('on a terminal the demo ends with its pages, which stay open until Ctrl-C', async () => {
  const folder = join(temporaryFolder(), 'demo')
  // `script` of util-linux gives it a terminal, whose Ctrl-C is a byte.
  const child = spawn('script', ['-qfec', `exec '${launcher}' demo --folder '${folder}'`, '/dev/null'], {
    env: { PATH: process.env.PATH, HOME: process.env.HOME, TERM: 'xterm' },
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const ended = new Promise<number | null>(done => child.on('close', done))
  const link = await new Promise<string>((found, failed) => {
    let text = ''
    child.stdout.on('data', (piece: Buffer) => {
      text += String(piece)
      const opened = /open (http:\/\/127\.0\.0\.1:\d+\/\S+)/.exec(text)?.[1]
      if (opened !== undefined) found(opened)
    })
    child.on('close', () => failed(new Error(`it ended: ${text.slice(-2000)}`)))
  })
  const entered = await fetch(link, { redirect: 'manual' })
  const cookie = entered.headers.get('set-cookie')?.split(';', 1)[0] ?? ''
  const front = await fetch(new URL('/', link), { headers: { cookie } })
  expect([front.status, await front.text()]).toEqual([200, expect.stringContaining('Acme Documentation')])
  child.stdin.write('\u0003')
  expect(await ended).toBe(0)
})
