/** `fleet adopt`: takes the vault in this folder over for this host, where its own is lost or has left it. */

import { parseValue } from '../../config/parse-value.ts'
import { settings } from '../../config/settings.ts'
import { fleet } from '../../jobs/fleet.ts'
import { type Adoption, type NewestComplete, planAdoption } from '../fleet/adoption.ts'
import type { FleetAnswer } from '../fleet/answer.ts'
import { UsageError, VaultMissing } from '../model/errors.ts'
import { formatDuration } from '../model/format.ts'
import { shellWord } from '../model/shell-word.ts'
import { isReading } from '../model/snapshot.ts'
import { assertVaultAt, openVault, ownerAt, type Vault } from '../vault/vault.ts'
import type { CommandContext } from './command.ts'
import { platformOf } from './fleet-platform.ts'
import { perform } from './perform.ts'
import { printable } from './terminal.ts'

export async function adoptVault(context: CommandContext, answer: FleetAnswer): Promise<void> {
  const { options, terminal, now } = context
  const { name, config } = platformOf(context)
  const path = config['vault.path']
  assertRecovered(path, name)
  const adoption = planAdoption(
    {
      platform: name,
      host: answer.host ?? '',
      owner: ownerAt(path),
      newest: newestIn(path, now()),
      maxAgeMs: maxAgeOf(options.text('maxAge')),
    },
    answer,
  )
  const isApplied = options.flag('apply')
  if (isApplied) {
    const { host, epoch } = adoption.claim
    await perform(context, fleet, { action: 'adopt', host, epoch }, () => {})
  }
  tell(context, name, adoption)
  terminal.line(
    isApplied
      ? `${name} is this host's, since epoch ${adoption.claim.epoch}; its daemon goes on with it by itself`
      : 'nothing was changed: --apply takes it over',
  )
}

/** Throws VaultMissing, which says what comes first. */
function assertRecovered(path: string, platform: string): void {
  try {
    assertVaultAt(path)
  } catch (error) {
    if (!(error instanceof VaultMissing)) throw error
    const line = `docvault recover REPLICA ${shellWord(path)} --platform ${shellWord(platform)}`
    throw new VaultMissing(path, { hint: `bring it here first, out of its replica: \`${line}\`` })
  }
}

function tell(
  { terminal, options }: CommandContext,
  platform: string,
  { claim, owner, newest }: Adoption,
): void {
  const { host, epoch } = claim
  terminal.event(options.flag('apply') ? 'summary' : 'plan', { platform, host, epoch, owner, newest })
  const of = owner.host === null ? 'of nobody in particular' : `of ${owner.host}`
  terminal.line(printable(`${platform}: the vault here is ${of}, epoch ${owner.epoch}`))
  for (const { title, snapshot, ageMs } of newest) {
    const age = ageMs === null ? 'no complete snapshot' : `snapshot ${snapshot}, ${formatDuration(ageMs)} ago`
    terminal.line(printable(`  ${title}: ${age}`))
  }
}

function newestIn(path: string, nowMs: number): NewestComplete[] {
  const vault = openVault(path)
  try {
    return [...newestOf(vault, nowMs).values()]
  } finally {
    vault.close()
  }
}

function newestOf(vault: Vault, nowMs: number): Map<string, NewestComplete> {
  const newest = new Map<string, NewestComplete>()
  for (const { organization, organizationTitle, snapshot, state, started, trigger } of vault.snapshots()) {
    if (isReading(trigger)) continue
    const before = newest.get(organization) ?? { snapshot: null, ageMs: null }
    const now = state === 'complete' ? { snapshot, ageMs: nowMs - Date.parse(started) } : before
    newest.set(organization, { ...now, organization, title: organizationTitle })
  }
  return newest
}

/** In milliseconds. Throws UsageError. */
function maxAgeOf(text: string | undefined): number | null {
  if (text === undefined) return null
  const parsed = parseValue(settings['objectives.rpo'], text)
  if ('value' in parsed && typeof parsed.value === 'number') return parsed.value
  throw new UsageError(`--max-age "${text}" ${'problem' in parsed ? parsed.problem : 'is no duration'}`, {
    hint: 'e.g. 26h',
  })
}
