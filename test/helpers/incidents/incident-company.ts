/** A company with enough in it for every incident: two spaces, sections, people, teams, grants, collections, a site. */
import { cpSync } from 'node:fs'
import { join } from 'node:path'
import type { EmulatorOptions } from '../../../src/emulator/options.ts'
import { type Company, makeCompany, writeFiles } from '../company.ts'

export const PAGES = 36

/** The folder of the space `Manual`, before and after somebody's work on it. */
export function manualFiles(work: 'before' | 'overwritten' | 'shuffled'): Record<string, string> {
  const numbers = Array.from({ length: PAGES }, (_, at) => at)
  const pages = numbers.map(at => [`${chapterOf(at)}/page-${at}.md`, pageText(at, work)] as const)
  return {
    'SUMMARY.md': summaryOf(work === 'shuffled' ? shuffled(numbers) : numbers, work),
    'README.md': `# The manual\n\nBegin with [the first](${chapterOf(0)}/page-0.md).\n\n![map](.gitbook/assets/map.png)\n`,
    ...Object.fromEntries(pages),
    '.gitbook/assets/map.png': 'not really a map',
    '.gitbook/assets/terms.md': '# Terms\n\nAn asset, not a page.\n',
    '.gitbook/assets/prices.csv': 'a,b\n1,2\n',
  }
}

export async function makeIncidentCompany(
  profile: NonNullable<EmulatorOptions['profile']>,
  options: EmulatorOptions = {},
): Promise<Company> {
  const company = await makeCompany({ profile, members: 14, teams: 4, sites: 2, comments: 6, ...options })
  const manual = join(company.folder, 'manual')
  writeFiles(manual, manualFiles('before'))
  const space = company.emulator.create('space', { title: 'Manual' })
  await company.emulator.load(space, manual)
  cpSync(manual, `${manual}-before`, { recursive: true })
  return company
}

/** Loads what somebody made of the manual, as one edit. */
export async function editManual(company: Company, work: 'overwritten' | 'shuffled'): Promise<void> {
  const manual = join(company.folder, 'manual')
  writeFiles(manual, manualFiles(work))
  await company.emulator.load('Manual', manual)
}

function chapterOf(at: number): string {
  return `chapter-${Math.floor(at / 12)}`
}

function pageText(at: number, work: 'before' | 'overwritten' | 'shuffled'): string {
  const title = work === 'shuffled' ? `Renamed ${at}` : `Page ${at}`
  const body =
    work === 'overwritten' && at < 30 ? 'Somebody pasted this everywhere.' : `What is said on page ${at}.`
  const next = (at + 1) % PAGES
  return [
    `---\ndescription: About number ${at}\n---\n`,
    `# ${title}\n`,
    `${body}\n`,
    `See [the next](../${chapterOf(next)}/page-${next}.md)${at % 6 === 0 ? ' and ![map](../.gitbook/assets/map.png)' : ''}.\n`,
  ].join('\n')
}

function summaryOf(order: readonly number[], work: 'before' | 'overwritten' | 'shuffled'): string {
  const lines = order.map((at, place) => {
    const title = work === 'shuffled' ? `Renamed ${at}` : `Page ${at}`
    return `${place % 4 === 0 ? '' : '  '}* [${title}](${chapterOf(at)}/page-${at}.md)`
  })
  return ['# Table of contents', '', '* [The manual](README.md)', ...lines, ''].join('\n')
}

/** The same each time: every seventh. */
function shuffled(numbers: readonly number[]): number[] {
  return numbers.map((_, at) => (at * 7 + 3) % numbers.length)
}
