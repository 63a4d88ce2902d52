/**
 * Every fault of the emulator × every operation that a backup uses, learned from a clean run.
 *
 * A cell works on a copy of a vault with one snapshot, on a platform that has been edited since (where only a first
 * backup uses the operation: on no vault at all). It runs with the fault and then without it, and says what is wrong
 * with either: nothing may be recorded as removed, what differs from a backup that never saw the fault must lie in a
 * gap of an allowed class, and the run after the fault must be complete and hold the same as that backup.
 */

import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Profile } from '../../src/emulator/protocol/profile.ts'
import { DocvaultError } from '../../src/model/errors.ts'
import type { Gap, SnapshotSummary } from '../../src/model/snapshot.ts'
import { type Company, makeCompany } from './company.ts'
import { type FaultVariant, faultVariants } from './fault-table.ts'
import { type Holding, holdingOf, uncovered } from './holding.ts'

export interface Cell {
  operation: string
  variant: FaultVariant
  /** On an empty vault. */
  first: boolean
}

export interface Outcome {
  /** `=` complete and equal at once · `P` partial · `0` nothing to begin with · `?` a believed emptiness · `!` wrong */
  mark: '=' | 'P' | '0' | '?' | '!'
  problems: string[]
}

export interface FaultMatrix {
  cells: Cell[]
  run(cell: Cell): Promise<Outcome>
}

interface Reference {
  contents: string | null
  holding: { bytes: Holding; meaning: Holding }
}

/** Without these there is no organization to take a snapshot of. */
const BEGINNINGS = ['listOrganizationsForAuthenticatedUser', 'getOrganizationById']
const LIMIT_MS = 60_000

export async function makeFaultMatrix(profile: Profile): Promise<FaultMatrix> {
  const company = await makeCompany({ profile, comments: 6, changeRequests: 4, sites: 4 })
  const bench = new Bench(company)
  // Through the API, so that a service with audit events has one before there is news.
  await publishPets(company, '1.1')
  await company.backUp({ exact: true })
  const before = company.emulator.requests().operations
  await makeWork(company)
  const usedNext = await bench.operationsOf(false)
  const usedFirst = [...(await bench.operationsOf(true)), ...Object.keys(before)]
  const onlyFirst = [...new Set(usedFirst)].filter(name => !usedNext.includes(name))
  const cells = faultVariants.flatMap(variant => [
    ...usedNext.map(operation => ({ operation, variant, first: false })),
    ...onlyFirst.map(operation => ({ operation, variant, first: true })),
  ])
  return { cells, run: cell => bench.run(cell) }
}

/** Something new for every operation that a change token would save. */
async function makeWork(company: Company): Promise<void> {
  await company.edit({
    'guides/linux.md': '# On Linux\n\nOtherwise.\n',
    'guides/install.md':
      '# Install\n\n{% include "../.gitbook/includes/note.md" %}\n\nSee [Linux](linux.md), now.\n',
    '.gitbook/includes/note.md': '---\ntitle: Note\n---\n\nAnother one.\n',
    '.gitbook/assets/notes (1).txt': 'two, and more of it',
    '.gitbook/assets/new.txt': 'new',
  })
  await publishPets(company, '2')
}

async function publishPets(company: Company, version: string): Promise<void> {
  const { url, token, organization } = company.emulator
  const text = JSON.stringify({ openapi: '3.1.0', info: { title: 'Pets', version }, paths: {} })
  const answer = await fetch(`${url}/orgs/${organization}/openapi/pets`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ source: { text } }),
  })
  if (!answer.ok)
    throw new Error(`a new version of the specification: ${answer.status} ${await answer.text()}`)
}

class Bench {
  readonly #company: Company
  readonly #references = new Map<boolean, Reference>()

  constructor(company: Company) {
    this.#company = company
  }

