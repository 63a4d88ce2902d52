/**
 * An organization and a vault that one process holds open, as the daemon does: backup, plan, restore and undo after one
 * another without opening anything anew. Its folder is in memory where the machine has such a place, and everything is
 * gone when the work is done: thousands of them fit into one test.
 */
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { loadConfig } from '../../config/load.ts'
import { backup } from '../../jobs/backup.ts'
import { openHeld } from '../../jobs/held.ts'
import { type PlanWish, type RestoreAnswer, type RestoreData, restore } from '../../jobs/restore.ts'
import { startEmulator } from '../../src/emulator/emulator.ts'
import type { Emulator } from '../../src/emulator/handle.ts'
import type { EmulatorOptions } from '../../src/emulator/options.ts'
import type { Vault } from '../../src/vault/vault.ts'
import { environmentOf } from './company.ts'

export interface World {
  emulator: Emulator
  folder: string
  vault: Vault
  /** Answers the snapshot's number. */
  backUp(): Promise<number>
  plan(snapshot: number, request: NonNullable<PlanWish['request']>): Promise<Planned>
  planUndo(run: number): Promise<Planned>
  apply(plan: Planned): Promise<NonNullable<RestoreAnswer['result']>>
}

export type Planned = NonNullable<RestoreAnswer['plan']>

/** The title of the organization that `World`s have, to be typed back. */
export const TITLE = 'Acme Documentation'

const MEMORY = '/dev/shm'

export async function inWorld<T>(
  options: (folder: string) => EmulatorOptions,
  use: (world: World) => Promise<T>,
  settings: Readonly<Record<string, string>> = {},
): Promise<T> {
  const folder = mkdtempSync(join(existsSync(MEMORY) ? MEMORY : tmpdir(), 'docvault-world-'))
  try {
    const emulator = await startEmulator(options(folder))
    try {
      return await inVault(emulator, folder, { use, settings })
    } finally {
      await emulator.close()
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function inVault<T>(
  emulator: Emulator,
  folder: string,
  { use, settings }: { use: (world: World) => Promise<T>; settings: Readonly<Record<string, string>> },
): Promise<T> {
  const config = loadConfig({ env: { ...environmentOf(emulator, join(folder, 'vault')), ...settings } })
  const held = openHeld(config, { command: 'docvault daemon' })
  const context = { config, held, signal: undefined, report: () => {} }
  try {
    const run = async (data: RestoreData) => restore.run(context, data)
    const planned = async (data: RestoreData) => {
      const { plan } = await run(data)
      if (plan === null) throw new Error('there is no plan')
      return plan
    }
    return await use({
      emulator,
      folder,
      vault: await held.vault(),
      async backUp() {
        const [summary] = await backup.run(context, { trigger: 'test' })
        if (summary?.state !== 'complete') throw new Error('the backup is not complete')
        return summary.snapshot
      },
      plan: (snapshot, request) => planned({ action: 'plan', snapshot: String(snapshot), request }),
      planUndo: undone => planned({ action: 'undo', run: undone, request: { allowWidening: TITLE } }),
      async apply(plan) {
        const { result } = await run({ action: 'apply', plan })
        if (result === null) throw new Error('nothing was applied')
        return result
      },
    })
  } finally {
    await held.close()
  }
}
