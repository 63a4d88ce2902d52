/** A configuration file with every setting, explained and commented out: what `docvault config init` writes. */
import { stringify } from 'yaml'
import { displayValue } from './display.ts'
import { environmentName, type Setting, settings } from './settings.ts'

const HEAD = `# docvault. Every setting is here with its default; take away a # to change one.
# Each can be set in the environment as well, by the name in brackets. Secrets are better in files: ...File.
`

const TAIL = `
# Several platforms in one daemon: each has a name, its address, its token, and what differs from the above.
# What some of them share can stand in a template: \${name} and \${tenant} are replaced there, and in the entries.
# templates:
#   eu:
#     tokenFile: /run/secrets/\${name}
#     schedules:
#       timezone: Europe/Berlin
# platforms:
#   - name: beta
#     extends: eu
#     url: https://api.example.com/v1
#   - name: acme
#     url: https://api.example.com/v1
#     tokenFile: /run/secrets/acme-token
#     organizations: []
#     vault:
#       path: /data/vault/acme
#     schedules:
#       backup: 30 1 * * *
#       timezone: Europe/Berlin
`

export function exampleConfig(): string {
  const sections = Map.groupBy(Object.entries<Setting>(settings), ([key]) => key.split('.')[0] ?? key)
  const texts = [...sections].map(([section, entries]) => `\n${section}:\n${entries.map(entryOf).join('')}`)
  // A section without a value would be null, which is no map: the whole section stays a comment until it is used.
  return HEAD + texts.map(text => text.replace(/^(\w+):$/m, '# $1:')).join('') + TAIL
}

function entryOf([key, setting]: [string, Setting]): string {
  const name = key.slice(key.indexOf('.') + 1)
  const value = setting.default === null ? '' : ` ${textOf(displayValue(setting, setting.default))}`
  return `#   # ${setting.doc} [${environmentName(key)}]\n#   ${name}:${value}\n`
}

/** On one line. */
function textOf(value: ReturnType<typeof displayValue>): string {
  return Array.isArray(value) ? JSON.stringify(value) : stringify(value).trimEnd()
}
