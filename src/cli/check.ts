import { parseValue } from '../../config/parse-value.ts'
import { settings } from '../../config/settings.ts'
import { type CheckData, type CheckEvent, check as job } from '../../jobs/check.ts'
import { UsageError } from '../model/errors.ts'
import { plural } from '../model/plural.ts'
import type { Finding } from '../vault/vault.ts'
import { barOf } from './bar.ts'
import type { CommandModule, Options } from './command.ts'
import { exitCodes } from './exit-code.ts'
import { stateColor } from './state-color.ts'
import { printable } from './terminal.ts'

export const check: CommandModule = {
  examples: [
    ['docvault check', 'the structure'],
    ['docvault check --read-data --subset 1/7', 'every stored byte of a seventh of the vault'],
    ['docvault check --read-data --max-duration 10m', 'what was read longest ago, for ten minutes'],
  ],
  define(command) {
    command
      .option('--read-data', 'decode and hash every stored byte')
      .option('--subset <n/m>', 'with --read-data: only part n of m')
      .option('--max-duration <time>', 'with --read-data: for so long, what was read longest ago first')
  },
  async run({ config, options, signal, terminal }) {
    const readData = options.flag('readData')
    const extent = parseExtent(options, readData)
    const bar = barOf(terminal)
    const report = ({ done, total }: CheckEvent) => {
      terminal.event('status', { done, total: Math.max(done, total) })
      bar.at(done, total)
    }
    const findings = await job
      .run({ config: config(), signal, report }, { readData, ...extent })
      .finally(bar.stop)
    for (const finding of findings) {
      terminal.event('finding', finding)
      terminal.line(`${stateColor(terminal)(finding.severity)}: ${printable(wordsOf(finding))}`)
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

function wordsOf({ code, message, repair }: Finding): string {
  return repair === undefined ? `${code}: ${message}` : `${code}: ${message} → ${repair}`
}

function parseExtent(options: Options, readData: boolean): Pick<CheckData, 'subset' | 'maxDurationMs'> {
  const subset = parseSubset(options.text('subset'), readData)
  const time = options.text('maxDuration')
  if (time === undefined) return subset ? { subset } : {}
  if (!readData || subset) throw new UsageError('--max-duration goes with --read-data, and not with --subset')
  const parsed = parseValue(settings['check.maxDuration'], time)
  if ('value' in parsed && typeof parsed.value === 'number') return { maxDurationMs: parsed.value }
  throw new UsageError(
    `--max-duration "${time}" ${'problem' in parsed ? parsed.problem : 'is no duration'}`,
    {
      hint: 'e.g. 10m or 2h',
    },
  )
}

function parseSubset(text: string | undefined, readData: boolean): { n: number; m: number } | null {
  if (text === undefined) return null
  const [n, m] = /^(\d+)\/(\d+)$/.exec(text)?.slice(1).map(Number) ?? []
  if (!readData || n === undefined || m === undefined || n < 1 || n > m) {
    throw new UsageError(`--subset "${text}" is no part such as 2/7 of --read-data`)
  }
  return { n, m }
}
