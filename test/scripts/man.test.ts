import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { manPages } from '../../scripts/docs/man.ts'
import { bold, escapeRoff, prose } from '../../scripts/docs/roff.ts'
import { commonOptions, defineAll } from '../../src/cli/define-command.ts'
import { exitCodes } from '../../src/cli/exit-code.ts'

const root = resolve(import.meta.dirname, '../..')
const packageSchema = z.object({ man: z.array(z.string()), files: z.array(z.string()) })
const pages = await manPages('1.2.3')
const defined = await defineAll()

test('the man pages name every command, argument, option, example and exit code', () => {
  const main = pages.get('man/docvault.1') ?? ''
  const lacking = defined.flatMap(({ entry, command, module }) => {
    const own = pages.get(`man/docvault-${entry.name}.1`) ?? ''
    const names = command.registeredArguments.map(one => `\\fI${escapeRoff(one.name())}\\fR`)
    const flags = [...command.options, ...commonOptions()].map(one => bold(one.flags))
    const lines = module.examples.map(([line]) => bold(line))
    return [
      ...[...names, ...flags, ...lines].filter(one => !own.includes(`\n${one}\n`)),
      ...[...flags, ...lines].filter(one => !main.includes(`\n${one}\n`)),
    ]
  })
  expect(lacking).toEqual([])
  for (const code of Object.values(exitCodes)) expect(main).toContain(`\n.TP\n\\fB${code}\\fR\n`)
})

test('no line of a man page begins with a control that text brought along, and all of it is ASCII', () => {
  const requests = /^\.(\\"|TH |SH [A-Z ]+$|SS |TP$|PP$|RS$|RE$)/
  for (const page of pages.values()) {
    const controls = page.split('\n').filter(line => /^[.']/.test(line))
    expect(controls.filter(line => !requests.test(line))).toEqual([])
    expect(page).toMatch(/^[\x20-\x7e\n]*$/)
  }
})

test('whatever text says, it is one line of ASCII without a request and without an escape of its own', () => {
  const text = fc.oneof(
    fc.string(),
    fc.string({ unit: fc.constantFrom('.', '\\', "'", '-', '\n', '`', 'f', 'B', '…') }),
  )
  fc.assert(
    fc.property(text, given => {
      for (const made of [escapeRoff(given), prose(given), bold(given)]) {
        expect(made).toMatch(/^(?![.'])[\x20-\x7e]*$/)
        expect(made.replaceAll(/\\(e|-|&|f[BR]|\((aq|ga|ha|ti|dq)|\[u[0-9A-F]{4,6}\])/g, '')).not.toContain(
          '\\',
        )
      }
    }),
  )
})

test('npm installs every man page', () => {
  const { man, files } = packageSchema.parse(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')))
  expect(man).toEqual([...pages.keys()].map(path => `./${path}`).sort())
  expect(files).toContain('man')
})
