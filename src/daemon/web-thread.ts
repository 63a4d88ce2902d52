/**
 * Where the daemon's web views are made: a thread of its own, with connections of its own, so that the event loop of the
 * daemon stays free. Searches are done by the daemon, in threads of theirs, so that one does not hold up other views.
 */
import { parentPort, workerData } from 'node:worker_threads'
import { plainError, thrownError } from '../model/plain-error.ts'
import type { FoundAnswer } from '../search/answer.ts'
import { makeWeb } from '../web/app.ts'
import type { FromThread, PlainPlatform, ThreadTask, ToThread } from '../web/messages.ts'
import type { WebPlatform } from '../web/source.ts'
import type { Look } from '../web/visitor.ts'

const { version, platforms: given }: ThreadTask = workerData
let platforms = given
const searches = new Map<number, PromiseWithResolvers<FoundAnswer>>()
const requests = new Map<number, AbortController>()
const web = makeWeb(
  { version, now: Date.now, platforms: () => platforms.map(withFind) },
  { failed: (error, path) => say({ type: 'failed', path, error: plainError(error) }) },
)
let lastSearch = 0

parentPort?.on('message', (message: ToThread) => {
  if (message.type === 'request') void answer(message)
  else if (message.type === 'leave') requests.get(message.id)?.abort()
  else if (message.type === 'platforms') platforms = message.platforms
  else if (message.type === 'found') searches.get(message.search)?.resolve(message.answer)
  else searches.get(message.search)?.reject(thrownError(message.error))
})

async function answer(asked: Extract<ToThread, { type: 'request' }>): Promise<void> {
  const { id, url, method, headers, visitor } = asked
  const looks: Look[] = []
  const control = new AbortController()
  requests.set(id, control)
  try {
    const request = new Request(url, { method, headers, signal: control.signal })
    const {
      status,
      headers: answered,
      body,
    } = await web.fetch(request, {
      visitor,
      looked: look => looks.push(look),
    })
    say({ type: 'answer', id, status, headers: [...answered], body, looks })
  } finally {
    requests.delete(id)
  }
}

function withFind(platform: PlainPlatform): WebPlatform {
  return {
    ...platform,
    async find(data, signal) {
      const search = ++lastSearch
      const waiting = Promise.withResolvers<FoundAnswer>()
      searches.set(search, waiting)
      const leave = () => say({ type: 'leave-find', search })
      signal.addEventListener('abort', leave, { once: true })
      say({ type: 'find', search, platform: platform.name, data })
      try {
        return await waiting.promise
      } finally {
        signal.removeEventListener('abort', leave)
        searches.delete(search)
      }
    },
  }
}

function say(message: FromThread): void {
  const bodies = message.type === 'answer' && message.body !== null ? [message.body] : []
  parentPort?.postMessage(message, bodies)
}
