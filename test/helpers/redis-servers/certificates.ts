/** An authority of a test's own with a certificate for a server called `redis.test` and one for a client. */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

export interface Certificates {
  ca: string
  server: { certificate: string; key: string }
  client: { certificate: string; key: string }
}

export const SERVER_NAME = 'redis.test'

export function makeCertificates(): Certificates {
  const folder = mkdtempSync(join(tmpdir(), 'docvault-tls-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const at = (name: string) => join(folder, name)
  const openssl = (...args: string[]) => execFileSync('openssl', args, { stdio: 'ignore' })
  const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']
  openssl(
    'req',
    '-x509',
    ...newKey,
    '-keyout',
    at('ca.key'),
    '-out',
    at('ca.pem'),
    '-subj',
    '/CN=Test',
    '-days',
    '2',
  )
  const sign = (name: string, extension: string) => {
    writeFileSync(at(`${name}.ext`), extension)
    openssl('req', ...newKey, '-keyout', at(`${name}.key`), '-out', at(`${name}.csr`), '-subj', `/CN=${name}`)
    const authority = ['-CA', at('ca.pem'), '-CAkey', at('ca.key'), '-CAcreateserial', '-days', '2']
    openssl(
      'x509',
      '-req',
      '-in',
      at(`${name}.csr`),
      ...authority,
      '-extfile',
      at(`${name}.ext`),
      '-out',
      at(`${name}.pem`),
    )
    return { certificate: at(`${name}.pem`), key: at(`${name}.key`) }
  }
  return {
    ca: at('ca.pem'),
    server: sign('server', `subjectAltName=DNS:${SERVER_NAME}`),
    client: sign('client', 'extendedKeyUsage=clientAuth'),
  }
}
