import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** Those whose statements are run once a resource, and join. */
const hot = ['views', 'scopes', 'bodies', 'current']

test('a statement that joins is not prepared anew for each binding', () => {
  for (const name of hot) {
    const source = readFileSync(new URL(`../../src/vault/catalog/${name}.ts`, import.meta.url), 'utf8')
    const joined = [...source.matchAll(/[`'][^`']*\bJOINS?\b[^`']*[`']/g)].map(([sql]) => sql)
    expect([name, joined.length > 0]).toEqual([name, true])
    // `= ?` costs eight times what `= +?` costs: see `prepareOnce`.
    const bare = joined.flatMap(sql => sql.match(/[\w.]+ = [?:]\w*/g) ?? [])
    expect([name, bare]).toEqual([name, []])
  }
})
