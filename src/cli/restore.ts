import { existsSync, writeFileSync } from 'node:fs'
import { createInterface } from 'node:readline/promises'
import { restore as job, type RestoreAnswer, type RestoreData } from '../../jobs/restore.ts'
import { UsageError } from '../model/errors.ts'
import type { Gap } from '../model/snapshot.ts'
import { type PlanDocument, textOfPlan } from '../restore/plan/document.ts'
import { findPlan, listPlans, readPlanFile } from '../restore/plan/plan-store.ts'
import { untypedOptions } from '../restore/plan/typed-title.ts'
import { openVault } from '../vault/vault.ts'
import type { CommandContext, CommandModule } from './command.ts'
import { exitCodes } from './exit-code.ts'
import { snapshotNumber } from './named-snapshot.ts'
import { perform } from './perform.ts'
import { personHere } from './person.ts'
import { hasNames, numberWithAll } from './restore-names.ts'
import { makeRestoreProgress } from './restore-progress.ts'
import { fromOf, requestOf, typedTitle } from './restore-request.ts'
import { listRuns } from './restore-runs.ts'
import { describePlan, describeResult, describeSourceGaps } from './restore-words.ts'
import { printTable } from './table.ts'
import { printable } from './terminal.ts'

export const restoreCommand: CommandModule = {
  examples: [
    ['docvault restore latest --space Handbook', 'the plan for one space; nothing is written'],
    ['docvault restore latest --page README.md -o plan.json', 'keep the plan in a file'],
    ['docvault restore apply plan.json', 'do what the file says'],
    ['docvault restore undo 3', 'take back what restore 3 did: shows the plan, then asks'],
    ['docvault restore --incident 7..8', 'the plan that takes back what one night did, and nothing later'],
  ],
  define(command) {
    command
      .argument('[what]', 'a snapshot; or `apply`, `show`, `plans`, `undo`, `runs`')
      .argument(
        '[name]',
        'of `apply` and `show` a plan, by its file or digest; of `undo` the number of a run',
      )
      .option('--space <id...>', 'these spaces, by id or title')
      .option('--page <id...>', 'these pages with those below them, by id, path or title')
      .option('--file <id...>', 'these files, by id, name or path')
      .option('--collection <id...>', 'these collections with everything in them, by id or title')
      .option('--site <id...>', 'these sites, by id or title')
      .option('--person <id...>', 'memberships, roles and grants of these people, by id, address or name')
      .option('--kind <kind...>', 'only these kinds')
      .option('--to <org>', 'into this organization, by id or title, instead of the one that was backed up')
      .option(
        '--mask <what>',
        'with --to: pseudonyms for `people`; `people,comments` replaces what comments say, too',
      )
      .option('--into-space <id>', 'the content of the one --space into this space, by id or title')
      .option('--as-change-request', 'leave page content in a change request, for a human to merge')
      .option('--on-conflict <what>', 'what is there and differs: skip, update or copy', 'skip')
      .option('--publish', 'publish sites that were published')
      .option(
        '--incident <before..after>',
        'take back what happened between two snapshots, and nothing later',
      )
      .option('--delete-extra', 'delete what the snapshot does not have; wants --confirm')
      .option('--allow-widening', 'give back access that is less now; wants --confirm')
      .option('--confirm <title>', "the organization's title, typed by whoever deletes or gives access")
      .option('--plan', 'only plan: the default, but for `undo`')
      .option('--dry-run', 'the same as --plan')
      .option('-o, --output <file>', 'keep the plan in a file, for `restore apply`')
      .option('--apply', 'do it, after the plan was shown and agreed to')
      .option('--yes', 'do not ask')
      .option('--resume <run>', 'go on with a run that ended early')
      .option('--org <id>', 'which organization `latest` means')
  },
  async run(context) {
    const { args, options } = context
    const [what, name] = args
    if (what === 'undo') return undo(context, numberOf(name, 'undo'))
    if (what === 'apply') return applyNamed(context, name)
    if (what === 'show') return showPlan(context, name)
    assertNoName(what, name)
    assertNoSnapshot(options, what)
    if (what === 'runs') return listRuns(context)
    if (what === 'plans') return listKeptPlans(context)
    const names = options.text('incident')
    if (names !== undefined) return incident(context, names)
    const resume = options.text('resume')
    if (resume !== undefined)
      return tell(context, await run(context, { action: 'resume', run: numberOf(resume, '--resume') }))
    if (what === undefined)
      throw new UsageError('restore wants a snapshot', { hint: '`docvault restore latest` plans' })
    const request = await requestOf(context)
    const snapshot = hasNames(request) ? numberWithAll(context, what, request) : snapshotNumber(context, what)
    return planAndApply(context, { action: 'plan', snapshot, ...fromOf(context), request })
  },
}

