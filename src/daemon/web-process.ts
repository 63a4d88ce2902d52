/**
 * Where the daemon's web views are made: a process of its own, with connections of its own, so that neither what a view
 * takes nor what it dies of is the daemon's. Searches and restores are done by the daemon, so that none holds up other views.
 */
import type { Approval } from '../model/approval.ts'
import { belongToStarter } from '../model/child-program.ts'
import { plainError, thrownError } from '../model/plain-error.ts'
import type { FoundAnswer } from '../search/answer.ts'
import { makeWeb, type Web } from '../web/app.ts'
import type { Errand, FromWeb, PlainPlatform, Standing, ToWeb, WebTask } from '../web/messages.ts'
import type { DeskRun, WebPlatform } from '../web/source.ts'
import type { Look } from '../web/visitor.ts'

type Requested = Extract<ToWeb, { type: 'request' }>

belongToStarter()
const errands = new Map<number, PromiseWithResolvers<unknown>>()
const requests = new Map<number, AbortController>()
const bodies = new Map<number, ReadableStreamDefaultReader<Uint8Array>>()
let standing: Standing
let web: Web
let lastErrand = 0

process.on('message', (message: ToWeb) => {
  if (message.type === 'begin') begin(message)
  else if (message.type === 'request') void answer(message)
  else if (message.type === 'more') void sayPart(message.id)
  else if (message.type === 'leave') leave(message.id)
  else if (message.type === 'standing') standing = message.standing
  else if (message.type === 'done') errands.get(message.errand)?.resolve(message.answer)
  else errands.get(message.errand)?.reject(thrownError(message.error))
})

function begin({ version, standing: given }: WebTask): void {
  standing = given
  web = makeWeb(
    {
      ...{ version, now: Date.now },
      platforms: () => standing.platforms.map(withErrands),
      conditions: () => standing.conditions,
      fleet: () => standing.fleet,
    },
    { failed: (error, path) => say({ type: 'failed', path, error: plainError(error) }) },
  )
}

async function answer({ id, request, visitor }: Requested): Promise<void> {
  const { url, ...rest } = request
  const looks: Look[] = []
  const control = new AbortController()
  requests.set(id, control)
  try {
    const visit = { visitor, looked: (look: Look) => looks.push(look) }
    const response = await web.fetch(new Request(url, { ...rest, signal: control.signal }), visit)
    const { status, headers, body } = response
    if (body !== null) bodies.set(id, body.getReader())
    say({ type: 'answer', id, status, headers: [...headers], hasBody: body !== null, looks })
  } finally {
    requests.delete(id)
  }
}

async function sayPart(id: number): Promise<void> {
  try {
    const { done, value } = (await bodies.get(id)?.read()) ?? { done: true }
    if (done) bodies.delete(id)
    say({ type: 'part', id, bytes: done ? null : value })
  } catch (error) {
    bodies.delete(id)
    say({ type: 'broken-off', id, error: plainError(error) })
  }
}

function leave(id: number): void {
  requests.get(id)?.abort()
  // It may fail by that, which nobody waits for.
  bodies
    .get(id)
    ?.cancel()
    .catch(() => {})
  bodies.delete(id)
}

/** Answers are of our own program: they have the type that the errand asks for. */
function withErrands(platform: PlainPlatform): WebPlatform {
  const send = <Answer>(task: Errand, signal?: AbortSignal) => run<Answer>(platform.name, task, signal)
  return {
    ...platform,
    find: (data, signal) => send<FoundAnswer>({ what: 'find', data }, signal),
    approvals: {
      ask: data => send<Approval | null>({ what: 'ask', data }),
      decide: data => send<void>({ what: 'decide', data }),
    },
    restores: platform.restores
      ? {
          plan: data => send<string>({ what: 'plan', data }),
          apply: data => send<string>({ what: 'apply', data }),
          run: data => send<DeskRun | null>({ what: 'run', data }),
        }
      : null,
  }
}

async function run<Answer>(platform: string, task: Errand, signal?: AbortSignal): Promise<Answer> {
  const errand = ++lastErrand
  const waiting = Promise.withResolvers<unknown>()
  errands.set(errand, waiting)
  const leave = () => say({ type: 'leave-errand', errand })
  signal?.addEventListener('abort', leave, { once: true })
  say({ type: 'errand', errand, platform, task })
  try {
    return (await waiting.promise) as Answer
  } finally {
    signal?.removeEventListener('abort', leave)
    errands.delete(errand)
  }
}

function say(message: FromWeb): void {
  process.send?.(message)
}
