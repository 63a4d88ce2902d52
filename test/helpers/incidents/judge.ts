/**
 * Which of the facts that differ afterwards a plan had said, line by line: its losses item by item, what it left alone,
 * what it could not do, what no undo takes away. What no line covers is undeclared.
 */
import type { PlanDocument } from '../../../src/restore/plan/document.ts'
import { type FactDifference, type Facts, factName } from './facts.ts'

export type Lines = Pick<
  PlanDocument,
  'losses' | 'skipped' | 'impossible' | 'unmapped' | 'lasting' | 'overwritten' | 'besides'
>

export interface Judged {
  declared: FactDifference[]
  undeclared: FactDifference[]
}

/** `before`: what was to come back; `after`: what there is. Ids of the lines are those of either. */
export function judge(
  left: readonly FactDifference[],
  lines: Lines,
  { before, after }: { before: Facts; after: Facts },
): Judged {
  const judging = new Judging(lines, before, after)
  const judged: Judged = { declared: [], undeclared: [] }
  for (const one of left) judged[judging.isDeclared(one) ? 'declared' : 'undeclared'].push(one)
  return judged
}

/** In which facts a property shows; undefined: in any. */
const SHOWN_IN: Readonly<Record<string, RegExp>> = {
  Markdown: /^body$/,
  'heading of the Markdown': /^body$/,
  body: /^body$/,
  links: /^body$/,
  hidden: /^hidden$/,
}

class Judging {
  readonly #before: Facts
  readonly #after: Facts
  /** Subject → properties. */
  readonly #lost = new Map<string, Set<string>>()
  /** Subjects of which anything may differ, with what stands in them. */
  readonly #left = new Set<string>()
  /** Kept with their parent: subject of the parent → names of what is missing or other there. */
  readonly #within = new Map<string, Set<string>>()
  readonly #placed = new Set<string>()
  readonly #bodies = new Set<string>()
  /** Whose grants nothing could tell, and how what nothing could tell is called. */
  readonly #ungranted = new Set<string>()
  readonly #unseen = new Set<string>()
  /** To what links invite that nothing could tell. */
  readonly #uninvited = new Set<string>()
  readonly #copied = new Set<string>()
  /** Sites that keep sections that they had not: what they show stands in these. */
  readonly #sectioned = new Set<string>()

  constructor(
    { losses, skipped, impossible, unmapped, lasting, besides = [] }: Lines,
    before: Facts,
    after: Facts,
  ) {
    this.#before = before
    this.#after = after
    for (const { property, items } of losses)
      for (const item of items) {
        const [kind = '', path = ''] = item.split(/ (.*)/s)
        this.#addLost(kind, path, property)
      }
    for (const { kind, source, reason } of [...skipped, ...impossible, ...besides])
      this.#addLeft(kind, source, reason)
    for (const { source } of unmapped) this.#bodies.add(this.#nameOf(source))
    for (const { source } of lasting) this.#addCopied(source)
  }

