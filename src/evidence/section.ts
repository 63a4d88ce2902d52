/** The form of a section: typed facts, collected from what was read, and how people see them. */
import type { EvidenceSources, Unknown } from './sources.ts'

export interface SectionFacts {
  /** What this section cannot say. */
  unknown: Unknown[]
}

export interface ShownTable {
  title: string
  columns: readonly string[]
  rows: readonly (readonly string[])[]
  /** Rows that are not listed. */
  more?: number
}

export interface Shown {
  facts: readonly (readonly [name: string, value: string])[]
  tables: readonly ShownTable[]
}

export interface SectionDeclaration<Facts extends SectionFacts> {
  id: string
  title: string
  /** What it is about, what its words mean, and where it is known from. */
  note: string
  collect(sources: EvidenceSources): Facts
  show(facts: Facts): Shown
}

/** With the facts of one document. */
export interface Section extends Pick<SectionDeclaration<SectionFacts>, 'id' | 'title' | 'note'> {
  facts: SectionFacts
  shown: Shown
}

export type MakeSection = (sources: EvidenceSources) => Section

export function section<Facts extends SectionFacts>(declaration: SectionDeclaration<Facts>): MakeSection {
  const { id, title, note } = declaration
  return sources => {
    const facts = declaration.collect(sources)
    return { id, title, note, facts, shown: declaration.show(facts) }
  }
}

/** What is listed of a long list; the rest is counted. */
const MOST_LISTED = 5000

export function listed<T>(all: readonly T[]): { listed: T[]; not_listed: number } {
  return { listed: all.slice(0, MOST_LISTED), not_listed: Math.max(0, all.length - MOST_LISTED) }
}
