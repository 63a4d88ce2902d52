/** The process that `killed-run.ts` starts: one run, as it is asked for in its first message. */
import { once } from 'node:events'
import { replicate } from '../../../src/replica/run/replicate.ts'
import { openS3Store } from '../../../src/replica/stores/s3.ts'
import { runOptions } from '../run-options.ts'
import type { RunRequest } from './killed-run.ts'

const [request] = await once(process, 'message')
const { target, vaultPath, packBytes, distrusted, ahead } = request as RunRequest
await replicate(
  await openS3Store(target),
  runOptions(vaultPath, {
    ...(packBytes === undefined ? {} : { packBytes }),
    distrusted: new Set(distrusted),
    now: () => Date.now() + ahead,
  }),
)
process.exit()
