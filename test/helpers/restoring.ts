/** Restores of a company's snapshots into an emulator of their own. */
import { onTestFinished } from 'vitest'
import { loadConfig } from '../../config/load.ts'
import { type RestoreAnswer, type RestoreData, restore } from '../../jobs/restore.ts'
import { startEmulator } from '../../src/emulator/emulator.ts'
import type { Emulator } from '../../src/emulator/handle.ts'
import type { EmulatorOptions } from '../../src/emulator/options.ts'
import type { Company } from './company.ts'

export interface Target {
  emulator: Emulator
  env: Record<string, string>
  plan(snapshot: string, request?: Partial<NonNullable<RestoreData['request']>>): Promise<RestoreAnswer>
  apply(snapshot: string, request?: Partial<NonNullable<RestoreData['request']>>): Promise<RestoreAnswer>
  run(data: RestoreData, signal?: AbortSignal): Promise<RestoreAnswer>
}

/** A fresh, empty organization; where no operation creates a space, with one empty space to duplicate. */
export async function restoreInto(company: Company, options: EmulatorOptions = {}): Promise<Target> {
  const emulator = await startEmulator({ seed: 77, members: 1, teams: 0, ...options })
  onTestFinished(() => emulator.close())
  const organization = emulator.create('organization', { title: 'Scratch' })
  if (options.profile === 'document') emulator.create('space', { title: 'Template', organization })
  const env = {
    ...company.env,
    DOCVAULT_PLATFORM_URL: emulator.url,
    DOCVAULT_PLATFORM_TOKEN: emulator.token,
  }
  return targetOf(emulator, env, organization, company.emulator.organization)
}

/** The company's own organization. */
export function restoreHome(company: Company): Target {
  const { emulator, env } = company
  return targetOf(emulator, env, emulator.organization, emulator.organization)
}

function targetOf(emulator: Emulator, env: Record<string, string>, to: string, from: string): Target {
  const run: Target['run'] = (data, signal) =>
    restore.run({ config: loadConfig({ env }), signal, report: () => {} }, data)
  const asked = (action: 'plan' | 'apply'): Target['plan'] => {
    return (snapshot, request = {}) =>
      run({ action, snapshot, from, request: { onConflict: 'skip', to, ...request } })
  }
  return { emulator, env, run, plan: asked('plan'), apply: asked('apply') }
}
