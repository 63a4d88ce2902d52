/** Refuses every writing operation that is not named, before anything is sent: for work that must leave no trace. */
import { DocvaultError } from '../model/errors.ts'
import type { Caller, Write } from './caller.ts'

class WriteRefused extends DocvaultError {
  constructor(operation: string) {
    super('write-refused', `${operation} was not sent: nothing may be written here by it`)
  }
}

/** `writes`: names of the operations that may be sent. */
export function guardedCaller(caller: Caller, writes: ReadonlySet<string>): Caller {
  const guard = <T>([operation]: Write, send: () => Promise<T>): Promise<T> =>
    writes.has(operation) ? send() : Promise.reject(new WriteRefused(operation))
  return {
    ...caller,
    send: (write, schema) => guard(write, () => caller.send(write, schema)),
    change: (write, schema) => guard(write, () => caller.change(write, schema)),
    make: (write, schema) => guard(write, () => caller.make(write, schema)),
    put: (write, schema) => guard(write, () => caller.put(write, schema)),
    run: write => guard(write, () => caller.run(write)),
  }
}
