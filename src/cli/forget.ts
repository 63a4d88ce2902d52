/** `forget`: what the policy keeps, each snapshot with its reasons; and, when it was looked at, the marks. */
import { Option } from 'commander'
import { parseValue } from '../../config/parse-value.ts'
import { settings } from '../../config/settings.ts'
import { configuredRequest, forget as job, type TakeBackData } from '../../jobs/forget.ts'
import { AGE_SETTINGS, COUNT_SETTINGS, policyOf } from '../../jobs/retention-settings.ts'
import { UsageError } from '../model/errors.ts'
import { rangesOf } from '../model/number-ranges.ts'
import { plural } from '../model/plural.ts'
import { type ForgetPlan, type ForgetRequest, planForgetting } from '../retention/forgetting.ts'
import { BUCKETS, describeAge, nameOfRule } from '../retention/policy.ts'
import { annotateVault } from './annotate.ts'
import type { CommandContext, CommandModule, Options } from './command.ts'
import { exitCodes } from './exit-code.ts'
import { printPlan } from './forget-words.ts'
import { namedSnapshot, SNAPSHOT_ARGUMENT, snapshotNumber } from './named-snapshot.ts'
import { openConfigured } from './open-vault.ts'
import { personHere } from './person.ts'

const COUNTS = BUCKETS.map(bucket => ({
  option: `keep-${nameOfRule({ bucket, count: 1 })}`,
  setting: COUNT_SETTINGS[bucket],
}))
const AGES = BUCKETS.map(bucket => ({
  option: `keep-${nameOfRule({ bucket, withinMs: 1 })}`,
  setting: AGE_SETTINGS[bucket],
}))

export const forget: CommandModule = {
  examples: [
    ['docvault forget', 'what the configured policy keeps, and why; nothing is changed'],
    ['docvault forget --keep-daily 7 --keep-monthly 12', 'what another policy would keep'],
    ['docvault forget --apply --expect 41', 'forget the 41 that the plan has shown'],
    ['docvault forget --undo', 'bring back what is forgotten and not pruned yet'],
    ['docvault forget 12 --apply --expect 1', 'one snapshot, whatever the policy says of it'],
  ],
  define(command) {
    command
      .argument('[snapshots...]', `these and no others: ${SNAPSHOT_ARGUMENT}`)
      .option('--org <id>', 'only of this organization')
      .option('--apply', 'do it; wants --expect')
      .option('--expect <count>', 'how many snapshots the plan forgets, as somebody has seen it')
      .option('--undo', 'bring back these snapshots, or all that are forgotten and not pruned yet')
    for (const { option, setting } of [...COUNTS, ...AGES])
      command.addOption(
        new Option(
          `--${option} <${settings[setting].type === 'integer' ? 'n' : 'time'}>`,
          `instead of ${setting}`,
        ).helpGroup('Another policy than that of the configuration:'),
      )
  },
  async run(context) {
    const expected = expectedOf(context.options)
    if (context.options.flag('undo')) return takeBack(context)
    const { request, plan } = planned(context)
    printPlan(context, plan, request)
    return context.options.flag('apply') ? apply(context, { plan, request, expected }) : sayHow(context, plan)
  },
}

function planned(context: CommandContext): { request: ForgetRequest; plan: ForgetPlan } {
  const vault = openConfigured(context)
  try {
    const { args, options, terminal } = context
    const organization = options.text('org')
    const named = args.map(name => namedSnapshot(vault, name, terminal, { organization }).snapshot)
    const policy = policyGiven(options)
    if (named.length > 0 && policy !== null)
      throw new UsageError(
        'snapshots that are named are forgotten whatever a policy says: leave out --keep-…',
      )
    if (organization !== undefined && vault.moments({ organization, newest: 1 }).length === 0)
      throw new UsageError(`the vault has no snapshot of organization ${organization}`)
    const request = {
      ...configuredRequest(context.config()),
      ...(policy === null ? {} : { policy }),
      ...(organization === undefined ? {} : { organization }),
      ...(named.length === 0 ? {} : { named }),
    }
    return { request, plan: planForgetting(vault, request) }
  } finally {
    vault.close()
  }
}

/** Null: none is given, and that of the configuration counts. */
function policyGiven(options: Options): ForgetRequest['policy'] | null {
  const given = [...COUNTS, ...AGES].flatMap(({ option, setting }) => {
    const text = options.text(option.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase()))
    return text === undefined ? [] : [[setting, parseRule(`--${option}`, setting, text)] as const]
  })
  return given.length === 0 ? null : policyOf(Object.fromEntries(given))
}

function parseRule(
  option: string,
  setting: (typeof COUNTS | typeof AGES)[number]['setting'],
  text: string,
): number {
  const parsed = parseValue(settings[setting], text)
  if ('value' in parsed && typeof parsed.value === 'number') return parsed.value
  throw new UsageError(`${option} "${text}" ${'problem' in parsed ? parsed.problem : 'is no number'}`)
}

/** Null: none is given. */
function expectedOf(options: Options): number | null {
  const text = options.text('expect')
  if (text === undefined) return null
  if (!/^\d{1,9}$/.test(text)) throw new UsageError(`--expect "${text}" is no number of snapshots`)
  if (!options.flag('apply')) throw new UsageError('--expect goes with --apply: nothing was changed')
  return Number(text)
}

function sayHow({ terminal, config }: CommandContext, { forgets }: ForgetPlan): number {
  const undo = describeAge(config()['retention.undo'])
  if (forgets.length > 0)
    terminal.line(
      `nothing was changed; with --apply --expect ${forgets.length} they are forgotten, and may be pruned ${undo} later`,
    )
  return exitCodes.done
}

interface Applying {
  plan: ForgetPlan
  request: ForgetRequest
  expected: number | null
}

async function apply(context: CommandContext, { plan, request, expected }: Applying): Promise<number> {
  const { terminal, config } = context
  if (expected === null)
    throw new UsageError('--apply wants --expect: nothing was changed', {
      hint: `the plan forgets ${plan.forgets.length}: --expect ${plan.forgets.length}`,
    })
  const { snapshots } = await annotateVault(context, job, {
    action: 'apply',
    by: personHere(),
    request,
    expect: expected,
    plan: plan.digest,
  })
  terminal.event('applied', { snapshots })
  const undo = describeAge(config()['retention.undo'])
  terminal.line(
    snapshots.length === 0
      ? 'there is nothing to forget'
      : `${plural(snapshots.length, 'snapshot')} forgotten; \`docvault forget --undo\` brings them back, for ${undo} at least`,
  )
  return exitCodes.done
}

async function takeBack(context: CommandContext): Promise<number> {
  const { args, options, terminal } = context
  if (options.flag('apply') || policyGiven(options) !== null)
    throw new UsageError('--undo goes with snapshots and --org only')
  const organization = options.text('org')
  const names = args.map(name => snapshotNumber(context, name))
  const data: TakeBackData = {
    action: 'undo',
    by: personHere(),
    ...(names.length === 0 ? {} : { snapshots: names }),
    ...(organization === undefined ? {} : { organization }),
  }
  const { snapshots } = await annotateVault(context, job, data)
  terminal.event('summary', { undone: snapshots })
  if (snapshots.length === 0) terminal.line('nothing is forgotten')
  else
    terminal.line(
      `not forgotten any more: ${rangesOf(snapshots)}; pin what the policy would forget again (\`docvault pin\`)`,
    )
  return exitCodes.done
}
