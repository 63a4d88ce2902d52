/** A store that is cut off at a request: before it reaches the target, or after it did and before anybody was told. */
import { TargetUnreachable } from '../../src/replica/errors.ts'
import type { ReplicaStore } from '../../src/replica/store.ts'

export interface Cut {
  /** 1: the first. */
  request: number
  when: 'before' | 'after'
}

export interface CutStore extends ReplicaStore {
  /** So far. */
  requests: number
}

/** From the cut on nothing gets through, as if the process had been killed. Without one it only counts. */
export function cutStore(store: ReplicaStore, cut?: Cut): CutStore {
  const counted: CutStore = {
    ...store,
    requests: 0,
    put: (...args) => request(() => store.put(...args)),
    get: (...args) => request(() => store.get(...args)),
    head: (...args) => request(() => store.head(...args)),
    remove: (...args) => request(() => store.remove(...args)),
    probe: () => request(() => store.probe()),
    async *list(...args) {
      yield* await request(async () => {
        const objects = []
        for await (const object of store.list(...args)) objects.push(object)
        return objects
      })
    },
  }
  async function request<T>(work: () => Promise<T>): Promise<T> {
    const number = ++counted.requests
    if (cut === undefined || number < cut.request) return work()
    if (number === cut.request && cut.when === 'after') await work().catch(() => {})
    throw new TargetUnreachable(store.name, 'it was cut off')
  }
  return counted
}
