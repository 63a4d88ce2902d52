/**
 * Gives a zip an address that the platform can fetch it from, for the time of one import.
 */

export interface BundlePublisher {
  /** `zip` is a file. The address cannot be guessed, and is gone after `close` or when it expires. */
  publish(zip: string): Promise<PublishedBundle>
  /** Releases what the publisher holds; what is published is gone. */
  close(): Promise<void>
}

export interface PublishedBundle {
  url: string
  close(): Promise<void>
}
