/**
 * What a search has to answer, found the slow way: every resource of every snapshot, one after the other, with its text put
 * into the form that docs/how-to/look.md describes, character by character. It knows neither the index nor versions.
 */
import { textUnits } from '../../src/search/text/units.ts'
import { sealedBackups } from '../../src/vault/sealed-backups.ts'
import type { StoredResource, Vault } from '../../src/vault/vault.ts'

/** Of a resource, the runs of snapshots in which a text stands: the first and last of each. */
export type Stood = Map<string, [first: number, last: number][]>

export class Oracle {
  readonly #snapshots: readonly number[]
  /** By snapshot, by name of the resource, its texts. */
  readonly #texts = new Map<number, Map<string, readonly string[]>>()
  readonly #forms = new Map<string, string>()

  /** Reads everything once. Of one organization. */
  constructor(vault: Vault) {
    const read = new Map<string, readonly string[]>()
    this.#snapshots = sealedBackups(vault).map(({ snapshot }) => snapshot)
    for (const snapshot of this.#snapshots) {
      const texts = new Map<string, readonly string[]>()
      for (const resource of vault.resources(snapshot)) {
        const label = digestsOf(resource)
        if (!read.has(label)) read.set(label, textsOf(vault, resource))
        texts.set(nameOf(resource), read.get(label) ?? [])
      }
      this.#texts.set(snapshot, texts)
    }
  }

  /** All texts that there are, as they were written. */
  get texts(): Set<string> {
    return new Set([...this.#texts.values()].flatMap(texts => [...texts.values()].flat()))
  }

  /** Where all of these stand together. */
  find(wanted: readonly string[], unwanted: readonly string[] = []): Stood {
    const tests = [...wanted.map(text => this.#has(text)), ...unwanted.map(text => not(this.#has(text)))]
    const stood: Stood = new Map()
    for (const [at, snapshot] of this.#snapshots.entries()) {
      for (const [name, texts] of this.#texts.get(snapshot) ?? []) {
        if (!tests.every(test => test(texts))) continue
        const runs = stood.get(name) ?? []
        const last = runs.at(-1)
        if (last !== undefined && last[1] === this.#snapshots[at - 1]) last[1] = snapshot
        else runs.push([snapshot, snapshot])
        stood.set(name, runs)
      }
    }
    return stood
  }

  /** Resources that say the same share their texts, which are looked at once. */
  #has(text: string): Test {
    const wanted = slowForm(text)
    const known = new Map<readonly string[], boolean>()
    return texts => {
      const answer = known.get(texts) ?? texts.some(own => this.#formOf(own).includes(wanted))
      known.set(texts, answer)
      return answer
    }
  }

  #formOf(text: string): string {
    const known = this.#forms.get(text)
    if (known !== undefined) return known
    const form = slowForm(text)
    this.#forms.set(text, form)
    return form
  }
}

type Test = (texts: readonly string[]) => boolean

function not(test: Test): Test {
  return texts => !test(texts)
}

export function nameOf({
  kind,
  id,
  parentKind,
  parentId,
}: Pick<StoredResource, 'kind' | 'id' | 'parentKind' | 'parentId'>) {
  return `${kind} ${id} in ${parentKind} ${parentId}`
}

function digestsOf({ kind, contentDigest, parts }: StoredResource): string {
  return JSON.stringify([kind, contentDigest, parts.map(({ name, digest }) => [name, digest])])
}

function textsOf(vault: Vault, resource: StoredResource): readonly string[] {
  return textUnits(vault, resource).units.flatMap(unit => Array.from(unit.read(), ({ text }) => text))
}

/** One character after the other, by no pattern of the program's. */
function slowForm(text: string): string {
  const ignorable = /^\p{Default_Ignorable_Code_Point}$/u
  const kept = [...text.toWellFormed()].filter(character => !ignorable.test(character)).join('')
  const form: string[] = []
  for (const character of kept.normalize('NFKC')) {
    const isSpace = character.trim() === '' || /^\p{Cc}$/u.test(character)
    if (!isSpace) form.push(character.toLowerCase().replace('ς', 'σ'))
    else if (form.at(-1) !== ' ') form.push(' ')
  }
  return form.join('')
}
