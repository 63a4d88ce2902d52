/**
 * One incident from beginning to end: a company is backed up and damaged, brought back while something goes wrong, and
 * what it holds then is held against what it held before and against what the plan had said. Then the same for the undo.
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { EmulatorOptions } from '../../../src/emulator/options.ts'
import { type PlanDocument, textOfPlan } from '../../../src/restore/plan/document.ts'
import type { Company } from '../company.ts'
import { docvault } from '../docvault.ts'
import { freePort } from '../forwarding.ts'
import { restoreHome, restoreInto, type Target } from '../restoring.ts'
import { differencesOf, type FactDifference, type Facts, factName, lineOf, readFacts } from './facts.ts'
import { makeIncidentCompany } from './incident-company.ts'
import type { Incident } from './incidents.ts'
import { judge } from './judge.ts'
import { type KillingProxy, startKillingProxy } from './killing-proxy.ts'

type Profile = NonNullable<EmulatorOptions['profile']>

export type Disturbance =
  | { kind: 'none' }
  /** At the n-th write, of which the platform takes notice or not. */
  | { kind: 'kill'; write: number; applied: boolean }
  /** Each of these operations, once. */
  | { kind: '502' | 'reset' | 'lost-answer'; operations: readonly string[] }

export interface Played {
  damaged: number
  left: number
  declared: FactDifference[]
  undeclared: FactDifference[]
  state: string
  /** What the run itself found to differ, or failed at. */
  failures: string[]
  undo: { left: number; undeclared: FactDifference[]; state: string; failures: string[] }
  /** Steps of a second plan. */
  again: string[]
  /** Requests that wrote, by operation. */
  writes: Record<string, number>
}

interface Stage {
  company: Company
  target: Target
  proxy: KillingProxy | null
  before: Facts
  damaged: Facts
}

/** What is not as the plan had said, of the restore, a second plan and the undo; one line each. */
export function problemsIn({ undeclared, undo, again, failures }: Played): string[] {
  return [
    ...failures.map(words => `run: ${words}`),
    ...undeclared.map(one => `undeclared: ${lineOf(one)}`),
    ...again.map(words => `second plan: ${words}`),
    ...undo.failures.map(words => `undo: ${words}`),
    ...undo.undeclared.map(one => `undo: ${lineOf(one)}`),
  ]
}

export async function play(incident: Incident, profile: Profile, disturbance: Disturbance): Promise<Played> {
  const { target, before, damaged, ...stage } = await damage(incident, profile, disturbance)
  if (incident.isTakenBack) await stage.company.backUp({ exact: true, allowShrink: true })
  const { plan } = await planned(target, incident)
  if (plan === null) throw new Error('there is no plan')
  target.emulator.resetRequests()
  const result = plan.steps.length === 0 ? null : await apply({ target, ...stage }, plan, disturbance)
  const writes = writesIn(target.emulator.requests().operations)
  const after = factsOf(target, before)
  const isOwn = ({ before: was, after: is, subject, field }: FactDifference) =>
    incident.elsewhere === true && was === null && damaged.all.get(factName(subject, field))?.value === is
  // Whatever stands in the other organization is its own.
  const left = differencesOf(before, after).filter(one => !isOwn(one))
  const judged = judge(left, plan, { before, after })
  const again = await planned(target, incident)
  return {
    damaged: differencesOf(before, damaged).length,
    left: left.length,
    declared: judged.declared,
    undeclared: judged.undeclared,
    state: result?.state ?? 'nothing to do',
    failures: failuresIn(result),
    undo: await undo(target, { plan, run: result?.run ?? null, damaged }),
    again: stepsOf(again.plan),
    writes,
  }
}

function planned(target: Target, { request, isTakenBack }: Incident) {
  if (!isTakenBack) return target.plan('1', request)
  const { onConflict: _always, ...rest } = request
  return target.run({
    action: 'incident',
    before: '1',
    after: '2',
    request: { onConflict: 'update', ...rest },
  })
}

