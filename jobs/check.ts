/** Proves that what the vault holds is what was stored. */
import { type CheckOptions, type Finding, openVault } from '../src/vault/vault.ts'
import type { Job } from './job.ts'

export interface CheckData extends Pick<CheckOptions, 'readData' | 'subset'> {}

export interface CheckEvent {
  done: number
  total: number
}

export const check: Job<CheckData, Finding[], CheckEvent> = {
  name: 'check',
  doc: 'Proves the structure of the vault and its digests and, with its data read, every stored byte.',
  async run({ config, signal, report }, data) {
    const vault = openVault(config['vault.path'])
    try {
      const findings: Finding[] = []
      const progress = (done: number, total: number) => report({ done, total })
      for await (const finding of vault.check({ ...data, signal, progress })) findings.push(finding)
      return findings
    } finally {
      vault.close()
    }
  },
}
