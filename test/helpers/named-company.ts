/**
 * A company in which people are named wherever a text stands: titles, bodies in and out of markup, comments, files in several
 * encodings, addresses in mixed case. Who they are is asked of the platform itself.
 */
import { z } from 'zod'
import { type Company, handbookFiles, makeCompany } from './company.ts'
import type { JudgedOptions } from './judged-emulator.ts'

/** Accents, signs that mean something to regular expressions and to Markdown, scripts without spaces, one word, two letters. */
const HOSTILE: readonly [name: string, address: string][] = [
  ['José Ñúñez-Ibáñez', 'Jose.Nunez@acme.example'],
  ["Zoë (Bob) O'Neil+", "zoe.o'neil+docs@acme.example"],
  ['A.* [regex] $1', 'a_b-c.d@mail.acme.example'],
  ['Nakamura, Hiroshi Jr.', 'HIROSHI@acme.example'],
  ['中村浩', 'nakamura@example.co.jp'],
  ['Yıldız Øster', 'yildiz@xn--ster-0ra.example'],
  ['Wanjirukamau', 'wanjiru@contractor.example'],
  ['Bo', 'bo@acme.example'],
  ['O’Brien‑Smith Ann', 'ann@acme.example'],
]

export interface Identity {
  name: string
  address: string
}

export interface NamedCompany {
  company: Company
  /** As the platform has them. */
  people: readonly Identity[]
}

const usersSchema = z.object({ users: z.array(z.object({ displayName: z.string(), email: z.string() })) })

export function identitiesOf(state: unknown): Identity[] {
  return usersSchema.parse(state).users.map(user => ({ name: user.displayName, address: user.email }))
}

export async function makeNamedCompany(options: JudgedOptions): Promise<NamedCompany> {
  const company = await makeCompany({ asDescribed: false, ...options })
  const { emulator } = company
  for (const [displayName, email] of HOSTILE) emulator.create('member', { displayName, email, role: 'edit' })
  const people = identitiesOf(emulator.state())
  await company.edit(filesWith(people))
  const space = emulator.create('space', { title: `Space of ${people.at(-1)?.name}` })
  for (const person of people.slice(-30)) {
    const markdown = sentencesWith(person).join('\n\n')
    const page = emulator.create('page', { space, title: `About ${person.name}`, markdown })
    await remark(company, space, page, person)
  }
  emulator.create('team', { title: `Team of ${people[1]?.name}` })
  emulator.create('collection', {
    title: `Papers of ${people[2]?.name}`,
    description: `Ask ${people[3]?.address}`,
  })
  return { company, people }
}

/** As somebody may write of somebody. */
function sentencesWith({ name, address }: Identity): string[] {
  const [first = '', ...rest] = name.split(' ')
  return [
    `${name} wrote it, and ${bold(name)}’s team reads it: ask @${name}.`,
    `Write to <${address}>, ${mixed(address)} or [by mail](mailto:${address}?subject=${encodeURIComponent(name)}).`,
    ...(rest.length === 0
      ? []
      : [`Half in bold: ${bold(first)} ${rest.join(' ')}, and ${name.toUpperCase()}.`]),
    `\`owner: ${name} <${address.toUpperCase()}>\``,
  ]
}

/** An asterisk in bold is bold no more. */
function bold(text: string): string {
  return text.includes('*') ? text : `**${text}**`
}

function mixed(text: string): string {
  return Array.from(text, (sign, at) => (at % 2 === 0 ? sign.toUpperCase() : sign)).join('')
}

const TOGETHER = 50

function filesWith(people: readonly Identity[]): Record<string, string> {
  const groups = [...Map.groupBy(people.entries(), ([at]) => Math.floor(at / TOGETHER)).values()].map(group =>
    group.map(([, person]) => person),
  )
  const links = groups.map((_group, at) => `* [Who is who ${at}](people-${at}.md)`)
  const shown = '![people](.gitbook/assets/people.svg)\n\n{% file src=".gitbook/assets/people.csv" %}\n'
  return {
    'SUMMARY.md': `${handbookFiles['SUMMARY.md']}${links.join('\n')}\n`,
    'README.md': `${handbookFiles['README.md']}\n${shown}\n`,
    '.gitbook/assets/people.csv': people.map(({ name, address }) => `"${name}",${mixed(address)}`).join('\n'),
    '.gitbook/assets/people.svg': `<svg xmlns="http://www.w3.org/2000/svg">${people
      .map(({ name }) => `<text>${name}</text>`)
      .join('\n')}</svg>`,
    '.gitbook/assets/people.json': JSON.stringify(people, null, 2),
    ...Object.fromEntries(
      groups.map((group, at) => [
        `people-${at}.md`,
        `# Who is who ${at}\n\n${group.flatMap(sentencesWith).join('\n\n')}\n\n| name | address |\n| --- | --- |\n${group
          .map(({ name, address }) => `| ${name} | ${address} |`)
          .join('\n')}\n`,
      ]),
    ),
  }
}

async function remark({ emulator }: Company, space: string, page: string, person: Identity): Promise<void> {
  const { url, token } = emulator
  const answer = await fetch(`${url}/spaces/${space}/comments`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ page, body: { markdown: `${person.name} (${mixed(person.address)}) knows.` } }),
  })
  if (!answer.ok) throw new Error(`no comment: ${answer.status} ${await answer.text()}`)
}
