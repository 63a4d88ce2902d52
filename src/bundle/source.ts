/**
 * What writing a bundle takes: one space as plain data, bodies and bytes on demand, and where it goes. Types only.
 */
import type { Readable, Writable } from 'node:stream'
import type { BundleVariable } from './bundle.ts'
import type { GitRepository } from './git-target.ts'
import type { Places } from './places.ts'

export interface BundleSource {
  title: string
  /** Groups stand only here at the root. The first page is the home page. */
  entries: SourceEntry[]
  files: SourceFile[]
  includes: SourceInclude[]
  variables: Record<string, BundleVariable>
  redirects: Record<string, string>
  /** Where what cannot be read is left out and named; absent: who meets it throws DamageFound. */
  leftOut?: LeftOut
  /** A page whose file would give it another address than it has gets another file; else known paths stay. */
  addressesFirst?: boolean
}

/** What of the vault cannot be read, one sentence each. */
export interface LeftOut {
  /** Known to be. */
  lost: string[]
  damaged: string[]
}

export type SourceEntry = SourceGroup | SourceChild
export type SourceChild = SourcePage | SourceLink | SourceComputed

export interface SourceGroup {
  type: 'group'
  title: string
  slug: string
  hidden?: boolean
  entries: SourceChild[]
}

export interface SourcePage {
  type: 'page'
  /** By which others refer to it; absent: none does. */
  id?: string
  title: string
  /** Of its Markdown file, as a bundle or Git had it; it goes back to exactly this path if that is possible. */
  path?: string
  slug: string
  /** Where the platform publishes it, in its space; a file without a known path is named for it. */
  address?: string
  label?: string
  description?: string
  icon?: string
  emoji?: string
  hidden?: boolean
  noIndex?: boolean
  noRobotsIndex?: boolean
  cover?: { image?: SourceImage; dark?: SourceImage; y?: number }
  /** As the platform has it: `{width, cover, coverSize, title, …}`. */
  layout?: Record<string, unknown>
  variables?: Record<string, BundleVariable>
  /** Null for an empty page. Called once, when it is this page's turn. */
  markdown(places: Places): Promise<Buffer | null> | Buffer | null
  entries: SourceChild[]
}

export type SourceImage = { file: string } | { url: string }

export interface SourceLink {
  type: 'link'
  title: string
  /** With a scheme. Null when the platform names no target. */
  url: string | null
  hidden?: boolean
}

export interface SourceComputed {
  type: 'computed'
  title?: string
  source: { type: string; props?: unknown; dependencies?: unknown }
}

export interface SourceFile {
  id: string
  name: string
  path?: string
  /** Called once, twice only if another entry names the same path. */
  open(): Promise<Readable> | Readable
}

export interface SourceInclude {
  /** Of the reusable content, where it has one. */
  id?: string
  title: string
  path?: string
  markdown(places: Places): Promise<Buffer | null> | Buffer | null
}

/** With `replace`, a folder must have been written by docvault, and a zip may be any file. */
export type BundleTarget =
  | { folder: string; replace?: boolean }
  | { zip: string | Writable; replace?: boolean; uncompressed?: boolean }
  | GitRepository

export interface WriteReport extends LeftOut {
  /** Entries of SUMMARY.md that are pages, empty ones included. */
  pages: number
  files: number
  /** Of everything written, before compression. */
  bytes: number
  /** What could not have the path or the name it asked for. */
  renamed: { from: string; to: string; reason: string }[]
  /** What the layout cannot express, one sentence each. */
  skipped: string[]
}
