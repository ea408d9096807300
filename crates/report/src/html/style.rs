//! How a page looks: light or dark as the reader prefers, on a narrow screen, and on paper.

/// The page, and what stands on it.
pub(super) const PAGE: &str = "
:root { color-scheme: light dark; --paper: #ffffff; --ink: #1c2430; --soft: #566070; --line: #d9dee5;
  --before: #7a8aa0; --after: #c2571a; --panel: #f5f7f9; --good: #1d6b3a; --bad: #a32020; }
@media (prefers-color-scheme: dark) { :root { --paper: #14181e; --ink: #e6eaf0; --soft: #a3aebd; --line: #2d3540;
  --before: #8fa3bf; --after: #f08a4b; --panel: #1b2129; --good: #6fcf93; --bad: #ff8f8f; } }
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 2rem 1.25rem 4rem; max-width: 70rem; background: var(--paper); color: var(--ink);
  font: 16px/1.5 system-ui, sans-serif; }
h1 { font-size: 1.7rem; line-height: 1.25; margin: 0 0 .25rem; overflow-wrap: anywhere; }
h2 { margin: 2.5rem 0 .5rem; padding-bottom: .2rem; border-bottom: 1px solid var(--line); font-size: 1.3rem; }
h3 { margin: 1.25rem 0 .35rem; font-size: 1rem; overflow-wrap: anywhere; } .card h3 { margin-top: 0; }
p, li { max-width: 46rem; overflow-wrap: break-word; } .soft { color: var(--soft); }
nav a { display: inline-block; margin: .15rem 1rem .15rem 0; color: inherit; }
.verdict { border: 1px solid var(--line); border-left: .4rem solid var(--good); border-radius: .4rem; background: var(--panel);
  padding: .75rem 1rem; margin: 1rem 0; } .verdict.no { border-left-color: var(--bad); } .verdict p { margin: .2rem 0; }
.answer { font-size: 1.25rem; font-weight: 600; color: var(--good); } .no .answer { color: var(--bad); }
.tiles { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(9.5rem, 100%), 1fr)); gap: .75rem; margin: .75rem 0; }
.tile { background: var(--panel); border: 1px solid var(--line); border-radius: .4rem; padding: .75rem; color: var(--soft); }
.tile b { display: block; font-size: 1.35rem; color: var(--ink); overflow-wrap: anywhere; }
.scroll { overflow-x: auto; margin: .75rem 0; } pre { background: var(--panel); border: 1px solid var(--line);
  border-radius: .4rem; padding: .75rem; font-size: .8rem; }
table { border-collapse: collapse; font-size: .875rem; } th, td { padding: .3rem .7rem .3rem 0; text-align: left;
  border-bottom: 1px solid var(--line); vertical-align: top; } thead th { vertical-align: bottom; color: var(--soft); font-weight: 600; }
tbody th { font-weight: 600; min-width: 7rem; max-width: 16rem; overflow-wrap: break-word; }
.figures td, .figures thead th + th { text-align: right; } .figures td { white-space: nowrap; font-variant-numeric: tabular-nums; }
.texts td { min-width: 9rem; overflow-wrap: anywhere; } .texts { width: 100%; }
";

/// Charts, and the cards that they are on.
pub(super) const CHARTS: &str = "\
.charts { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(21rem, 100%), 1fr)); gap: 1rem; margin: .75rem 0;
  align-items: start; }
.card { border: 1px solid var(--line); border-radius: .4rem; padding: .75rem; } svg { display: block; width: 100%; height: auto; }
svg text { fill: var(--ink); font: 11px system-ui, sans-serif; } .b { fill: var(--before); } .a { fill: var(--after); }
.few { fill-opacity: .35; } .h { fill: var(--after); } .g { stroke: var(--line); stroke-width: 1; }
.key span { display: inline-block; width: .8em; height: .8em; margin: 0 .35em 0 .9em; vertical-align: -.05em; }
.key .kb { background: var(--before); margin-left: 0; } .key .ka { background: var(--after); }
";

/// Narrow screens and paper.
pub(super) const MEDIA: &str = "\
@media screen and (max-width: 40rem) { .texts thead { display: none; } .texts tr { display: block; padding: .4rem 0;
    border-bottom: 1px solid var(--line); } .texts th, .texts td { display: block; border: 0; padding: .1rem 0; max-width: none; }
  .texts td::before { content: attr(data-heading) \": \"; color: var(--soft); } body { padding: 1.25rem 1rem 3rem; } }
@page { size: A4; margin: 14mm 12mm; }
@media print { :root { --paper: #ffffff; --ink: #000000; --soft: #444c58; --line: #c3cad3; --before: #7a8aa0; --after: #c2571a;
    --panel: #f5f7f9; --good: #1d6b3a; --bad: #a32020; }
  * { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
  body { font-size: 10.5pt; padding: 0; max-width: none; } nav { display: none; } .scroll { overflow: visible; }
  table { font-size: 8pt; width: 100%; } th, td { padding: .2rem .4rem .2rem 0; } .figures td, td, th { white-space: normal; }
  tbody th, .texts td { min-width: 0; max-width: none; } .texts td { overflow-wrap: anywhere; } pre { white-space: pre-wrap; overflow-wrap: anywhere; }
  .charts { grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); padding-right: 2px; } .card, .tile, .verdict, tr { break-inside: avoid; } h2, h3 { break-after: avoid; } }
";
