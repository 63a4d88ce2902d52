/** What of a document that stands in a resource's own fields changes without anybody changing it. */
export const DOCUMENT_NOISE = ['**.key', '**.meta.token', '**.schemaVersion'] as const
