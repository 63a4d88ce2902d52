/**
 * Looks at an organization after a backup of it, and keeps what it finds: an act in the ledger, and pins of what was there
 * before. Looked at is every night since it was looked at last, so that nothing is missed after a crash; twice is the same as
 * once. Where nobody has looked before, only the newest night is judged: the others are its history.
 */
import { detect } from '../src/anomalies/detect.ts'
import type { AnomalyLimits } from '../src/anomalies/limits.ts'
import { type Night, nightsAfter } from '../src/anomalies/nights.ts'
import { type PastNight, pastOf } from '../src/anomalies/observation.ts'
import { observing } from '../src/anomalies/observe.ts'
import type { FoundAnomaly } from '../src/model/anomaly.ts'
import { giveWay } from '../src/model/give-way.ts'
import { inTurns } from '../src/model/stepwise.ts'
import { openVault, type Vault } from '../src/vault/vault.ts'
import { actsOf } from './annotate.ts'
import { anomalyLimits } from './anomaly-settings.ts'
import type { Held } from './held.ts'
import type { JobContext } from './job.ts'
import { keepPastNights, type PastNights, readPastNights } from './past-nights.ts'

/** By which the ledger names who opened an anomaly and pinned a snapshot for it. */
export const ANOMALY_ACTOR = 'docvault anomalies'

/** No bodies are read: of a past night they say nothing. */
const NO_BODIES = Number.POSITIVE_INFINITY

type Context = Pick<JobContext, 'config'>

/** What is new. Durable on return. */
export async function watchAnomalies(
  context: Context,
  held: Held,
  organization: string,
): Promise<FoundAnomaly[]> {
  const { config } = context
  if (!config['anomalies.watch']) return []
  const writable = await held.vault()
  // By a connection of its own, as others have their turn while it reads.
  const vault = openVault(config['vault.path'])
  try {
    const limits = anomalyLimits(config)
    const watch: Watch = { context, held, vault, limits, organization }
    const kept = readPastNights(vault, organization)
    const nights = nightsAfter(vault, organization, kept?.nights.at(-1)?.to ?? null)
    const known = kept ?? (await pastOfAll(watch, nights))
    const found: FoundAnomaly[] = []
    for (const night of nights.filter(({ to }) => to.snapshot > known.seen))
      found.push(...(await lookAt(watch, night, known)))
    keepPastNights(writable, organization, known, limits.history * 2 + limits.window)
    return found
  } finally {
    vault.close()
  }
}

interface Watch {
  context: Context
  held: Held
  vault: Vault
  limits: AnomalyLimits
  organization: string
}

async function lookAt(watch: Watch, night: Night, known: PastNights): Promise<FoundAnomaly[]> {
  const { vault, limits, organization } = watch
  const observation = await inTurns(observing(vault, night, limits.fixedLeast), giveWay)
  const anomalies = vault.anomalies().filter(of => of.organization === organization)
  const found = detect(vault, observation, { past: known.nights, anomalies, limits })
  const fresh = await keep(watch, night, found)
  if (night.isOver) known.nights.push(pastOf(observation))
  known.seen = night.to.snapshot
  return fresh
}

async function keep(
  { context, held }: Watch,
  { from }: Night,
  found: readonly FoundAnomaly[],
): Promise<FoundAnomaly[]> {
  if (found.length === 0) return []
  const { writer } = await actsOf(context, held, ANOMALY_ACTOR)
  return found.filter(anomaly => writer.openAnomaly(anomaly, [anomaly.before, from.snapshot]))
}

/** All but the newest. */
async function pastOfAll({ vault, limits }: Watch, nights: readonly Night[]): Promise<PastNights> {
  const newest = nights.at(-1)
  const over = nights.filter(night => night.isOver && night !== newest).slice(-limits.history)
  const past: PastNight[] = []
  for (const night of over) past.push(pastOf(await inTurns(observing(vault, night, NO_BODIES), giveWay)))
  return { seen: (newest?.to.snapshot ?? 0) - 1, nights: past }
}

/** As `watchAnomalies`. That it failed takes nothing from the backup, which is sealed: the answer says why, and the next one looks again. */
export async function watchAfterBackup(
  context: Context & { report: (event: { type: 'anomaly' } & FoundAnomaly) => void },
  held: Held,
  organization: string,
): Promise<string | null> {
  try {
    const found = await watchAnomalies(context, held, organization)
    for (const anomaly of found) context.report({ type: 'anomaly', ...anomaly })
    return null
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    return `whether anything unusual happened could not be looked at: ${message}`
  }
}
