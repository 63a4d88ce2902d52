import { type CheckData, type CheckEvent, check as job } from '../../jobs/check.ts'
import { spotCheck } from '../../jobs/spot-check.ts'
import { UsageError } from '../model/errors.ts'
import { plural } from '../model/plural.ts'
import type { Finding } from '../vault/vault.ts'
import { barOf } from './bar.ts'
import { checkReplicas } from './check-replica.ts'
import type { CommandContext, CommandModule, Options } from './command.ts'
import { exitCodes } from './exit-code.ts'
import { parseMaxDuration } from './max-duration.ts'
import { personHere } from './person.ts'
import { printSpotCheck, type SpotCounts } from './spot-lines.ts'
import { stateColor } from './state-color.ts'
import { printable } from './terminal.ts'

export const check: CommandModule = {
  examples: [
    ['docvault check', 'the structure'],
    ['docvault check --read-data --subset 1/7', 'every stored byte of a seventh of the vault'],
    ['docvault check --spot 20', 'and 20 resources, drawn by chance, against the platform'],
    ['docvault check --replica /mnt/disk/replica', 'whether a replica has what its runs name; needs no key'],
    ['docvault check --read-data --max-duration 10m', 'what was read longest ago, for ten minutes'],
  ],
  define(command) {
    command
      .option('--read-data', 'decode and hash every stored byte')
      .option('--subset <n/m>', 'with --read-data: only part n of m')
      .option('--max-duration <time>', 'with --read-data: for so long, what was read longest ago first')
      .option('--replica [target]', 'a replica instead of the vault: that one, or all of replica.targets')
      .option(
        '--spot <n>',
        'then read n resources of the newest snapshot again from the platform, and compare',
      )
  },
  async run(context) {
    const { config, options, signal, terminal } = context
    const readData = options.flag('readData')
    if (options.flag('replica') || options.text('replica') !== undefined)
      return checkReplicas(context, { readData, subset: replicaSubset(options, readData) })
    const extent = parseExtent(options, readData)
    const spots = parseSpots(options.text('spot'))
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
    const lost = findings.filter(finding => finding.code === 'content-lost').length
    terminal.line(
      damaged === 0
        ? `no ${lost > 0 ? 'other ' : ''}damage found${readData ? '' : ' (structure only; --read-data reads every byte)'}`
        : plural(damaged, 'piece of damage', 'pieces of damage'),
    )
    if (lost > 0) terminal.line(`${plural(lost, 'content')} known to be lost`)
    // A vault that is damaged is mended first: what would be compared may be what is damaged.
    const spot = spots === null || damaged > 0 ? null : await checkSpots(context, spots)
    terminal.event('summary', {
      damaged,
      findings: findings.length,
      lost,
      read_data: readData,
      ...(spot && { spot }),
    })
    if (damaged > 0 || (spot?.wrong ?? 0) > 0) return exitCodes.damage
    return (spot?.unread ?? 0) > 0 ? exitCodes.partial : exitCodes.done
  },
}

async function checkSpots(context: CommandContext, count: number): Promise<SpotCounts> {
  const { config, signal, terminal } = context
  const bar = barOf(terminal)
  const report = ({ done, total }: CheckEvent) => bar.at(done, total)
  const answers = await spotCheck
    .run({ config: config(), signal, report }, { count, by: personHere() })
    .finally(bar.stop)
  return printSpotCheck(terminal, answers)
}

const MOST_SPOTS = 10_000

function parseSpots(text: string | undefined): number | null {
  if (text === undefined) return null
  const count = /^\d{1,6}$/.test(text) ? Number(text) : 0
  if (count >= 1 && count <= MOST_SPOTS) return count
  throw new UsageError(`--spot "${text}" is no number from 1 to ${MOST_SPOTS}`, {
    hint: 'e.g. --spot 20: so many resources are read again from the platform',
  })
}

function wordsOf({ code, message, repair }: Finding): string {
  return repair === undefined ? `${code}: ${message}` : `${code}: ${message} → ${repair}`
}

function parseExtent(options: Options, readData: boolean): Pick<CheckData, 'subset' | 'maxDurationMs'> {
  const subset = parseSubset(options.text('subset'), readData)
  const time = options.text('maxDuration')
  if (time === undefined) return subset ? { subset } : {}
  if (!readData || subset) throw new UsageError('--max-duration goes with --read-data, and not with --subset')
  return { maxDurationMs: parseMaxDuration('check.maxDuration', time) }
}

function replicaSubset(options: Options, readData: boolean): { n: number; m: number } | null {
  if (options.text('spot') !== undefined || options.text('maxDuration') !== undefined)
    throw new UsageError('--spot and --max-duration are of the vault, and do not go with --replica')
  return parseSubset(options.text('subset'), readData)
}

function parseSubset(text: string | undefined, readData: boolean): { n: number; m: number } | null {
  if (text === undefined) return null
  const [n, m] = /^(\d+)\/(\d+)$/.exec(text)?.slice(1).map(Number) ?? []
  if (!readData || n === undefined || m === undefined || n < 1 || n > m) {
    throw new UsageError(`--subset "${text}" is no part such as 2/7 of --read-data`)
  }
  return { n, m }
}
