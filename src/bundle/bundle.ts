/**
 * One space as files: what reading a bundle folder gives. Types only.
 *
 * Paths are relative to `root`, separated by '/', decoded, without a leading './'.
 */
export type BundleVariable = string | number | boolean

export interface Bundle {
  /** From `.gitbook.yaml` or a legacy `book.json`, relative to the folder; '' when it is the folder itself. */
  root: string
  /** Path of the home page's file (`structure.readme`); no promise that SUMMARY names it or that it exists. */
  readme: string
  /** In the order of SUMMARY.md; groups only here at the root. */
  entries: BundleEntry[]
  /** What belongs to the space and is no page: under `.gitbook/assets/`, or referred to. Sorted by path. */
  files: BundleFile[]
  /** Sorted by path. */
  includes: BundleInclude[]
  variables: Record<string, BundleVariable>
  redirects: Record<string, string>
  /** Everything that was found wrong and read around; never a reason to stop. */
  problems: BundleProblem[]
}

export type BundleEntry = BundleGroup | BundlePage | BundleLink | BundleComputed

export interface BundleGroup {
  type: 'group'
  title: string
  slug: string
  entries: BundleEntry[]
}

export interface BundlePage {
  type: 'page'
  title: string
  /** Of the Markdown file as SUMMARY names it, decoded; '' when it names none (a title without a link). */
  file: string
  /** The part after '#' where SUMMARY names `page.md#anchor`. */
  anchor?: string
  /** Sidebar label. */
  label?: string
  /** Where it is published: from its file, else from the titles above it; '' is the home page. Unique in the bundle. */
  path: string
  /** Last segment of `path`. */
  slug: string
  /** With its front matter and byte order mark; encodes to the bytes of the file. Absent when there is no file. */
  markdown?: string
  frontMatter: Record<string, unknown>
  /** `vars` of the front matter. */
  variables: Record<string, BundleVariable>
  /** In the order they stand in the Markdown; addresses with a scheme and bare `#anchors` are not listed. */
  references: BundleReference[]
  entries: BundleEntry[]
}

export interface BundleLink {
  type: 'link'
  title: string
  url: string
}

export interface BundleComputed {
  type: 'computed'
  title?: string
  source: { type: string; props?: unknown; dependencies?: unknown }
}

export interface BundleReference {
  /** As written, entities and backslashes resolved, still percent-encoded, with query and fragment. */
  target: string
  /** Path of the existing page, file or include that is meant; null when there is none. */
  resolved: string | null
}

export interface BundleFile {
  path: string
  absolutePath: string
  sizeBytes: number
}

export interface BundleInclude {
  path: string
  title: string
  markdown: string
  references: BundleReference[]
}

/**
 * `missing-page` SUMMARY names a file that is not there · `outside-root` a path leaves the root, not read ·
 * `symlink` refused, it leaves the folder · `not-markdown` an entry names another kind of file · `not-utf8`
 * the text does not encode to the same bytes · `front-matter` not a YAML map · `broken-link` names nothing that
 * exists · `lost-reference` the platform's own export lost the target · `no-summary` read as a single page ·
 * `summary-line` something in SUMMARY.md that is no entry, or had to be moved · `settings` a value of
 * `.gitbook.yaml` or `vars.yaml` that is not usable · `too-large` over the limit, not read.
 */
export type BundleProblemKind =
  | 'missing-page'
  | 'outside-root'
  | 'symlink'
  | 'not-markdown'
  | 'not-utf8'
  | 'front-matter'
  | 'broken-link'
  | 'lost-reference'
  | 'no-summary'
  | 'summary-line'
  | 'settings'
  | 'too-large'

export interface BundleProblem {
  kind: BundleProblemKind
  /** The file it was found in; for an entry of SUMMARY.md the file that the entry names. */
  page: string
  /** What it names, as written. */
  target?: string
  /** One sentence for people. */
  message: string
}
