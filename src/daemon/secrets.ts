/** Every secret that a configuration ever held, so that it can be taken out of whatever leaves the process. */
import { type Config, type Setting, settings } from '../../config/settings.ts'
import { makeRedact, type Redact } from '../model/redact.ts'

export class Secrets {
  readonly #known = new Set<string>()
  #redact: Redact = text => text

  /** What was secret stays so: it may be on its way into a log. */
  keep(config: Config): void {
    const before = this.#known.size
    for (const secret of secretsOf([{ config }])) this.#known.add(secret)
    if (this.#known.size > before) this.#redact = makeRedact([...this.#known])
  }

  readonly redact: Redact = text => this.#redact(text)
}

export function secretsOf(platforms: readonly { config: Config }[]): string[] {
  const names = Object.entries<Setting>(settings).flatMap(([key, { secret }]) => (secret ? [key] : []))
  const values = platforms.flatMap(({ config }) =>
    Object.entries(config).flatMap(([key, value]) =>
      names.includes(key) && typeof value === 'string' ? [value] : [],
    ),
  )
  return [...new Set(values)]
}
