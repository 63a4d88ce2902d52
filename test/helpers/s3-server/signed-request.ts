/** One signed request to a store for tests, with any header: what no client would send as well. */
import { signedHeaders } from '../../../src/restore/publish/sign-v4.ts'
import type { Credential } from './auth/credentials.ts'
import { sha256 } from './auth/signature.ts'
import { OWNER, type S3Server } from './server.ts'

export interface WantedRequest {
  method: string
  /** With the query, escaped. */
  path: string
  headers?: Record<string, string>
  body?: string
  credential?: Credential
  /** The client's clock. */
  at?: number
}

export async function signedRequest(store: S3Server, wanted: WantedRequest): Promise<Response> {
  const { method, path, headers = {}, body = '', credential = OWNER, at = Date.now() } = wanted
  const keys = { accessKeyId: credential.id, secretAccessKey: credential.secret, region: 'us-east-1' }
  const url = new URL(`${store.url}${path}`)
  const signed = signedHeaders(keys, { method, url, payload: sha256(body), headers }, new Date(at))
  return fetch(url, { method, headers: signed, ...(method === 'GET' || method === 'HEAD' ? {} : { body }) })
}