  async operationsOf(first: boolean): Promise<string[]> {
    const { emulator } = this.#company
    return this.#onCopy(first, async vault => {
      emulator.resetRequests()
      await this.#backUp(vault)
      return Object.keys(emulator.requests().operations)
    })
  }

  async run({ operation, variant, first }: Cell): Promise<Outcome> {
    const { emulator } = this.#company
    return this.#onCopy(first, async vault => {
      const expected = variant.moves ? null : await this.#reference(first)
      emulator.fault({ operation, ...variant.fault })
      const attempt = await this.#attempt(vault, variant)
      emulator.clearFaults()
      const faulty = judge(attempt, vault, { operation, variant, first }, expected)
      const next = await this.#judgeNext(await this.#attempt(vault), vault, first, variant)
      const problems = [...faulty.problems, ...next]
      return { mark: problems.length > 0 ? '!' : faulty.mark, problems }
    })
  }

  async #judgeNext(
    attempt: Attempt,
    vault: string,
    first: boolean,
    variant: FaultVariant,
  ): Promise<string[]> {
    if (variant.moves) this.#references.clear()
    const expected = await this.#reference(first)
    if ('error' in attempt) return [`the next run: ${attempt.error}`]
    const { summary } = attempt
    const problems = summary.removed > 0 && !variant.moves ? [`the next run removed ${summary.removed}`] : []
    if (summary.state !== 'complete') problems.push(`the next run is ${summary.state}: ${gapsOf(summary)}`)
    if (summary.contents === expected.contents) return problems
    // What is noise depends on when it was read; only where nobody edits are all bytes the same.
    const by = variant.moves ? 'meaning' : 'bytes'
    const differences = uncovered(expected.holding[by], holdingOf(vault, summary.snapshot, by), [])
    if (differences.length > 0) problems.push(`the next run has ${differences.slice(0, 3).join('; ')}`)
    return problems
  }

  async #reference(first: boolean): Promise<Reference> {
    const known = this.#references.get(first)
    if (known) return known
    const made = await this.#onCopy(first, async vault => {
      const summary = await this.#backUp(vault)
      if (summary.state !== 'complete') throw new Error(`without a fault: ${gapsOf(summary)}`)
      const bytes = holdingOf(vault, summary.snapshot)
      return {
        contents: summary.contents,
        holding: { bytes, meaning: holdingOf(vault, summary.snapshot, 'meaning') },
      }
    })
    this.#references.set(first, made)
    return made
  }

  async #attempt(vault: string, variant?: FaultVariant): Promise<Attempt> {
    try {
      return { summary: await this.#backUp(vault, variant?.timeout) }
    } catch (error) {
      return { error: error instanceof DocvaultError ? `${error.code}: ${error.message}` : String(error) }
    }
  }

  async #backUp(vault: string, timeout?: string): Promise<SnapshotSummary> {
    const env = {
      DOCVAULT_VAULT_PATH: vault,
      DOCVAULT_PLATFORM_MAX_RATE_LIMIT_WAIT: '1ms',
      ...(timeout === undefined
        ? {}
        : { DOCVAULT_PLATFORM_TIMEOUT: timeout, DOCVAULT_PLATFORM_ATTEMPTS: '1' }),
    }
    return this.#company.backUp({ exact: true }, { env, signal: AbortSignal.timeout(LIMIT_MS) })
  }

  async #onCopy<T>(first: boolean, use: (vault: string) => Promise<T>): Promise<T> {
    const folder = mkdtempSync(join(this.#company.folder, 'cell-'))
    const vault = join(folder, 'vault')
    if (!first) cpSync(this.#company.vaultPath, vault, { recursive: true })
    try {
      return await use(vault)
    } finally {
      rmSync(folder, { recursive: true })
    }
  }
}

type Attempt = { summary: SnapshotSummary } | { error: string }

function judge(attempt: Attempt, vault: string, cell: Cell, expected: Reference | null): Outcome {
  const { operation, variant, first } = cell
  if ('error' in attempt) {
    return BEGINNINGS.includes(operation)
      ? { mark: '0', problems: [] }
      : { mark: '!', problems: [`the run failed: ${attempt.error}`] }
  }
  const { summary } = attempt
  const problems: string[] = []
  if (summary.removed > 0) problems.push(`removed ${summary.removed}`)
  const allowed = (operation === 'download' ? variant.download : undefined) ?? variant.classes
  for (const gap of summary.gaps)
    if (!allowed.includes(gap.class))
      problems.push(`a gap of class ${gap.class}: ${gap.kind}: ${gap.message}`)
  if (expected === null) return { mark: markOf(summary, problems), problems }
  const differences = uncovered(expected.holding.bytes, holdingOf(vault, summary.snapshot), summary.gaps)
  // A first backup has nothing that an emptiness could be compared with.
  if (first && variant.fault.kind === 'empty' && differences.length > 0) return { mark: '?', problems }
  for (const one of differences.slice(0, 3)) problems.push(`no gap covers ${one}`)
  return { mark: markOf(summary, problems), problems }
}

function markOf(summary: SnapshotSummary, problems: readonly string[]): Outcome['mark'] {
  if (problems.length > 0) return '!'
  return summary.state === 'complete' ? '=' : 'P'
}

function gapsOf({ gaps }: { gaps: readonly Gap[] }): string {
  return gaps
    .map(gap => `${gap.kind} ${gap.class}: ${gap.message}`)
    .slice(0, 3)
    .join('; ')
}
