/** E-mail addresses in a text: those of known people, however they are written, and whatever else looks like one. */
import { MASKED_DOMAIN } from './pseudonyms.ts'
import type { Span } from './spans.ts'

/** Also as it stands in links and in HTML. */
const AT = /@|%40|&#(?:64|x40);/giu
const DOMAIN = /^[\p{L}\p{N}](?:[\p{L}\p{N}.-]*[\p{L}\p{N}])?/u
const IS_DOMAIN = /\.\p{L}[\p{L}\p{N}-]+$/u
/** How files are called, and no top-level domain (IANA's root zone): `plan@2x.png` receives no mail. */
const FILE_ENDING =
  /\.(?:avif|bmp|css|csv|docx?|gif|html?|ico|jpe?g|json|mp[34]|pdf|png|pptx?|svg|tiff?|txt|webm|webp|xlsx?|xml|ya?ml)$/iu
/** With the backslashes of Markdown. */
const LOCAL = /[\p{L}\p{N}\p{M}.!#$&'*+=?^_`{|}~\\-]+$/u
const MOST_LOCAL = 128

/** Of known people, by domain: local parts in lower case, the longest first. */
type Known = ReadonlyMap<string, readonly [local: string, masked: string][]>

export class Addresses {
  readonly #known: Known
  readonly #stranger: (address: string) => string

  /** `known`: what stands for each. `stranger`: what stands for any other. */
  constructor(known: ReadonlyMap<string, string>, stranger: (address: string) => string) {
    const split = [...known].map(([address, masked]) => {
      const cut = address.lastIndexOf('@')
      return { local: lowered(address.slice(0, cut)), domain: lowered(address.slice(cut + 1)), masked }
    })
    const byDomain = Map.groupBy(split, ({ domain }) => domain)
    this.#known = new Map(
      [...byDomain].map(([domain, list]) => [
        domain,
        list
          .map(({ local, masked }): [string, string] => [local, masked])
          .sort(([a], [b]) => b.length - a.length),
      ]),
    )
    this.#stranger = stranger
  }

  find(text: string): Span[] {
    const spans: Span[] = []
    for (const { 0: at, index } of text.matchAll(AT)) {
      const [domain] = DOMAIN.exec(text.slice(index + at.length, index + at.length + 256)) ?? []
      if (domain === undefined) continue
      const from = Math.max(spans.at(-1)?.end ?? 0, index - MOST_LOCAL)
      const span = this.#spanOf(text.slice(from, index), domain, {
        from,
        end: index + at.length + domain.length,
      })
      if (span !== null) spans.push(span)
    }
    return spans
  }

  #spanOf(before: string, domain: string, { from, end }: { from: number; end: number }): Span | null {
    const [written = ''] = LOCAL.exec(before) ?? []
    const plain = lowered(written.replaceAll('\\', ''))
    // A link may go on behind the domain of somebody's address.
    for (let rest = lowered(domain); rest !== ''; rest = rest.slice(0, Math.max(0, rest.lastIndexOf('.')))) {
      const people = this.#known.get(rest) ?? []
      const exact =
        people.find(([local]) => local === plain) ?? people.find(([local]) => endsWith(before, local))
      if (exact === undefined) continue
      const [local, masked] = exact
      const length = local === plain ? written.length : local.length
      return { start: from + before.length - length, end: end - (domain.length - rest.length), with: masked }
    }
    const own = domain.replace(FILE_ENDING, '')
    if (written === '' || !IS_DOMAIN.test(own)) return null
    // How repositories are reached names nobody; and what is masked stays so.
    if (plain === 'git' || lowered(own) === MASKED_DOMAIN) return null
    const start = from + before.length - written.length
    return {
      start,
      end: end - (domain.length - own.length),
      with: this.#stranger(`${plain}@${lowered(own)}`),
    }
  }
}

function endsWith(text: string, local: string): boolean {
  return local !== '' && lowered(text.slice(-local.length)) === local
}

function lowered(text: string): string {
  return text.toLowerCase()
}
