/** Every operation that the store knows: how its request looks, what right it needs, and who answers. */
import type { Right } from './auth/credentials.ts'
import { S3Error } from './errors.ts'
import type { Answer, Exchange } from './exchange.ts'
import * as buckets from './routes/buckets.ts'
import { listObjects, listObjectsV2, listObjectVersions } from './routes/listing.ts'
import * as locking from './routes/locking.ts'
import * as multipart from './routes/multipart.ts'
import { getObject, getObjectAttributes } from './routes/reading.ts'
import { deleteObject, deleteObjects } from './routes/removing.ts'
import { copyObject, putObject } from './routes/writing.ts'

/** Null: decided for each object where it is removed. */
type Operation = [right: Right | null, handle: (exchange: Exchange) => Answer]

const OPERATIONS = {
  ListBuckets: ['list', buckets.listBuckets],
  CreateBucket: ['administer', buckets.createBucket],
  HeadBucket: ['list', buckets.headBucket],
  DeleteBucket: ['administer', buckets.deleteBucket],
  GetBucketLocation: ['list', buckets.getBucketLocation],
  GetBucketVersioning: ['list', buckets.getBucketVersioning],
  PutBucketVersioning: ['administer', buckets.putBucketVersioning],
  GetObjectLockConfiguration: ['list', locking.getObjectLockConfiguration],
  PutObjectLockConfiguration: ['administer', locking.putObjectLockConfiguration],
  GetAcl: ['list', buckets.lacking('NotImplemented')],
  GetBucketPolicy: ['list', buckets.lacking('NoSuchBucketPolicy')],
  GetBucketCors: ['list', buckets.lacking('NoSuchCORSConfiguration')],
  GetBucketLifecycle: ['list', buckets.lacking('NoSuchLifecycleConfiguration')],
  ListObjects: ['list', listObjects],
  ListObjectsV2: ['list', listObjectsV2],
  ListObjectVersions: ['list', listObjectVersions],
  GetObject: ['read', getObject],
  HeadObject: ['read', getObject],
  GetObjectAttributes: ['read', getObjectAttributes],
  PutObject: ['write', putObject],
  CopyObject: ['write', copyObject],
  DeleteObject: [null, deleteObject],
  DeleteObjects: [null, deleteObjects],
  CreateMultipartUpload: ['write', multipart.createMultipartUpload],
  UploadPart: ['write', multipart.uploadPart],
  CompleteMultipartUpload: ['write', multipart.completeMultipartUpload],
  AbortMultipartUpload: ['write', multipart.abortMultipartUpload],
  ListParts: ['list', multipart.listParts],
  ListMultipartUploads: ['list', multipart.listMultipartUploads],
  PutObjectRetention: ['lock', locking.putObjectRetention],
  GetObjectRetention: ['read', locking.getObjectRetention],
  PutObjectLegalHold: ['lock', locking.putObjectLegalHold],
  GetObjectLegalHold: ['read', locking.getObjectLegalHold],
} satisfies Record<string, Operation>

export type OperationName = keyof typeof OPERATIONS

const LOCKING = ['x-amz-object-lock-mode', 'x-amz-object-lock-legal-hold']

export function perform(name: OperationName, exchange: Exchange): Answer {
  const [right, handle]: Operation = OPERATIONS[name]
  const { rights } = exchange.credential
  const locks = LOCKING.some(header => exchange.headers[header] !== undefined)
  if ((right !== null && !rights.includes(right)) || (locks && !rights.includes('lock')))
    throw new S3Error('AccessDenied', 'Access Denied')
  return handle(exchange)
}

const OF_STORE: Record<string, OperationName> = { GET: 'ListBuckets' }

/** By the method, and what is asked for in the query; the first that is there. */
const OF_BUCKET: Record<string, [string, OperationName][]> = {
  HEAD: [['', 'HeadBucket']],
  PUT: [
    ['versioning', 'PutBucketVersioning'],
    ['object-lock', 'PutObjectLockConfiguration'],
    ['', 'CreateBucket'],
  ],
  POST: [['delete', 'DeleteObjects']],
  DELETE: [['', 'DeleteBucket']],
  GET: [
    ['location', 'GetBucketLocation'],
    ['versioning', 'GetBucketVersioning'],
    ['object-lock', 'GetObjectLockConfiguration'],
    ['acl', 'GetAcl'],
    ['policy', 'GetBucketPolicy'],
    ['cors', 'GetBucketCors'],
    ['lifecycle', 'GetBucketLifecycle'],
    ['versions', 'ListObjectVersions'],
    ['uploads', 'ListMultipartUploads'],
    ['list-type', 'ListObjectsV2'],
    ['', 'ListObjects'],
  ],
}

const OF_OBJECT: Record<string, [string, OperationName][]> = {
  HEAD: [['', 'HeadObject']],
  PUT: [
    ['retention', 'PutObjectRetention'],
    ['legal-hold', 'PutObjectLegalHold'],
    ['partNumber', 'UploadPart'],
    ['', 'PutObject'],
  ],
  POST: [
    ['uploads', 'CreateMultipartUpload'],
    ['uploadId', 'CompleteMultipartUpload'],
  ],
  DELETE: [
    ['uploadId', 'AbortMultipartUpload'],
    ['', 'DeleteObject'],
  ],
  GET: [
    ['attributes', 'GetObjectAttributes'],
    ['retention', 'GetObjectRetention'],
    ['legal-hold', 'GetObjectLegalHold'],
    ['acl', 'GetAcl'],
    ['uploadId', 'ListParts'],
    ['', 'GetObject'],
  ],
}

export interface Target {
  method: string
  bucketName: string
  key: string
  query: Map<string, string>
  isCopy: boolean
}

export function operationOf({ method, bucketName, key, query, isCopy }: Target): OperationName | null {
  if (bucketName === '') return OF_STORE[method] ?? null
  const table = (key === '' ? OF_BUCKET : OF_OBJECT)[method] ?? []
  const [, name = null] = table.find(([parameter]) => parameter === '' || query.has(parameter)) ?? []
  if (!isCopy) return name
  return name === 'PutObject' ? 'CopyObject' : null
}
