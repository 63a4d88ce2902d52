import { startDaemon } from '../daemon/daemon.ts'
import { systemClock } from '../queue/system-clock.ts'
import type { CommandModule } from './command.ts'
import { exitCodes } from './exit-code.ts'
import { logWriter } from './log-lines.ts'

export const daemon: CommandModule = {
  examples: [
    ['docvault daemon', 'with ./docvault.yaml'],
    ['docvault daemon --config /etc/docvault/docvault.yaml', 'with that file'],
  ],
  define() {},
  async run({ platforms, signal, terminal, version }) {
    const running = await startDaemon({
      platforms: platforms(),
      version,
      clock: systemClock,
      random: Math.random,
      programs: process.env.PATH ?? '',
      write: await logWriter(terminal),
      signal,
    })
    const reload = () => {
      // A configuration that is wrong must not stop what runs.
      Promise.resolve()
        .then(() => running.reload(platforms()))
        .catch(error => process.stderr.write(`docvault: not reloaded: ${error.message}\n`))
    }
    process.on('SIGHUP', reload)
    try {
      await aborted(signal)
      await running.stop()
      return exitCodes.done
    } finally {
      process.off('SIGHUP', reload)
    }
  },
}

function aborted(signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  if (signal.aborted) resolve()
  else signal.addEventListener('abort', () => resolve(), { once: true })
  return promise
}
