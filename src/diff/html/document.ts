/**
 * The frame of a self-contained HTML file: no script, no request, readable in light and dark, on a telephone and on
 * paper. Every text goes through `escapeHtml`.
 */
export function escapeHtml(text: string): string {
  return text
    .replaceAll(DRIVING, '\uFFFD')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')
    .replaceAll('\r', '&#13;')
    .replaceAll('\n', '&#10;')
}

/** What would turn the text around it, or be refused in HTML: seen to be there, and not obeyed. */
const DRIVING = /[^\P{Cc}\t\n\r]|[\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu

/** `statement`: in the first line for programs, as it stands first on the page for people. */
export function openDocument(title: string, statement = ''): string {
  const comment = statement === '' ? '' : `<!-- ${escapeHtml(statement).replaceAll('--', '- -')} -->`
  return `<!doctype html>${comment}
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="generator" content="docvault">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${escapeHtml(title)}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
`
}

export function closeDocument(): string {
  return '</main>\n</body>\n</html>\n'
}

const STYLE = `
:root {
  color-scheme: light dark;
  --ground: #ffffff; --panel: #f5f6f8; --ink: #1b1f24; --soft: #57606a; --line: #d0d7de; --link: #0550ae;
  --removed: #ffebe9; --removed-word: #ffb3ad; --added: #dafbe1; --added-word: #8fe0a0;
  --critical: #a40e26; --high: #953800; --medium: #7d4e00; --low: #0550ae; --info: #57606a; --unknown: #8250df;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #0d1117; --panel: #161b22; --ink: #e6edf3; --soft: #9198a1; --line: #3d444d; --link: #79b8ff;
    --removed: #3c1618; --removed-word: #8a2f33; --added: #12301c; --added-word: #21683a;
    --critical: #ff8b93; --high: #ffa657; --medium: #e3b341; --low: #79c0ff; --info: #9198a1; --unknown: #d2a8ff;
  }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--ink); font: 15px/1.5 system-ui, sans-serif; }
main { max-width: 1200px; margin: 0 auto; padding: 24px 20px 64px; }
h1 { font-size: 26px; line-height: 1.25; margin: 0 0 8px; }
h2 { font-size: 20px; margin: 36px 0 12px; padding-bottom: 4px; border-bottom: 1px solid var(--line); }
h3 { font-size: 16px; margin: 24px 0 6px; }
h1, h2, h3, p, td, th, dd, li, code { overflow-wrap: anywhere; }
table.rows td[data-name='when'] { white-space: nowrap; overflow-wrap: normal; }
table.rows th, table.rows td[data-name='who'], table.rows td[data-name='role'] { overflow-wrap: break-word; }
a { color: var(--link); }
p { margin: 6px 0; }
.soft { color: var(--soft); }
.banner { border: 2px solid var(--high); border-radius: 6px; padding: 10px 14px; margin: 12px 0; font-weight: 600; }
code, .code { font: 13px/1.5 ui-monospace, monospace; }
nav ul { columns: 2; gap: 24px; padding-left: 20px; margin: 8px 0; }
nav li { break-inside: avoid; }
dl.facts { display: grid; grid-template-columns: max-content 1fr; gap: 4px 16px; margin: 12px 0; }
dl.facts dt { color: var(--soft); }
dl.facts dd { margin: 0; }
table { border-collapse: collapse; width: 100%; margin: 10px 0; }
th, td { text-align: left; vertical-align: top; padding: 5px 8px; border: 1px solid var(--line); }
th { background: var(--panel); font-weight: 600; }
td.number { text-align: right; font-variant-numeric: tabular-nums; }
.tag { display: inline-block; font-weight: 600; white-space: nowrap; }
table.rows th, table.rows td { min-width: 6.6em; }
table.body { table-layout: fixed; font: 13px/1.45 ui-monospace, monospace; }
table.body td { border: 0; border-left: 1px solid var(--line); padding: 1px 6px; white-space: pre-wrap; }
table.body td.at { width: 48px; color: var(--soft); text-align: right; border-left: 0; user-select: none; }
table.body col.at { width: 48px; }
table.body { border: 1px solid var(--line); }
table.body td.gone { background: var(--removed); }
table.body td.come { background: var(--added); }
table.body td.gone::before { content: '− '; color: var(--soft); }
table.body td.come::before { content: '+ '; color: var(--soft); }
table.body td.skip { color: var(--soft); background: var(--panel); border: 0; }
table.body del { background: var(--removed-word); text-decoration: line-through; }
table.body ins { background: var(--added-word); text-decoration: none; font-weight: 600; }
.critical { color: var(--critical); } .high { color: var(--high); } .medium { color: var(--medium); }
.low { color: var(--low); } .info { color: var(--info); } .unknown { color: var(--unknown); }
.sign td { height: 34px; }
@media (max-width: 700px) {
  main { padding: 16px 12px 48px; }
  h1 { font-size: 21px; }
  nav ul { columns: 1; }
  dl.facts { grid-template-columns: 1fr; gap: 0; }
  dl.facts dd { margin-bottom: 8px; }
  table.rows, table.rows tbody, table.rows tr, table.rows td { display: block; border: 0; padding: 0; }
  table.rows thead { display: none; }
  table.rows tr { border: 1px solid var(--line); border-radius: 6px; padding: 8px 10px; margin: 8px 0; }
  table.rows td { padding: 2px 0; min-width: 0; }
  table.rows td[data-name]:not(:empty)::before { content: attr(data-name) ": "; color: var(--soft); }
  table.rows td:empty { display: none; }
  table.body, table.body tbody, table.body tr { display: block; }
  table.body colgroup { display: none; }
  table.body td { display: block; border: 0; }
  table.body td.at, table.body td.blank, table.body td.twice { display: none; }
}
@media print {
  :root {
    color-scheme: light;
    --ground: #fff; --panel: #f2f2f2; --ink: #000; --soft: #444; --line: #999; --link: #000;
    --removed: #f6dada; --removed-word: #e6a9a9; --added: #dcefdc; --added-word: #a8d5a8;
    --critical: #8c0b20; --high: #7a2e00; --medium: #5f3b00; --low: #003d80; --info: #444; --unknown: #5a32a3;
  }
  body { font-size: 9pt; }
  table.rows th, table.rows td { min-width: 4.6em; padding: 3px 4px; }
  main { max-width: none; padding: 0; }
  table.rows td[data-name='decision'], table.rows td[data-name='justification'] { min-width: 9em; }
  h1, h2, h3, h2 + .soft, h3 + .soft, h2 + p { break-after: avoid; }
  tr, li, dt, dd { break-inside: avoid; }
  dt { break-after: avoid; }
  p, li { orphans: 3; widows: 3; }
  thead { display: table-header-group; }
  a { text-decoration: none; }
  * { print-color-adjust: exact; }
}
@page {
  size: A4 landscape; margin: 12mm;
  @bottom-right { content: counter(page) ' / ' counter(pages); font: 8pt system-ui, sans-serif; color: #444; }
}
`
