/** Where the daemon can be asked. */
import type { Setting } from '../setting.ts'

export const serverSettings = {
  'server.host': {
    type: 'text',
    default: '127.0.0.1',
    global: true,
    restart: true,
    doc: 'Address to listen on. Without server.token only loopback is used, whatever this says.',
  },
  'server.port': {
    type: 'integer',
    default: 8090,
    range: [0, 65_535],
    global: true,
    restart: true,
    doc: 'Port to listen on; 0 takes a free one.',
  },
  'server.publicUrl': {
    type: 'text',
    default: null,
    global: true,
    restart: true,
    doc: 'How others reach the server; in links of notifications.',
  },
  'server.token': {
    type: 'text',
    default: null,
    secret: true,
    global: true,
    restart: true,
    doc: 'Needed for everything but health, as a bearer token or as the password of any user.',
  },
  'server.tokenFile': {
    type: 'text',
    default: null,
    global: true,
    restart: true,
    doc: 'File that holds server.token.',
  },
  'server.restoreToken': {
    type: 'text',
    default: null,
    secret: true,
    global: true,
    restart: true,
    doc: 'A second bearer token, for everything that server.token is for and for applying plans that delete. Without it nothing is deleted over HTTP.',
  },
  'server.restoreTokenFile': {
    type: 'text',
    default: null,
    global: true,
    restart: true,
    doc: 'File that holds server.restoreToken.',
  },
} as const satisfies Record<string, Setting>
