/**
 * A body whose Markdown is written anew at each reading: half a kilobyte to six, with headings, lists, code and links.
 */
import type { ResolveTarget } from '../content/targets.ts'
import { makeRandom, type Random } from '../state/random.ts'
import type { Body } from '../state/records/content.ts'

interface SyntheticSource {
  seed: number
  /** Names the text. */
  id: string
  /** Pages of the space, to link to. */
  pages: number
  title: string
  file: string
  resolve: ResolveTarget
}

/** A class, so that a hundred thousand of them share one getter. */
export class SyntheticBody implements Body {
  readonly title: string
  readonly file: string
  readonly resolve: ResolveTarget
  readonly #id: string
  readonly #seed: number
  readonly #pages: number

  constructor({ seed, id, pages, title, file, resolve }: SyntheticSource) {
    this.title = title
    this.file = file
    this.resolve = resolve
    this.#id = id
    this.#seed = seed
    this.#pages = pages
  }

  get markdown(): string {
    const random = makeRandom(this.#seed, `body ${this.#id}`)
    const sections = Array.from({ length: 1 + random.integer(6) }, (_, index) =>
      section(random, index, this.#pages),
    )
    return `# ${this.title}\n\n${paragraph(random)}\n\n${sections.join('\n')}`
  }
}

const WORDS = (
  'access after agent apply before bucket build certificate change cluster configure connection console copy ' +
  'default delete deploy every example export field file group header image index job key label limit list log ' +
  'manifest member message network never node object only option order page path policy port project queue read ' +
  'region release replica request restart result role route rule schedule scope secret server service session ' +
  'setting snapshot source space start status step storage table tag target team template token update usage user ' +
  'value version volume wait window with write zone'
).split(' ')

function section(random: Random, index: number, pages: number): string {
  const heading = `## ${capital(words(random, 3))}\n\n${paragraph(random)}\n`
  if (index % 3 === 0) return `${heading}\nSee [${words(random, 2)}](page-${random.integer(pages)}.md).\n`
  if (index % 3 === 1) return `${heading}\n${listOf(random)}\n`
  return `${heading}\n\`\`\`yaml\n${word(random)}: ${random.integer(9000)}\n${word(random)}: ${random.text(16)}\n\`\`\`\n`
}

function listOf(random: Random): string {
  return Array.from({ length: 2 + random.integer(5) }, () => `* ${capital(words(random, 8))}`).join('\n')
}

function paragraph(random: Random): string {
  return Array.from(
    { length: 2 + random.integer(4) },
    () => `${capital(words(random, 8 + random.integer(10)))}.`,
  ).join(' ')
}

function words(random: Random, count: number): string {
  return Array.from({ length: count }, () => word(random)).join(' ')
}

function word(random: Random): string {
  return WORDS[random.integer(WORDS.length)] ?? ''
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