  isDeclared(one: FactDifference): boolean {
    const { subject, field } = one
    if ([...this.#unseen].some(name => subject.startsWith(name))) return true
    if (this.#isUninvited(subject)) return true
    if (this.#isInNewSections(one)) return true
    // Follows from the sites that show it, which are facts of their own.
    if (field === 'visibility' && subject.startsWith('space ')) return true
    if (field.endsWith('(order)')) return this.#isOrderDeclared(one)
    if (one.before === null && this.#isCopy(subject)) return true
    if (this.#isLeft(subject)) return true
    const names = this.#within.get(subject)
    if (names && [...names].some(name => field.endsWith(` · ${name}`) || one.after?.includes(name)))
      return true
    const granted = [...this.#ungranted].some(name => subject === name || field.endsWith(` · ${name}`))
    if (granted && field.startsWith('grants · ')) return true
    const isOfLeft = [...this.#left].some(name => field.endsWith(` · ${name}`))
    if (isOfLeft && field.startsWith('grants · ')) return true
    if (field === 'body' && this.#bodies.has(subject)) return true
    return [...(this.#lost.get(subject) ?? [])].some(property => showsIn(property, field))
  }

  #addLost(kind: string, path: string, property: string): void {
    const isOfParent = /revision$|^(openapi-spec-version|site-structure)$/.test(kind)
    const subject = this.#nameOf(isOfParent ? path.slice(0, path.lastIndexOf('/')) : path)
    if (/^[a-z]+-(team|user)-grant$/.test(property)) this.#ungranted.add(subject)
    if (property === 'link-invite') this.#uninvited.add(subject)
    if (property === 'site') this.#unseen.add('site ')
    if (property === 'comment-reply') this.#unseen.add(`${subject} › comment-reply `)
    this.#lost.set(subject, (this.#lost.get(subject) ?? new Set()).add(property))
    if (property === 'place' || property === 'type') this.#placed.add(subject)
    if (property === 'body') this.#addCopied(path)
  }

  #addLeft(kind: string, path: string, reason: string): void {
    const subject = this.#nameOf(path)
    if (/-grant$|^team-member$/.test(kind)) {
      const above = this.#nameOf(path.slice(0, path.lastIndexOf('/')))
      this.#within.set(above, (this.#within.get(above) ?? new Set()).add(subject))
      return
    }
    this.#left.add(subject)
    if (kind === 'site-section' && /--delete-extra removes it|^it holds /.test(reason))
      this.#sectioned.add(this.#nameOf(path.slice(0, path.lastIndexOf('/'))))
    if (/moved/.test(reason)) this.#placed.add(subject)
  }

  #addCopied(path: string): void {
    const name = this.#nameOf(path)
    const of = this.#before.names.find(name) ?? this.#after.names.find(name)
    if (of !== undefined) this.#copied.add(`${of.above}\n${of.title}`)
  }

  #nameOf(path: string): string {
    if (path === '') return 'organization'
    const id = path.slice(path.lastIndexOf('/') + 1)
    return this.#before.names.of(id) ?? this.#after.names.of(id) ?? `(${path})`
  }

  #isLeft(subject: string): boolean {
    for (let name = subject; name !== ''; name = name.slice(0, Math.max(0, name.lastIndexOf(' › '))))
      if (this.#left.has(name)) return true
    return false
  }

  #isInNewSections({ subject, field }: FactDifference): boolean {
    const [site = ''] = subject.split(' › ')
    return this.#sectioned.has(site) && /^(section$|structure · )/.test(field)
  }

  #isUninvited(subject: string): boolean {
    if (!/ › invite [^›]*$/.test(subject)) return false
    const to = (field: string) => this.#before.all.get(factName(subject, field))?.value
    const invited = to('space') ?? to('collection') ?? 'organization'
    return this.#uninvited.has(invited)
  }

  /** New, and called as one that was said to come once more. */
  #isCopy(subject: string): boolean {
    const copy = this.#after.names.find(subject)
    if (copy === undefined || this.#before.names.find(subject) !== undefined) return false
    return this.#copied.has(`${copy.above}\n${copy.title}`)
  }

  /** But for what was said to stand elsewhere, or not at all, it is the same. */
  #isOrderDeclared({ before, after, subject }: FactDifference): boolean {
    if (this.#lost.get(subject)?.has('structure of site-structure')) return true
    if (this.#isLeft(subject) || (after !== null && before === null && this.#isCopy(subject))) return true
    const rest = (list: string | null) =>
      namesIn(list).filter(name => !this.#placed.has(name) && !this.#isLeft(name) && !this.#isCopy(name))
    return rest(before).join('\n') === rest(after).join('\n')
  }
}

/** Losses that are of the whole thing are called as its kind. */
const OF_ALL: ReadonlySet<string> = new Set(['type', 'link-invite', 'share-link', 'saml-provider'])

function showsIn(property: string, field: string): boolean {
  const [name, kind] = property.split(' of ')
  // Who wrote a comment, and when, stands in its text.
  if (kind !== undefined && /comment|reply/.test(kind) && name === 'postedBy' && field.startsWith('body'))
    return true
  if (property === 'content of openapi-spec-version' && field.startsWith('contents · ')) return true
  if (kind !== undefined && (field === name || field.startsWith(`${name} · `))) return true
  if (kind === 'site-structure' && field.startsWith('structure · ')) return true
  if (OF_ALL.has(property)) return true
  const pattern = SHOWN_IN[property]
  if (pattern !== undefined) return pattern.test(field)
  return field === property || field.startsWith(`${property} · `)
}

function namesIn(list: string | null): string[] {
  return list === null ? [] : JSON.parse(list)
}