/** A word too many was meant for something. */
function assertNoName(what: string | undefined, name: string | undefined): void {
  if (name === undefined) return
  throw new UsageError(`restore ${what} takes nothing more, and "${name}" was given`, {
    hint:
      what === 'plan'
        ? `without --apply nothing is written: \`docvault restore ${name}\` plans`
        : "a text with spaces wants quotes; the organization's title goes with --confirm",
  })
}

/** A run and an incident know their snapshots. */
function assertNoSnapshot(options: CommandContext['options'], what: string | undefined): void {
  const option = ['resume', 'incident'].find(name => options.text(name) !== undefined)
  if (option === undefined || what === undefined) return
  throw new UsageError(`restore --${option} takes no snapshot beside it, and "${what}" was given`, {
    hint: `leave "${what}" out, or --${option}`,
  })
}

async function planAndApply(
  context: CommandContext,
  wanted: RestoreData,
  applies = context.options.flag('apply'),
): Promise<number> {
  const { options, terminal } = context
  const { plan } = await run(context, wanted)
  if (!plan) return exitCodes.failed
  const file = options.text('output')
  if (file !== undefined) writeFileSync(file, textOfPlan(plan), { mode: 0o600 })
  showWithGaps(context, plan)
  if (plan.steps.length === 0) return exitCodes.done
  if (!applies) {
    terminal.line(`Nothing was changed. ${howToApply(plan, file ?? plan.digest.slice(0, 12))}`)
    return exitCodes.done
  }
  return agreeAndApply(context, plan)
}

/** A plan for which the title was not typed is to be looked at, not to be applied. */
function howToApply(plan: PlanDocument, name: string): string {
  const [option] = untypedOptions(plan.into, plan)
  return option === undefined
    ? `\`docvault restore apply ${name}\` does exactly this.`
    : `To apply it, plan it once more with ${option} --confirm "${printable(plan.into)}".`
}

/** What is applied is what was shown, or it is refused. */
async function agreeAndApply(context: CommandContext, plan: PlanDocument): Promise<number> {
  await agree(context, `Apply ${plan.steps.length === 1 ? 'this step' : `these ${plan.steps.length} steps`}?`)
  return tell(context, await run(context, { action: 'apply', plan, account: personHere() }))
}

async function applyNamed(context: CommandContext, name: string | undefined): Promise<number> {
  const plan = planNamed(context, name, 'apply')
  if (plan.steps.length === 0) {
    context.terminal.line('The plan has no steps: there is nothing to do.')
    return exitCodes.done
  }
  if (!context.options.flag('yes')) showWithGaps(context, plan)
  return agreeAndApply(context, plan)
}

function showPlan(context: CommandContext, name: string | undefined): number {
  showWithGaps(context, planNamed(context, name, 'show'))
  return exitCodes.done
}

/** What the snapshot could not read comes back as it was before, or not at all: whoever agrees to a plan knows that. */
function showWithGaps({ config, terminal }: CommandContext, plan: PlanDocument): void {
  terminal.event('plan', plan)
  terminal.line(describePlan(plan))
  const gaps = gapsOf(config()['vault.path'], plan.snapshot)
  if (gaps.length === 0) return
  terminal.event('source_gaps', { snapshot: plan.snapshot, gaps })
  terminal.line(describeSourceGaps(plan.snapshot, gaps))
}

