/** Plays the story on an emulator in this process, a snapshot after each step. */

import { expect } from 'vitest'
import { itemOf } from '../../src/diff/describe.ts'
import type { Gap } from '../../src/model/snapshot.ts'
import { asKind } from '../helpers/as-kind.ts'
import { type Company, makeCompany } from '../helpers/company.ts'
import { begin, type Step, type Story, steps } from './story.ts'

export interface Told {
  company: Company
  gaps: Gap[]
  /** What people did: a call, or each field that was set beside the API. */
  edits: number
}

/** `failing`: an operation that fails while this snapshot (from 1) is taken, beside those of the story. */
export async function tellStory(failing?: { operation: string; snapshot: number }): Promise<Told> {
  const company = await makeCompany({ profile: 'current', sites: 1 })
  const story = await makeStory(company)
  await begin(story)
  story.edits.count = 0
  const gaps: Gap[] = []
  const states: (Step | null)[] = [null, ...steps]
  for (const [index, step] of states.entries()) {
    await step?.edit(story)
    const operations = [step?.failing, failing?.snapshot === index + 1 ? failing.operation : undefined]
    for (const operation of operations)
      if (operation) company.emulator.fault({ operation, kind: 'status', status: 500 })
    gaps.push(...(await company.backUp({ exact: true })).gaps)
    company.emulator.clearFaults()
  }
  return { company, gaps, edits: story.edits.count }
}

async function makeStory(company: Company): Promise<Story & { edits: { count: number } }> {
  const { emulator } = company
  const edits = { count: 0 }
  const call = async (method: string, path: string, body?: unknown) => {
    edits.count += peopleIn(body)
    const answer = await fetch(`${emulator.url}/${path}`, {
      method,
      headers: { authorization: `Bearer ${emulator.token}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    expect([method, path, answer.status, answer.ok ? '' : await answer.text()]).toEqual([
      method,
      path,
      answer.status,
      '',
    ])
  }
  // Names are those of the beginning: a team that was renamed keeps its first one here.
  const ids = new Map<string, string>()
  const learn = () => {
    for (const [name, id] of namesIn(company)) if (!ids.has(name)) ids.set(name, id)
  }
  await company.backUp({ exact: true })
  learn()
  return {
    company: { ...company, emulator: counting(emulator, edits) },
    edits,
    call,
    organization: emulator.organization,
    id(kind, name) {
      if (!ids.has(`${kind} ${name}`)) learn()
      const id = ids.get(`${kind} ${name}`)
      if (id === undefined) throw new Error(`the story knows no ${kind} ${name}`)
      return id
    },
  }
}

/** Roles given to several in one call are as many edits. */
function peopleIn(body: unknown): number {
  const users = typeof body === 'object' && body !== null && 'users' in body ? body.users : null
  return Array.isArray(users) ? users.length : 1
}

function counting(emulator: Company['emulator'], edits: { count: number }): Company['emulator'] {
  return {
    ...emulator,
    patch(kind, id, fields) {
      edits.count += Object.keys(fields).length
      return emulator.patch(kind, id, fields)
    },
    create(kind, fields) {
      edits.count++
      return emulator.create(kind, fields)
    },
  }
}

function namesIn(company: Company): [string, string][] {
  const vault = company.vault()
  const last = vault.snapshots().at(-1)?.snapshot ?? 1
  return ['member', 'team', 'space', 'collection', 'site', 'share-link', 'saml-provider'].flatMap(kind =>
    [...vault.resources(last, { kind: asKind(kind) })].map((one): [string, string] => {
      const { title, name, label, user } = itemOf(vault, one)
      const email = typeof user === 'object' && user !== null && 'email' in user ? String(user.email) : ''
      return [`${kind} ${email.split('@')[0] || (title ?? name ?? label)}`, one.id]
    }),
  )
}
