/** A run in a process of its own, which is killed (SIGKILL) by the bucket that it writes to. */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { ReplicateOptions } from '../../../src/replica/run/replicate.ts'
import type { S3Target } from '../../../src/replica/stores/s3/session.ts'
import { testTarget } from '../../helpers/s3-store.ts'
import type { Cut } from '../cut-store.ts'
import { KILLED } from './judge.ts'
import type { BucketLane } from './lane.ts'

/** As it is sent to the process. */
export interface RunRequest {
  target: S3Target
  vaultPath: string
  packBytes: number | undefined
  distrusted: string[]
  /** Milliseconds after the clock of the machine. */
  ahead: number
}

/** Resolves to KILLED, or to an error that says how else the process ended. */
export async function killedRun(
  { vaultPath, packBytes, distrusted, now }: ReplicateOptions,
  lane: BucketLane,
  { request, when }: Cut,
): Promise<unknown> {
  const child = fork(join(import.meta.dirname, 'run-process.ts'), {
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
  let said = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    said += text
  })
  const kill = () => void child.kill('SIGKILL')
  lane.disturb(
    next =>
      ({ number }) =>
        number === next + request - 1 ? { kind: 'kill', when, kill } : null,
  )
  const ahead = now() - Date.now()
  const asked: RunRequest = {
    target: testTarget(lane.server),
    vaultPath,
    packBytes,
    distrusted: [...distrusted],
    ahead,
  }
  child.send(asked)
  const [code, signal] = await once(child, 'close')
  return signal === 'SIGKILL' ? KILLED : new Error(`a process that ended with ${code ?? signal}: ${said}`)
}
