/** Opens the platform client as the configuration says. */
import type { Config } from '../config/settings.ts'
import { UsageError } from '../src/model/errors.ts'
import type { CapabilityFacts } from '../src/platform/capabilities.ts'
import { openPlatform, type Platform } from '../src/platform/client.ts'

export function openPlatformFor(
  config: Config,
  signal: AbortSignal | undefined,
  facts: CapabilityFacts,
): Platform {
  const requestsPerMinute = config['platform.requestsPerMinute']
  return openPlatform(
    {
      url: needed(config['platform.url'], 'platform.url', 'the address of the management API'),
      token: needed(config['platform.token'], 'platform.token', 'an API token'),
      concurrency: config['platform.concurrency'],
      attempts: config['platform.attempts'],
      retryDelayMs: config['platform.retryDelay'],
      timeoutMs: config['platform.timeout'],
      maxBodyBytes: config['platform.maxBodyBytes'],
      maxFileBytes: config['platform.maxFileBytes'],
      maxRateLimitWaitMs: config['platform.maxRateLimitWait'],
      allowPrivateAddresses: config['platform.allowPrivateAddresses'],
      userAgent: 'docvault',
      ...(requestsPerMinute === null ? {} : { requestsPerMinute }),
      ...(signal ? { signal } : {}),
    },
    facts,
  )
}

function needed(value: string | null, key: string, what: string): string {
  if (value !== null) return value
  const name = `DOCVAULT_${key.replace('.', '_').toUpperCase()}`
  throw new UsageError(`${key} is not set`, {
    hint: `set ${name} (or ${key} in docvault.yaml) to ${what}; \`docvault demo\` needs neither`,
  })
}
