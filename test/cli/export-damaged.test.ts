/** An export of a vault that is damaged: all that can be read, the rest by name, and an exit code that says so. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type Company, makeCompany } from '../helpers/company.ts'
import { docvault } from '../helpers/docvault.ts'
import { ruin } from '../helpers/ruin.ts'

async function backedUp(): Promise<Company> {
  const company = await makeCompany()
  await company.backUp()
  return company
}

describe('an export of a damaged vault', () => {
  test('has all but what cannot be read, and names that', async () => {
    const company = await backedUp()
    ruin(company, 'On Linux', ['markdown', 'document'])
    ruin(company, 'logo.png', ['bytes'])
    const out = join(company.folder, 'out')
    const run = await docvault(['export', 'latest', out], { env: company.env })
    const [code, stdout] = [run.code, String(run.stdout)]
    expect(code).toBe(13)
    expect(stdout).toContain('  damaged: guides/linux.md: content ')
    expect(stdout).toContain('  damaged: .gitbook/assets/logo.png: content ')
    expect(stdout).toContain(
      'left out because it is damaged: 4 things; `docvault repair` says what can be mended',
    )
    expect(readFileSync(join(out, 'Handbook/guides/install.md'), 'utf8')).toContain('# Install')
    expect(existsSync(join(out, 'Handbook/.gitbook/assets/logo.png'))).toBe(false)
    expect(readdirSync(join(out, 'Handbook/.gitbook/assets'))).toEqual(['notes (1).txt'])
  })

  test('makes a page from its document where its Markdown cannot be read, and says so', async () => {
    const company = await backedUp()
    ruin(company, 'On Linux', ['markdown'])
    const out = join(company.folder, 'out')
    const run = await docvault(['export', 'latest', out], { env: company.env })
    const [code, stdout] = [run.code, String(run.stdout)]
    expect(code).toBe(13)
    expect(stdout).toContain(
      'damaged: guides/linux.md, which is made from its document in place of this: content ',
    )
    expect(readFileSync(join(out, 'Handbook/guides/linux.md'), 'utf8')).toContain('ünïcödé')
  })

  test('is whole as a zip', async () => {
    const company = await backedUp()
    ruin(company, 'logo.png', ['bytes'])
    const out = join(company.folder, 'zips')
    const { code } = await docvault(['export', 'latest', out, '--zip'], { env: company.env })
    expect(code).toBe(13)
    expect(
      readdirSync(out)
        .filter(name => name.endsWith('.zip'))
        .sort(),
    ).toEqual(['Handbook.zip', 'Second.zip'])
  })
})
