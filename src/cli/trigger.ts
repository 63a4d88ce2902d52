import { z } from 'zod'
import { UsageError } from '../model/errors.ts'
import type { CommandContext, CommandModule } from './command.ts'
import { daemonClient } from './daemon-client.ts'
import { exitCodes } from './exit-code.ts'

export const trigger: CommandModule = {
  examples: [
    ['docvault trigger backup', 'a backup now'],
    ['docvault trigger check', 'the daily check now'],
  ],
  define(command) {
    command
      .argument('[job]', 'backup, sync, mirror, check, audit-report, drill, restore')
      .option('--org <id>', 'only this organization')
      .option('--snapshot <name>', 'of `restore`: the snapshot to plan for', 'latest')
      .option('--plan <digest>', 'of `restore`: apply this plan, which an earlier `trigger restore` made')
      .option('--allow-shrink', 'of `backup`: believe, this once, that what shrank really did')
      .option('--cancel <run>', 'cancel this run instead; what it has read is kept')
  },
  async run(context) {
    const [job] = context.args
    const cancel = context.options.text('cancel')
    if ((job === undefined) === (cancel === undefined))
      throw new UsageError('name a job to start, or a run to --cancel')
    if (cancel !== undefined) return cancelRun(context, cancel)
    return job === 'restore' ? startRestore(context) : startJob(context, job ?? '')
  },
}

const answerSchema = z.object({ run: z.string() })

async function startJob(context: CommandContext, job: string): Promise<number> {
  const { options, terminal } = context
  if (options.text('plan') !== undefined) throw new UsageError('--plan is for `trigger restore`')
  const allowShrink = options.flag('allowShrink')
  if (allowShrink && job !== 'backup') throw new UsageError('--allow-shrink is for `trigger backup`')
  const { platform, organization } = placeOf(context)
  const path = `/api/jobs/${encodeURIComponent(job)}`
  const answer = await daemonOf(context).send('POST', path, {
    platform,
    organization,
    ...(allowShrink ? { allowShrink } : {}),
  })
  const { run } = answerSchema.parse(answer)
  terminal.event('triggered', { run })
  terminal.line(`started ${run}; \`docvault logs ${run}\` shows what it does`)
  return exitCodes.done
}

/** Without a plan it makes one. */
async function startRestore(context: CommandContext): Promise<number> {
  const { options, terminal } = context
  const { platform, organization } = placeOf(context)
  const plan = options.text('plan')
  const wish = plan === undefined ? { snapshot: options.text('snapshot') } : { plan }
  const daemon = daemonOf(context, plan !== undefined)
  const answer = await daemon.send('POST', '/api/jobs/restore', { platform, organization, ...wish })
  const { run } = answerSchema.parse(answer)
  terminal.event('triggered', { run, action: plan === undefined ? 'plan' : 'apply' })
  terminal.line(
    plan === undefined
      ? `started ${run}, which makes a plan and writes nothing; \`docvault logs ${run}\` says where the plan is and how to apply it`
      : `started ${run}, which applies plan ${plan}; \`docvault logs ${run}\` shows what it does`,
  )
  return exitCodes.done
}

async function cancelRun(context: CommandContext, run: string): Promise<number> {
  const { platform } = placeOf(context)
  const query = platform === undefined ? '' : `?platform=${encodeURIComponent(platform)}`
  await daemonOf(context).send('DELETE', `/api/runs/${encodeURIComponent(run)}${query}`)
  context.terminal.event('cancelled', { run })
  context.terminal.line(`cancelled ${run}`)
  return exitCodes.done
}

function placeOf({ options }: CommandContext) {
  return { platform: options.text('platform'), organization: options.text('org') }
}

/** `restores`: with the token for what deletes, where there is one. */
function daemonOf({ platforms }: CommandContext, restores = false) {
  const [first] = platforms()
  if (!first) throw new UsageError('there is no platform to work for')
  const { config } = first
  const restoreToken = restores ? config['server.restoreToken'] : null
  return daemonClient(config, restoreToken ?? config['server.token'])
}
