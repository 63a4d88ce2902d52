/** `If-Match` and `If-None-Match` of reads and of writes. */
import { S3Error } from '../errors.ts'
import { type Exchange, headerOf } from '../exchange.ts'
import type { ObjectVersion } from '../state/bucket.ts'

export function assertReadConditions(exchange: Exchange, { etag }: ObjectVersion): void {
  const match = headerOf(exchange, 'if-match')
  if (match !== undefined && !names(match, etag)) throw failed()
  const noneMatch = headerOf(exchange, 'if-none-match')
  if (noneMatch !== undefined && names(noneMatch, etag))
    throw new S3Error('NotModified', 'Not Modified', { etag: `"${etag}"` })
}

/** Of a write only `*` can be excluded. */
export function assertWriteConditions(exchange: Exchange, current: ObjectVersion | null): void {
  const noneMatch = headerOf(exchange, 'if-none-match')
  if (noneMatch !== undefined && noneMatch !== '*')
    throw new S3Error('NotImplemented', 'A header you provided implies functionality that is not implemented')
  if (noneMatch === '*' && current !== null) throw failed()
  const match = headerOf(exchange, 'if-match')
  if (match === undefined) return
  if (current === null) throw new S3Error('NoSuchKey', 'The specified key does not exist.')
  if (!names(match, current.etag)) throw failed()
}

const names = (header: string, etag: string): boolean =>
  header === '*' || header.split(',').some(one => one.trim().replaceAll('"', '') === etag)

const failed = (): S3Error =>
  new S3Error('PreconditionFailed', 'At least one of the pre-conditions you specified did not hold')
