/**
 * Where a download may lead. A file's URL comes from the platform, so from people who can edit content: without
 * this check it could make docvault read a cloud's metadata service or a neighbour in the private network.
 */
import { lookup } from 'node:dns/promises'
import type { LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'
import { buildConnector } from 'undici'
import { ForbiddenAddress } from './errors.ts'

/** Ranges of ipaddr.js that are not the public internet, loopback and link-local among them, are refused. */
export function isPublicAddress(address: string): boolean {
  return ipaddr.process(address).range() === 'unicast'
}

/**
 * A connector that resolves the name itself and connects to the address it has checked, so that a second answer
 * of the name server cannot slip in between. Throws ForbiddenAddress.
 */
export function makePublicConnector(): buildConnector.connector {
  return buildConnector({ lookup: lookupPublic })
}

/** Names that are literal addresses are never looked up by the socket, so they are checked on their own. */
export function assertLiteralIsPublic(url: URL): void {
  const host = url.hostname.replace(/^\[|\]$/g, '')
  if (ipaddr.isValid(host) && !isPublicAddress(host)) throw refusal(host)
}

const lookupPublic: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { all: true, family: options.family ?? 0 }).then(
    found => {
      const hidden = found.find(resolved => !isPublicAddress(resolved.address))
      const first = found[0]
      if (hidden || !first) callback(refusal(hidden?.address ?? hostname), '', 4)
      else if (options.all) callback(null, found)
      else callback(null, first.address, first.family)
    },
    (error: NodeJS.ErrnoException) => callback(error, '', 4),
  )
}

function refusal(address: string): ForbiddenAddress {
  return new ForbiddenAddress(`refused to download from the private address ${address}`, {
    operation: 'download',
  })
}
