/** Plays the chapters of the runbook: an incident happens to a company, its night is backed up, and what the page says is typed. */
import { mkdirSync, readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { parseSessions, type Session } from '../../scripts/sessions/parse.ts'
import { environment, type Played, playSessions, root, type Stage } from '../../scripts/sessions/play.ts'
import type { EmulatorOptions } from '../../src/emulator/options.ts'
import { makeIncidentCompany } from '../helpers/incidents/incident-company.ts'
import { incidents } from '../helpers/incidents/incidents.ts'

export const RUNBOOK = 'docs/how-to/restore.md'

export interface Chapter {
  title: string
  sessions: Session[]
}

/** Those in which something happens. */
export function chaptersOf(page: string): Chapter[] {
  const lines = readFileSync(join(root, page), 'utf8').split('\n')
  const headings = lines.flatMap((line, at) => (/^##+ /.test(line) ? [at] : []))
  const sessions = parseSessions(lines.join('\n'))
  return headings
    .map((from, at) => {
      const to = headings[at + 1] ?? lines.length
      const lineOf = ({ commands }: Session) => commands[0]?.line ?? -1
      return {
        title: (lines[from] ?? '').replace(/^#+ /, ''),
        sessions: sessions.filter(one => lineOf(one) > from && lineOf(one) < to),
      }
    })
    .filter(one => one.sessions.some(session => session.incident !== null))
}

/** A company of its own, with a night of backup behind it. */
export async function openRunbookStage(profile: NonNullable<EmulatorOptions['profile']>): Promise<Stage> {
  const company = await makeIncidentCompany(profile)
  const checkout = join(company.folder, 'docvault')
  mkdirSync(join(checkout, 'bin'), { recursive: true })
  symlinkSync(join(root, 'bin/docvault'), join(checkout, 'bin/docvault'))
  await company.backUp({ exact: true })
  const names: (readonly [string, string])[] = []
  return {
    checkout,
    env: { ...environment(checkout, company.folder), ...company.env },
    names,
    async happen(name) {
      const incident = incidents.find(one => one.name === name)
      if (incident === undefined) throw new Error(`there is no incident "${name}"`)
      await incident.damage(company)
      if (incident.elsewhere)
        names.push(['NEW_HOME', company.emulator.create('organization', { title: 'New home' })])
      else await company.backUp({ exact: true })
    },
  }
}

/** In a company of its own: what stands on the page is what is printed. Answers what differs. */
export async function playChapter({ sessions }: Chapter): Promise<Played[]> {
  const played = await playSessions(sessions, await openRunbookStage('current'))
  return played.filter(one => one.complaint !== null)
}

export function expectNone(wrong: readonly Played[]): void {
  for (const { shapes } of wrong) expect(shapes?.actual).toEqual(shapes?.expected)
  expect(wrong.map(one => one.complaint)).toEqual([])
}