function gapsOf(path: string, snapshot: number): readonly Gap[] {
  const vault = openVault(path)
  try {
    return vault.snapshot(snapshot)?.gaps ?? []
  } finally {
    vault.close()
  }
}

/** A file, or the digest of a plan that the vault keeps. */
function planNamed({ config }: CommandContext, name: string | undefined, command: string): PlanDocument {
  if (name === undefined)
    throw new UsageError(`${command} wants a plan: a file, or its digest`, {
      hint: '`docvault restore plans` lists those that are kept',
    })
  const isDigest = /^[0-9a-f]{8,64}$/.test(name) && !existsSync(name)
  return isDigest ? findPlan(config()['vault.path'], name) : readPlanFile(name)
}

function listKeptPlans({ config, terminal }: CommandContext): number {
  const path = config()['vault.path']
  openVault(path).close()
  const plans = listPlans(path)
  for (const { plan, made } of plans)
    terminal.event('plan_kept', {
      digest: plan.digest,
      made,
      snapshot: plan.snapshot,
      organization: plan.organization,
      steps: plan.steps.length,
    })
  const rows = plans.map(({ plan, made }) => [
    plan.digest.slice(0, 12),
    terminal.when(made),
    plan.snapshot,
    printable(plan.into),
    plan.steps.length,
  ])
  const head = ['plan', 'made', 'snapshot', 'into', 'steps']
  if (rows.length === 0) terminal.line('no plan is kept')
  else printTable(terminal, { head, rows, narrow: [['into', 12]] })
  return exitCodes.done
}

/** Shows what it would do, and, but with --plan, does it when that was agreed to. */
async function undo(context: CommandContext, number: number): Promise<number> {
  const { options } = context
  const isPlan = options.flag('plan') || options.flag('dryRun') || options.text('output') !== undefined
  const allowWidening = await typedTitle(context, 'allowWidening', !isPlan)
  const request = allowWidening === undefined ? {} : { allowWidening }
  return planAndApply(context, { action: 'undo', run: number, request }, !isPlan)
}

async function incident(context: CommandContext, names: string): Promise<number> {
  const [before = '', after = '', more] = names.split('..')
  if (before === '' || after === '' || more !== undefined)
    throw new UsageError(`--incident "${names}" is not of the form BEFORE..AFTER`, {
      hint: 'two snapshots, e.g. 7..8, or latest~1..latest',
    })
  const { to: _to, ...request } = await requestOf(context)
  return planAndApply(context, { action: 'incident', before, after, ...fromOf(context), request })
}

function tell({ terminal }: CommandContext, { plan, result }: RestoreAnswer): number {
  if (!result) return exitCodes.failed
  terminal.event('applied', { steps: plan?.steps ?? [] })
  terminal.event('summary', result)
  terminal.line(describeResult(result, terminal))
  if (result.verification.differences.length > 0) return exitCodes.differences
  return result.state === 'complete' ? exitCodes.done : exitCodes.partial
}

function run(context: CommandContext, data: RestoreData): Promise<RestoreAnswer> {
  openVault(context.config()['vault.path']).close()
  const progress = makeRestoreProgress(context.terminal)
  return perform(context, job, data, progress.report).finally(progress.stop)
}

async function agree({ options, terminal }: CommandContext, question: string): Promise<void> {
  if (options.flag('yes')) return
  if (!terminal.interactive || !process.stdin.isTTY)
    throw new UsageError('nobody is there to agree', { hint: 'look at the plan, then add --yes' })
  const lines = createInterface({ input: process.stdin, output: process.stdout })
  const answer = await lines.question(`${printable(question)} [y/N] `).finally(() => lines.close())
  if (!/^y(es)?$/i.test(answer.trim())) throw new UsageError('not agreed: nothing was changed')
}

function numberOf(text: string | undefined, what: string): number {
  const number = Number(text)
  if (Number.isInteger(number) && number > 0) return number
  throw new UsageError(`${what} wants the number of a run`, { hint: '`docvault restore runs` lists them' })
}
