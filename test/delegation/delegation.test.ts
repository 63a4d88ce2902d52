/** Both ends of the socket, around work that is only made up: no daemon, no platform. */
import { once } from 'node:events'
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { identityOf, readNote } from '../../src/delegation/address.ts'
import { type Follow, findDaemon, handOver } from '../../src/delegation/hand-over.ts'
import { type DelegateOptions, listenForWork } from '../../src/delegation/listen.ts'
import { DocvaultError, UsageError } from '../../src/model/errors.ts'
import { DAEMON_COMMAND } from '../../src/model/vault-holder.ts'

const lease = { id: 'lease-0001', pid: 1, command: DAEMON_COMMAND, since: '2026-11-20T02:00:00.000Z' }

describe('work that is handed over', () => {
  test('its events come in order, its result as it is, and the socket is for the owner alone', async () => {
    const path = makeFolder()
    await listen(path, async ({ data }, watch) => {
      watch.waiting(['backup.1'])
      watch.begun('drill.1')
      for (const at of [1, 2, 3]) watch.event({ type: 'step', at })
      return { given: data, list: [null, 'ü', 1.5] }
    })
    const seen: unknown[] = []
    const result = await hand(path, { event: one => seen.push(one), waiting: runs => seen.push(runs) })
    expect(result).toEqual({ given: { a: 1 }, list: [null, 'ü', 1.5] })
    expect(seen).toEqual([['backup.1'], ...[1, 2, 3].map(at => ({ type: 'step', at }))])
    const note = readNote(path)
    expect(statSync(join(path, 'run')).mode & 0o777).toBe(0o700)
    expect(statSync(note?.socket ?? '').mode & 0o777).toBe(0o600)
    expect(statSync(join(path, 'run', 'daemon.json')).mode & 0o777).toBe(0o600)
  })

  test('its error comes with code, words and hint; what is secret in them does not', async () => {
    const path = makeFolder()
    await listen(path, async () => {
      throw new UsageError('there is no space sesame', { hint: 'not even sesame' })
    })
    await expect(hand(path)).rejects.toMatchObject({
      code: 'usage',
      message: 'there is no space …',
      hint: 'not even …',
    })
  })

  test('a cancel reaches it once, and its clean end is waited for', async () => {
    const path = makeFolder()
    const order: string[] = []
    await listen(path, async (_wish, { signal, begun }) => {
      begun('backup.1')
      await aborted(signal)
      order.push('ends cleanly')
      throw signal.reason
    })
    const control = new AbortController()
    const follow = {
      signal: control.signal,
      cancelling: () => order.push('cancelling'),
      begun: () => control.abort(),
    }
    await expect(hand(path, follow)).rejects.toMatchObject({ code: 'interrupted' })
    expect(order).toEqual(['cancelling', 'ends cleanly'])
  })

  test('it is ended when whoever asked is gone', async () => {
    const path = makeFolder()
    const { promise, resolve } = Promise.withResolvers<string>()
    await listen(path, async (_wish, { signal, begun }) => {
      begun('backup.1')
      await aborted(signal)
      resolve('ended')
      throw signal.reason
    })
    const socket = connect(readNote(path)?.socket ?? '')
    socket.write(`${JSON.stringify(requestOf(path))}\n`)
    await once(socket, 'data')
    socket.destroy()
    expect(await promise).toBe('ended')
  })

  test('whoever does not read holds nothing up: progress is left out, warnings and the result are not', async () => {
    const path = makeFolder()
    const { promise: done, resolve } = Promise.withResolvers<void>()
    const label = 'x'.repeat(1000)
    await listen(path, async (_wish, { event }) => {
      for (let at = 0; at < 20_000; at++) {
        event({ type: 'step', at, label })
        if (at % 1000 === 0) event({ type: 'warning', at })
      }
      resolve()
      return 'the end'
    })
    const socket = connect(readNote(path)?.socket ?? '')
    socket.pause()
    socket.write(`${JSON.stringify(requestOf(path))}\n`)
    await done
    const lines = (await socket.toArray()).join('').trimEnd().split('\n')
    const events = lines.slice(0, -1).map(line => JSON.parse(line).event)
    expect(events.filter(one => one.type === 'warning')).toHaveLength(20)
    expect(events.filter(one => one.type === 'step').length).toBeLessThan(5000)
    expect(JSON.parse(lines.at(-1) ?? '')).toEqual({ type: 'result', result: 'the end' })
  })

  test('a daemon that dies or stops on the way is an error that says how to go on, and never a result', async () => {
    const path = makeFolder()
    const delegate = await listen(path, async (_wish, { begun }) => {
      begun('restore.1')
      return new Promise(() => {})
    })
    const dying = hand(path, { begun: () => void delegate.close() })
    await expect(dying).rejects.toMatchObject({ code: 'daemon-gone', hint: 'go on like this' })
    const stopping = makeFolder()
    await listen(stopping, async () => {
      throw new DocvaultError('stopping', 'the daemon stops', { retry: 'later' })
    })
    await expect(hand(stopping)).rejects.toMatchObject({ code: 'daemon-gone', hint: 'go on like this' })
  })

  test('what is no request is refused, and the daemon goes on', async () => {
    const path = makeFolder()
    await listen(path, async () => 'done')
    for (const line of [
      '',
      'no JSON',
      '[]',
      '{"job":"backup"}',
      JSON.stringify({ ...requestOf(path), more: 1 }),
    ]) {
      const socket = connect(readNote(path)?.socket ?? '')
      socket.write(`${line}\n`)
      const [answer] = (await socket.toArray()).join('').split('\n')
      expect([line, JSON.parse(answer ?? '').error.code]).toEqual([line, 'usage'])
    }
    expect(await hand(path)).toBe('done')
  })
})

