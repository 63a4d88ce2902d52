/**
 * Gives what the platform has to fetch an address that it can be fetched from, for the time of one import: a zip, or a
 * Git repository to be cloned.
 */

export interface BundlePublisher {
  /** `zip` is a file. The address cannot be guessed, and is gone after `close` or when it expires. */
  publish(zip: string): Promise<PublishedBundle>
  /** `repository` is a bare one. The same holds for its address. */
  serve(repository: string): Promise<ServedRepository>
  /** No network is between it and who fetches: what it publishes need not be small. */
  isLocal?: boolean
  /** Releases what the publisher holds; what is published is gone. */
  close(): Promise<void>
}

export interface PublishedBundle {
  url: string
  close(): Promise<void>
}

export interface ServedRepository extends PublishedBundle {
  expiresMs: number
  /** Somebody cloned it to the end. */
  fetched(): boolean
}
