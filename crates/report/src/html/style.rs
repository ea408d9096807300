//! How a page looks: light or dark as the reader prefers, and on paper.

pub(super) const STYLE: &str = "
:root { color-scheme: light dark; --paper: #ffffff; --ink: #1c2430; --soft: #5c6675; --line: #d9dee5;
  --before: #7a8aa0; --after: #c2571a; --panel: #f5f7f9; }
@media (prefers-color-scheme: dark) { :root { --paper: #14181e; --ink: #e6eaf0; --soft: #9aa5b4; --line: #2d3540;
  --before: #8fa3bf; --after: #f08a4b; --panel: #1b2129; } }
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 2rem 1.25rem 4rem; max-width: 70rem; background: var(--paper); color: var(--ink);
  font: 16px/1.5 system-ui, sans-serif; }
h1 { font-size: 1.7rem; margin: 0 0 .25rem; } h2 { margin: 2.5rem 0 .5rem; border-bottom: 1px solid var(--line); }
h3 { margin: 0 0 .25rem; font-size: 1rem; overflow-wrap: anywhere; }
p, li { max-width: 46rem; } .soft { color: var(--soft); } nav a { margin-right: 1rem; color: inherit; }
.tiles { display: grid; grid-template-columns: repeat(auto-fill, minmax(12rem, 1fr)); gap: .75rem; }
.tile { background: var(--panel); border: 1px solid var(--line); border-radius: .4rem; padding: .75rem; }
.tile b { display: block; font-size: 1.35rem; } .scroll { overflow-x: auto; }
table { border-collapse: collapse; font-size: .875rem; } th, td { padding: .25rem .6rem; border-bottom: 1px solid var(--line);
  text-align: right; white-space: nowrap; } th:first-child, td:first-child { text-align: left; white-space: normal;
  overflow-wrap: anywhere; } .charts { display: grid; grid-template-columns: repeat(auto-fill, minmax(20rem, 1fr)); gap: 1rem; }
.card { border: 1px solid var(--line); border-radius: .4rem; padding: .75rem; } svg { width: 100%; height: auto; }
svg text { fill: var(--ink); font: 10px system-ui, sans-serif; } .b { fill: var(--before); } .a { fill: var(--after); }
.few { fill-opacity: .35; } .h { fill: var(--after); } .g { fill: none; stroke: var(--line); }
.key span { display: inline-block; width: .8em; height: .8em; margin: 0 .35em 0 .9em; vertical-align: -.05em; }
.key .kb { background: var(--before); margin-left: 0; } .key .ka { background: var(--after); }
@media print { .card, .tile { break-inside: avoid; } }
";
