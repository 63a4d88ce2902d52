/** A bar of work that has phases, each of which counts something else. */
import { barOf } from './bar.ts'
import type { CommandContext } from './command.ts'

interface PhaseProgress {
  phase: string
  done: number
  /** 0: not known. */
  total: number
}

/** Each step is an event as well. */
export function phaseBarOf({ terminal }: Pick<CommandContext, 'terminal'>) {
  let bar = barOf(terminal)
  let phase: string | null = null
  return {
    stop: () => bar.stop(),
    report(progress: PhaseProgress): void {
      terminal.event('status', progress)
      if (progress.phase !== phase) {
        bar.stop()
        bar = barOf(terminal)
        bar.label(progress.phase)
        phase = progress.phase
      }
      bar.at(progress.done, progress.total)
    },
  }
}
