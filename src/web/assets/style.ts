/** The style of every view: system fonts, light and dark, from a telephone to a wide screen, and on paper. */
export const STYLE = `
:root {
  color-scheme: light dark;
  --ground: #ffffff; --panel: #f5f6f8; --ink: #1b1f24; --soft: #57606a; --line: #d0d7de; --link: #0550ae;
  --removed: #ffebe9; --removed-word: #ffc4bf; --added: #dafbe1; --added-word: #8fe0a0; --unknown-ground: #f6ecff;
  --good: #116329; --warn: #7d4e00; --bad: #a40e26; --unknown: #6639ba;
  --c0: #b5e3c0; --c1: #7fcf93; --c2: #46a860; --c3: #237a3b; --c4: #0f4d22; --p: #d4a72c; --f: #cf222e; --none: #d8dee4;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #0d1117; --panel: #161b22; --ink: #e6edf3; --soft: #9198a1; --line: #3d444d; --link: #79b8ff;
    --removed: #3c1618; --removed-word: #74282c; --added: #12301c; --added-word: #154826; --unknown-ground: #2b1d3d;
    --good: #56d364; --warn: #e3b341; --bad: #ff8b93; --unknown: #d2a8ff;
    --c0: #14402a; --c1: #1c6b3c; --c2: #2b9a56; --c3: #4fc878; --c4: #a3f0ba; --p: #bb8009; --f: #f85149; --none: #30363d;
  }
}
* { box-sizing: border-box; }
html { scroll-padding-top: 8px; }
body { margin: 0; background: var(--ground); color: var(--ink); font: 15px/1.5 system-ui, sans-serif; }
main, .crumbs, footer { max-width: 1200px; margin: 0 auto; padding: 0 20px; }
main { padding-bottom: 48px; }
a { color: var(--link); }
:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; }
h1 { font-size: 26px; line-height: 1.25; margin: 16px 0 8px; overflow-wrap: anywhere; }
h2 { font-size: 19px; margin: 32px 0 10px; }
p { margin: 6px 0; overflow-wrap: anywhere; }
bdi, code, td, dd, li { overflow-wrap: anywhere; }
.soft { color: var(--soft); }
.hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.skip { position: absolute; left: -9999px; }
.skip:focus { left: 8px; top: 8px; background: var(--ground); padding: 8px; z-index: 1; }
.top { display: flex; flex-wrap: wrap; gap: 8px 16px; align-items: center; padding: 10px 20px; background: var(--panel); border-bottom: 1px solid var(--line); }
.brand { font-weight: 700; text-decoration: none; color: var(--ink); }
.search { display: flex; gap: 6px; flex: 1; min-width: 0; max-width: 520px; }
.search input { flex: 1; min-width: 0; }
.operations { display: flex; flex-wrap: wrap; gap: 2px 14px; }
.person { display: flex; gap: 8px; align-items: center; margin-left: auto; }
input, select, button { font: inherit; color: inherit; background: var(--ground); border: 1px solid var(--soft); border-radius: 6px; padding: 5px 9px; max-width: 100%; }
button { background: var(--panel); cursor: pointer; }
label { display: inline-block; max-width: 100%; min-width: 0; }
.line { margin: 12px 0; display: flex; flex-wrap: wrap; gap: 8px 14px; align-items: center; }
.crumbs ol { list-style: none; margin: 10px 0 0; padding: 0; display: flex; flex-wrap: wrap; font-size: 13px; }
.crumbs li + li::before { content: '›'; padding: 0 8px; color: var(--soft); }
.bar { display: flex; flex-wrap: wrap; gap: 6px 18px; padding: 8px 12px; background: var(--panel); border: 1px solid var(--line); border-radius: 6px; margin: 12px 0; }
.actions { display: flex; flex-wrap: wrap; gap: 6px 18px; }
.tabs { list-style: none; display: flex; flex-wrap: wrap; gap: 2px 4px; padding: 0; margin: 12px 0; border-bottom: 1px solid var(--line); }
.tabs a { display: block; padding: 6px 12px; text-decoration: none; border-radius: 6px 6px 0 0; }
.tabs a:hover { text-decoration: underline; }
.tabs a[aria-current] { font-weight: 700; color: var(--ink); box-shadow: inset 0 -3px 0 var(--link); }
.notice { border: 1px solid var(--line); border-left: 5px solid var(--p); padding: 8px 12px; background: var(--panel); }
.hint { white-space: pre-wrap; }
.empty { border: 1px dashed var(--soft); border-radius: 6px; padding: 18px; margin: 12px 0; }
.tag { display: inline-block; border: 1px solid var(--line); border-radius: 9px; padding: 0 8px; font-size: 12px; }
.state { font-weight: 600; } .state.complete { color: var(--good); } .state.partial { color: var(--warn); }
.state.failed { color: var(--bad); } .state.running { color: var(--unknown); }
.cards { list-style: none; padding: 0; display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 420px), 1fr)); gap: 14px; }
.cards li { border: 1px solid var(--line); border-radius: 8px; padding: 4px 14px 12px; }
.cards h2 { margin: 8px 0 4px; }
.year { width: 100%; height: auto; margin-top: 8px; }
.scroll { overflow-x: auto; }
.calendar { border-collapse: separate; border-spacing: 2px; font-size: 11px; }
.calendar caption { text-align: left; font-size: 13px; color: var(--soft); padding-bottom: 6px; }
.calendar th { font-weight: 400; color: var(--soft); text-align: right; padding-right: 6px; height: 14px; line-height: 14px; }
.calendar td { width: 14px; min-width: 14px; height: 14px; padding: 0; border-radius: 3px; position: relative; line-height: 14px; color: var(--soft); }
.calendar td a { position: absolute; inset: 0; border-radius: 3px; }
.calendar td span:not(.hidden) { position: absolute; left: 0; bottom: 2px; line-height: 1; }
.none { fill: none; stroke: var(--none); } td.none { box-shadow: inset 0 0 0 1px var(--none); }
.c0 { fill: var(--c0); } .c1 { fill: var(--c1); } .c2 { fill: var(--c2); } .c3 { fill: var(--c3); } .c4 { fill: var(--c4); }
td.c0 { background: var(--c0); } td.c1 { background: var(--c1); } td.c2 { background: var(--c2); } td.c3 { background: var(--c3); } td.c4 { background: var(--c4); }
path.partial { fill: var(--p); } td.partial { background: linear-gradient(135deg, var(--p) 50%, var(--c1) 50%); }
path.failed { fill: var(--f); } td.failed { background: linear-gradient(135deg, var(--f) 40%, transparent 40% 60%, var(--f) 60%); }
path.running { fill: var(--unknown); } td.running { box-shadow: inset 0 0 0 3px var(--unknown); }
table.rows { border-collapse: collapse; width: 100%; }
table.rows th, table.rows td { text-align: left; vertical-align: top; padding: 6px 8px; border-bottom: 1px solid var(--line); }
table.rows thead th { background: var(--panel); }
table.rows td:last-child:not([data-name]) a { white-space: nowrap; overflow-wrap: normal; }
td.number { text-align: right; font-variant-numeric: tabular-nums; }
tr.removed td:first-child { border-left: 4px solid var(--bad); } tr.added td:first-child { border-left: 4px solid var(--good); }
tr.modified td:first-child { border-left: 4px solid var(--p); } tr.unknown td:first-child { border-left: 4px solid var(--unknown); }
tr.unknown td { background: var(--unknown-ground); }
.runs { padding-left: 20px; }
.headline { padding-left: 20px; } .headline .removed { color: var(--bad); } .headline .added { color: var(--good); } .headline .unknown { color: var(--unknown); }
.facts { display: grid; grid-template-columns: max-content 1fr; gap: 4px 16px; }
.facts dt { color: var(--soft); } .facts dd { margin: 0; }
.tree ul { list-style: none; padding-left: 20px; margin: 2px 0; border-left: 1px solid var(--line); }
.tree > ul { padding-left: 0; border: 0; } .tree li { padding: 2px 0; }
.spaces, .kinds { padding-left: 20px; } .kinds { columns: 240px; }
iframe.body { width: 100%; height: max(420px, calc(100vh - 300px)); border: 1px solid var(--line); border-radius: 6px; background: var(--ground); }
.code { font: 13px/1.5 ui-monospace, monospace; white-space: pre-wrap; overflow-wrap: anywhere; background: var(--panel); border: 1px solid var(--line); border-radius: 6px; padding: 12px; }
ins { background: var(--added-word); } del { background: var(--removed-word); }
table.blame { border-collapse: collapse; font-size: 13px; width: 100%; } .blame th { text-align: left; padding: 1px 8px; }
.blame td { padding: 1px 8px; vertical-align: top; white-space: nowrap; } .blame td.text { font-family: ui-monospace, monospace; white-space: pre-wrap; width: 100%; }
.blame tr.first td { border-top: 1px solid var(--line); }
table.body { border-collapse: collapse; width: 100%; min-width: 640px; table-layout: fixed; font: 13px/1.45 ui-monospace, monospace; border: 1px solid var(--line); }
table.body td { border-left: 1px solid var(--line); padding: 1px 6px; white-space: pre-wrap; vertical-align: top; }
table.body td.at { color: var(--soft); text-align: right; } table.body col.at { width: 48px; }
table.body td.gone { background: var(--removed); } table.body td.come { background: var(--added); }
table.body td.gone::before { content: '− '; } table.body td.come::before { content: '+ '; }
table.body td.skip { color: var(--soft); background: var(--panel); }
.comments ul { margin-left: 12px; } .said { white-space: pre-wrap; }
.results { padding-left: 22px; } .results h2 { margin: 14px 0 0; font-size: 17px; }
blockquote { margin: 6px 0; padding: 2px 12px; border-left: 3px solid var(--line); }
blockquote footer { padding: 0; font-size: 12px; color: var(--soft); }
footer { color: var(--soft); font-size: 13px; padding-bottom: 24px; }
@media (max-width: 700px) {
  main, .crumbs, footer, .top { padding-left: 12px; padding-right: 12px; }
  h1 { font-size: 21px; }
  .facts { grid-template-columns: 1fr; gap: 0; } .facts dd { margin-bottom: 8px; }
  table.rows, table.rows tbody, table.rows tr, table.rows td { display: block; }
  table.rows thead { display: none; }
  table.rows tr { border: 1px solid var(--line); border-radius: 6px; padding: 6px 10px; margin: 8px 0; }
  table.rows td { border: 0; padding: 2px 0; text-align: left; } table.rows td:empty { display: none; }
  table.rows td[data-name]:not(:empty)::before { content: attr(data-name) ': '; color: var(--soft); }
}
@media print {
  .top, .bar, .tabs, .actions, form, .skip { display: none; }
  body { font-size: 10pt; } main { max-width: none; }
  tr, li { break-inside: avoid; } thead { display: table-header-group; }
  * { print-color-adjust: exact; }
}
`