describe('the daemon that is found', () => {
  test('none: nobody holds the vault, or a command does', async () => {
    const path = makeFolder()
    expect(await findDaemon(path, '1', () => null)).toBeNull()
    expect(await findDaemon(path, '1', () => ({ ...lease, command: 'docvault backup' }))).toBeNull()
  })

  test('of another version: refused on both ends, with what to do', async () => {
    const path = makeFolder()
    await listen(path, async () => 'done')
    const refusal = { code: 'vault-locked', message: expect.stringMatching(/docvault 1,.* this is 2/) }
    await expect(findDaemon(path, '2', () => lease)).rejects.toMatchObject(refusal)
    await expect(hand(path, {}, { version: '2' })).rejects.toMatchObject(refusal)
  })

  test('of the vault that this one is a copy of: the copy gets nothing done', async () => {
    const path = makeFolder()
    await listen(path, async () => 'done')
    const copy = `${path}-copy`
    cpSync(join(path, 'run', 'daemon.json'), join(copy, 'run', 'daemon.json'), { recursive: true })
    onTestFinished(() => rmSync(copy, { recursive: true, force: true }))
    await expect(hand(copy)).rejects.toMatchObject({
      code: 'vault-locked',
      message: expect.stringContaining(path),
    })
    await expect(hand(path, {}, { holder: 'another' })).rejects.toMatchObject({ code: 'vault-locked' })
  })

  test('killed: its socket leads nowhere, and that is said; the next daemon clears it away', async () => {
    const path = makeFolder()
    mkdirSync(join(path, 'run'))
    const socket = join(path, 'run', 'old.sock')
    writeFileSync(socket, '')
    writeFileSync(
      join(path, 'run', 'daemon.json'),
      JSON.stringify({ holder: lease.id, version: '1', pid: 7, socket }),
    )
    await expect(hand(path)).rejects.toMatchObject({
      code: 'vault-locked',
      message: expect.stringContaining('(process 7) does not answer'),
      hint: expect.stringContaining('run the command again'),
    })
    const delegate = await listen(path, async () => 'done')
    expect([existsSync(socket), await hand(path)]).toEqual([false, 'done'])
    await delegate.close()
    expect(readNote(path)).toBeNull()
  })

  test('where the path of the vault is too long for a socket, one in a folder of its own stands in', async () => {
    const path = join(makeFolder(), 'a'.repeat(100))
    mkdirSync(path)
    const delegate = await listen(path, async () => 'done')
    expect(delegate.socket.startsWith(tmpdir())).toBe(true)
    expect(statSync(join(delegate.socket, '..')).mode & 0o777).toBe(0o700)
    expect(await hand(path)).toBe('done')
    await delegate.close()
    expect(existsSync(join(delegate.socket, '..'))).toBe(false)
  })
})

function makeFolder(): string {
  const path = mkdtempSync(join(tmpdir(), 'docvault-delegation-'))
  onTestFinished(() => rmSync(path, { recursive: true, force: true }))
  return path
}

async function listen(vaultPath: string, work: DelegateOptions['work']) {
  const redact = (text: string) => text.replaceAll('sesame', '…')
  const delegate = await listenForWork({ vaultPath, holder: lease.id, version: '1', redact, work })
  let open = true
  const close = async () => {
    if (open) await delegate.close()
    open = false
  }
  onTestFinished(close)
  return { ...delegate, close }
}

function requestOf(path: string) {
  const meant = { version: '1', holder: lease.id, folder: identityOf(path) }
  return { ...meant, job: 'backup', data: { a: 1 }, settings: {} }
}

async function hand(
  path: string,
  follow: Partial<Follow<unknown>> = {},
  request: object = {},
): Promise<unknown> {
  const note = readNote(path)
  if (note === null) throw new Error('there is no note')
  return handOver<unknown, unknown>(
    note,
    { ...requestOf(path), ...request },
    {
      signal: new AbortController().signal,
      begun: () => {},
      event: () => {},
      waiting: () => {},
      cancelling: () => {},
      afterDeath: () => 'go on like this',
      ...follow,
    },
  )
}

async function aborted(signal: AbortSignal): Promise<void> {
  if (!signal.aborted) await once(signal, 'abort')
}
