/**
 * What the daemon works with: the configuration of each platform, as of the last time it was read, and every secret that
 * was ever in one.
 */
import type { PlatformConfig } from '../../config/load.ts'
import type { Config } from '../../config/settings.ts'
import { UsageError } from '../model/errors.ts'
import type { Redact } from '../model/redact.ts'
import { planReload, type Reload } from './reload.ts'
import { Secrets } from './secrets.ts'

export class Configuration {
  #platforms: readonly PlatformConfig[]
  readonly #secrets = new Secrets()
  readonly redact: Redact = this.#secrets.redact

  constructor(platforms: readonly PlatformConfig[]) {
    this.#platforms = platforms
    this.#keepSecretsOf(platforms)
  }

  get platforms(): readonly PlatformConfig[] {
    return this.#platforms
  }

  /** What is of the daemon as a whole is the same for every platform. Throws UsageError where there is none. */
  common(): Config {
    const [first] = this.#platforms
    if (!first) throw new UsageError('there is no platform to work for')
    return first.config
  }

  /** A command works with a configuration of its own. */
  keepSecrets(config: Config): void {
    this.#secrets.keep(config)
  }

  /** Takes over what needs no restart. */
  reload(platforms: readonly PlatformConfig[]): Reload {
    const plan = planReload(this.#platforms, platforms)
    this.#platforms = this.#platforms.map(({ name, config }) => ({
      name,
      config: plan.configs.get(name) ?? config,
    }))
    this.#keepSecretsOf([...platforms, ...this.#platforms])
    return plan
  }

  #keepSecretsOf(platforms: readonly PlatformConfig[]): void {
    for (const { config } of platforms) this.#secrets.keep(config)
  }
}
