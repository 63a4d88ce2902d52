import { type CheckEvent, check as job } from '../../jobs/check.ts'
import { UsageError } from '../model/errors.ts'
import { plural } from '../model/plural.ts'
import { barOf } from './bar.ts'
import type { CommandModule } from './command.ts'
import { exitCodes } from './exit-code.ts'
import { stateColor } from './state-color.ts'
import { printable } from './terminal.ts'

export const check: CommandModule = {
  examples: [
    ['docvault check', 'the structure'],
    ['docvault check --read-data --subset 1/7', 'every stored byte of a seventh of the vault'],
  ],
  define(command) {
    command
      .option('--read-data', 'decode and hash every stored byte')
      .option('--subset <n/m>', 'with --read-data: only part n of m')
  },
  async run({ config, options, signal, terminal }) {
    const readData = options.flag('readData')
    const subset = parseSubset(options.text('subset'), readData)
    const bar = barOf(terminal)
    const report = ({ done, total }: CheckEvent) => {
      terminal.event('status', { done, total: Math.max(done, total) })
      bar.at(done, total)
    }
    const findings = await job
      .run({ config: config(), signal, report }, { readData, ...(subset ? { subset } : {}) })
      .finally(bar.stop)
    for (const finding of findings) {
      terminal.event('finding', finding)
      terminal.line(
        `${stateColor(terminal)(finding.severity)}: ${printable(`${finding.code}: ${finding.message}`)}`,
      )
    }
    const damaged = findings.filter(finding => finding.severity === 'damage').length
    terminal.event('summary', { damaged, findings: findings.length, read_data: readData })
    terminal.line(
      damaged === 0
        ? `no damage found${readData ? '' : ' (structure only; --read-data reads every byte)'}`
        : plural(damaged, 'piece of damage', 'pieces of damage'),
    )
    return damaged === 0 ? exitCodes.done : exitCodes.damage
  },
}

function parseSubset(text: string | undefined, readData: boolean): { n: number; m: number } | null {
  if (text === undefined) return null
  const [n, m] = /^(\d+)\/(\d+)$/.exec(text)?.slice(1).map(Number) ?? []
  if (!readData || n === undefined || m === undefined || n < 1 || n > m) {
    throw new UsageError(`--subset "${text}" is no part such as 2/7 of --read-data`)
  }
  return { n, m }
}
