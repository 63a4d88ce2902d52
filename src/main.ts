/**
 * The entry point: signals in, exit code out. The only place that prints errors.
 */
import { exitCodeOf } from './cli/exit-code.ts'
import { limitFileAccess } from './cli/file-access.ts'
import { runProgram } from './cli/program.ts'
import { printable } from './cli/terminal.ts'
import { damageError, diskError } from './model/disk-errors.ts'
import { DocvaultError } from './model/errors.ts'
import { ownVersion } from './model/own-version.ts'
import { printableJson } from './model/printable.ts'
import { makeRedact } from './model/redact.ts'
import { removeForsakenFolders } from './model/temporary-folder.ts'

limitFileAccess()
removeForsakenFolders()

const argv = process.argv.slice(2)
const abort = new AbortController()
const secrets = new Set<string>()
let signals = 0

for (const name of ['SIGINT', 'SIGTERM'] as const) {
  process.on(name, () => {
    signals++
    if (signals > 1) process.exit(130)
    abort.abort()
  })
}

// `docvault ls | head` closes the pipe early: that is the reader's right, not an error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  process.exit(error.code === 'EPIPE' ? 0 : 1)
})

try {
  process.exitCode = await runProgram({
    argv,
    env: process.env,
    stdout: process.stdout,
    stderr: process.stderr,
    signal: abort.signal,
    now: Date.now,
    version: ownVersion(),
    keepSecret: values => {
      for (const secret of values) secrets.add(secret)
    },
  })
} catch (thrown) {
  const error = diskError(thrown) ?? damageError(thrown) ?? thrown
  process.exitCode = exitCodeOf(error)
  printError(error, process.exitCode)
}

function printError(error: unknown, exitCode: number): void {
  const known = error instanceof DocvaultError ? error : null
  const redact = makeRedact([...secrets])
  const message = redact(
    known?.message ?? (error instanceof Error ? (error.stack ?? error.message) : String(error)),
  )
  const hint = known?.hint === undefined ? null : redact(known.hint)
  // What follows the first line may be a text of the platform: it stays below ours.
  const lines = message
    .split('\n')
    .map((line, at) => printable(at === 0 || /^\s/.test(line) ? line : `  ${line}`))
  process.stderr.write(`docvault: ${lines.join('\n')}\n`)
  for (const line of hint?.split('\n') ?? []) process.stderr.write(`  ${printable(line)}\n`)
  if (argv.includes('--json')) {
    const { candidates } = known ?? {}
    const fields = { code: exitCode, error: known?.code ?? 'internal', message, hint, candidates }
    process.stdout.write(`${printableJson(JSON.stringify({ message_type: 'exit_error', ...fields }))}\n`)
  }
}