async function damage(incident: Incident, profile: Profile, { kind }: Disturbance): Promise<Stage> {
  const proxy = kind === 'kill' ? await startKillingProxy() : null
  const port = proxy ? await freePort() : 0
  if (proxy) proxy.target = `http://127.0.0.1:${port}`
  const through = proxy ? { port, publicUrl: proxy.url } : {}
  const company = await makeIncidentCompany(profile, incident.elsewhere ? {} : through)
  await company.backUp({ exact: true })
  const { emulator } = company
  const before = readFacts(emulator.state(), emulator.organization)
  await incident.damage(company)
  const target = incident.elsewhere
    ? await restoreInto(company, { profile, ...through })
    : restoreHome(company)
  return { company, target, proxy, before, damaged: factsOf(target, before) }
}

async function apply(
  { company, target, proxy }: Pick<Stage, 'company' | 'target' | 'proxy'>,
  plan: PlanDocument,
  disturbance: Disturbance,
) {
  if (disturbance.kind === 'kill') return applyKilled(company, target, proxy, plan, disturbance)
  if (disturbance.kind !== 'none')
    for (const operation of disturbance.operations)
      target.emulator.fault(
        disturbance.kind === '502'
          ? { operation, kind: 'status', status: 502, count: 1 }
          : { operation, kind: disturbance.kind, count: 1 },
      )
  const { result } = await target.run({ action: 'apply', plan })
  target.emulator.clearFaults()
  return result
}

/** The command, in a process of its own, and `--resume`. */
async function applyKilled(
  { folder, vaultPath, vault }: Company,
  target: Target,
  proxy: KillingProxy | null,
  plan: PlanDocument,
  { write, applied }: Extract<Disturbance, { kind: 'kill' }>,
) {
  const file = join(folder, 'plan.json')
  writeFileSync(file, textOfPlan(plan))
  const killed = await docvault(['restore', 'apply', file, '--yes'], {
    env: { ...target.env, DOCVAULT_VAULT_PATH: vaultPath },
    onStart: pid => {
      if (proxy) proxy.kill = { write, applied, now: () => process.kill(pid, 'SIGKILL') }
    },
  })
  if (killed.signal !== 'SIGKILL') throw new Error(`was not killed: ${killed.code} ${killed.stderr}`)
  if (proxy) proxy.kill = null
  const run = vault().restoreRuns().at(-1)
  if (run === undefined) throw new Error('there is no run to resume')
  return (await target.run({ action: 'resume', run: run.id })).result
}

interface Undone {
  plan: PlanDocument
  run: number | null
  damaged: Facts
}

/** What stood there before the restore stands there again. */
async function undo(target: Target, { plan, run, damaged }: Undone): Promise<Played['undo']> {
  if (run === null) return { left: 0, undeclared: [], state: 'nothing to undo', failures: [] }
  const { plan: back } = await target.run({ action: 'undo', run })
  if (back === null) throw new Error('there is no plan of the undo')
  const { result } =
    back.steps.length === 0 ? { result: null } : await target.run({ action: 'apply', plan: back })
  const after = factsOf(target, damaged)
  const left = differencesOf(damaged, after)
  const { undeclared } = judge(
    left,
    { ...back, lasting: [...plan.lasting, ...back.lasting] },
    { before: damaged, after },
  )
  return {
    left: left.length,
    undeclared,
    state: result?.state ?? 'nothing to do',
    failures: failuresIn(result),
  }
}

function factsOf({ emulator, organization }: Target, known: Facts): Facts {
  return readFacts(emulator.state(), organization, known.names)
}

function failuresIn(result: Awaited<ReturnType<Target['run']>>['result']): string[] {
  const failures = result?.outcome.failures.map(one => `${one.kind} ${one.label}: ${one.reason}`)
  const differences = result?.verification.differences.map(
    one => `${one.kind} ${one.label} differs: ${one.field}`,
  )
  return [...(failures ?? []), ...(differences ?? [])]
}

function stepsOf(plan: PlanDocument | null): string[] {
  return plan?.steps.map(one => `${one.action} ${one.kind} ${one.label}: ${one.reason}`) ?? ['no plan']
}

/** Reading, a listener's handshake and looking something up write nothing. */
function writesIn(operations: Readonly<Record<string, number>>): Record<string, number> {
  const entries = Object.entries(operations)
  return Object.fromEntries(
    entries.filter(([name]) => !/^(get|list|search|resolve|download|unknown)/.test(name)),
  )
}
