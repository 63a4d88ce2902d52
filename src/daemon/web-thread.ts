/**
 * Where the daemon's web views are made: a thread of its own, with connections of its own, so that the event loop of the
 * daemon stays free. Searches and restores are done by the daemon, so that none holds up other views.
 */
import { parentPort, workerData } from 'node:worker_threads'
import type { Approval } from '../model/approval.ts'
import { plainError, thrownError } from '../model/plain-error.ts'
import type { FoundAnswer } from '../search/answer.ts'
import { makeWeb } from '../web/app.ts'
import type { Errand, FromThread, PlainPlatform, ThreadTask, ToThread } from '../web/messages.ts'
import type { DeskRun, WebPlatform } from '../web/source.ts'
import type { Look } from '../web/visitor.ts'

const { version, standing: given }: ThreadTask = workerData
let standing = given
const errands = new Map<number, PromiseWithResolvers<unknown>>()
const requests = new Map<number, AbortController>()
const web = makeWeb(
  {
    ...{ version, now: Date.now },
    platforms: () => standing.platforms.map(withErrands),
    conditions: () => standing.conditions,
    fleet: () => standing.fleet,
  },
  { failed: (error, path) => say({ type: 'failed', path, error: plainError(error) }) },
)
let lastErrand = 0

parentPort?.on('message', (message: ToThread) => {
  if (message.type === 'request') void answer(message)
  else if (message.type === 'leave') requests.get(message.id)?.abort()
  else if (message.type === 'standing') standing = message.standing
  else if (message.type === 'done') errands.get(message.errand)?.resolve(message.answer)
  else errands.get(message.errand)?.reject(thrownError(message.error))
})

async function answer({ id, request, visitor }: Extract<ToThread, { type: 'request' }>): Promise<void> {
  const { url, ...rest } = request
  const looks: Look[] = []
  const control = new AbortController()
  requests.set(id, control)
  try {
    const visit = { visitor, looked: (look: Look) => looks.push(look) }
    const response = await web.fetch(new Request(url, { ...rest, signal: control.signal }), visit)
    const { status, headers, body } = response
    say({ type: 'answer', id, status, headers: [...headers], body, looks })
  } finally {
    requests.delete(id)
  }
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

function say(message: FromThread): void {
  const bodies = message.type === 'answer' && message.body !== null ? [message.body] : []
  parentPort?.postMessage(message, bodies)
}
