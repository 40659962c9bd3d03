/**
 * The one stylesheet of the pages: light, dark and print. Every page stands on one grid of two columns, whose right edge is that of the
 * frame: headings of sections stand in the margin, and what they head beside them.
 */

const faces = [
  ["roman", 400, "normal"],
  ["bold", 600, "normal"],
  ["italic", 400, "italic"],
] as const

/** The names of the faces, as they are served beneath `/fonts/`. */
export type Face = (typeof faces)[number][0]

const fonts = faces
  .map(
    ([name, weight, slant]) =>
      `@font-face{font-family:"Court";font-weight:${weight};font-style:${slant};font-display:swap;src:url(/fonts/${name}) format("woff2")}`,
  )
  .join("\n")

const light =
  "--ink:#1d1a16;--soft:#5d564c;--paper:#fdfcf9;--line:#d9d2c5;--rule:#1d1a16;--shade:#f5f1e9;--link:#1b4b85;--mark:#7c1f2c;--good:#1b5e34;--bad:#9b1c2e;--wait:#7a4a00"
const dark =
  "--ink:#ebe6dc;--soft:#aaa294;--paper:#151412;--line:#38342d;--rule:#8b8375;--shade:#1e1c19;--link:#9cc3f5;--mark:#e59aa4;--good:#7cc795;--bad:#ff9a9a;--wait:#e6b65c"
const printed =
  "--ink:#000;--soft:#333;--paper:#fff;--line:#999;--rule:#000;--shade:#fff;--link:#000;--mark:#000;--good:#000;--bad:#000;--wait:#000"

export const style = `${fonts}
:root{color-scheme:light dark;--serif:"Court",Charter,Georgia,serif;--sans:system-ui,sans-serif;--mono:ui-monospace,monospace;${light}}
@media (prefers-color-scheme:dark){:root{${dark}}}
*{box-sizing:border-box}
html{font:100%/1.5 var(--sans);color:var(--ink);background:var(--paper);-webkit-text-size-adjust:100%}
body{margin:0;border-top:4px solid var(--mark)}
body>header,main,footer{max-width:62rem;margin:0 auto;padding:0 1.25rem}
body>header{padding-top:1.1rem}
body>header>div{display:flex;flex-wrap:wrap;gap:.4rem 2rem;align-items:baseline;justify-content:space-between;border-bottom:1px solid var(--rule);padding-bottom:.7rem}
.name{margin:0;font:600 1.45rem/1.2 var(--serif)}
.name a{color:inherit;text-decoration:none}
nav ul{display:flex;flex-wrap:wrap;gap:.1rem 1.05rem;list-style:none;margin:0;padding:0;font-size:.9375rem}
nav a{color:var(--soft);text-decoration:none;display:inline-block;padding:.2rem 0}
nav a:hover{text-decoration:underline}
nav a[aria-current]{color:var(--ink);border-bottom:2px solid var(--mark)}
a{color:var(--link);text-decoration-thickness:1px;text-underline-offset:.15em}
:focus-visible{outline:3px solid var(--link);outline-offset:2px}
.skip{position:absolute;left:-100vw}
.skip:focus{left:1rem;top:.5rem;background:var(--paper);padding:.5rem}
.sandbox{margin:0;padding:.4rem 0;font-size:.875rem;color:var(--wait);border-bottom:1px solid var(--line)}

main{display:grid;grid-template-columns:12.5rem minmax(0,1fr);column-gap:2.5rem;padding-bottom:3rem}
main>*{grid-column:2}
main>h1,main>.lede,main>.head,main>.whole,main>.wide{grid-column:1/-1}
main>section,main>article,.fold{grid-column:1/-1;display:grid;grid-template-columns:subgrid}
main>section>*,main>article>*,.fold>*{grid-column:2;min-width:0}
main>section>.wide.wide,main>article>h1,.fold>.whole{grid-column:1/-1}
main>article>:is(p,ul,ol){margin:.4rem 0}
main>h2,main>section>h2,main>article>h2{grid-column:1;margin:2.15rem 0 0}
main>h2+*,main>section>h2+*,main>article>h2+*{margin-top:2rem}
main>section>h2+.wide,main>h2+.wide{margin-top:0}
main>article>h3:first-child,h2+h3{margin-top:2.15rem}

h1,h2,h3,h4{font-family:var(--serif);font-weight:600;line-height:1.2;text-wrap:balance;overflow-wrap:anywhere}
h1{font-size:2.5rem;letter-spacing:-.01em;margin:1.75rem 0 .5rem}
h2{font-size:1.25rem}
h3{font-size:1.3rem;margin:1.6rem 0 .4rem}
h4{font-size:1.1rem;margin:1.4rem 0 .3rem}
p,li,dd{overflow-wrap:anywhere}
p{margin:.8rem 0}
.lede{font:400 1.3125rem/1.45 var(--serif);margin:.25rem 0 1rem}
main>article,.law{font:400 1.1875rem/1.55 var(--serif)}
main>article li{margin:.25rem 0}
main>article table,main>article .soft{font-family:var(--sans);font-size:.9375rem}
.eyebrow{display:flex;flex-wrap:wrap;gap:.3rem 1rem;align-items:center;margin:1.75rem 0 0;color:var(--soft);font-size:.9375rem}
.eyebrow+h1{margin-top:.4rem}
.parties{margin:.1rem 0 1.25rem;font:400 1.3125rem/1.4 var(--serif)}
.soft{color:var(--soft)}
.badge{display:inline-block;border:1px solid;border-radius:1rem;padding:.05rem .7rem;font:600 .875rem/1.5 var(--sans);white-space:nowrap;background:var(--paper)}
.good{color:var(--good)}.bad{color:var(--bad)}.wait{color:var(--wait)}
.good,.bad,.wait{font-weight:600}

.result{border-top:1px solid var(--rule);border-bottom:1px solid var(--rule);background:var(--shade);margin:0;padding:.4rem 0 1rem}
.result>h2{padding-left:1.25rem}
.result>*{padding-right:1.25rem}
.orders{list-style:none;margin:0;padding:0}
.orders>li{display:grid;grid-template-columns:minmax(0,1fr) auto;gap:.1rem 1.5rem;padding:.9rem 1.25rem .9rem 0;border-bottom:1px solid var(--line);margin:0}
.orders>li:last-child{border:0;padding-bottom:.2rem}
.orders p{margin:0;grid-column:1}
.orders .sum{font:600 2rem/1.15 var(--serif)}
.orders .said{font:400 1.25rem/1.4 var(--serif)}
.orders .badge{grid-column:2;grid-row:1;align-self:start;margin-top:.35rem}
.figures{grid-column:1/-1;display:grid;grid-template-columns:repeat(auto-fit,minmax(11rem,1fr));gap:0;margin:1rem 0 0;border-top:1px solid var(--rule);border-bottom:1px solid var(--rule)}
.figures>div{padding:.7rem 1rem .7rem 0}
.figures dt{font-size:.875rem}
.figures dd{font:600 1.5rem/1.25 var(--serif)}
.figures dd small{display:block;font:400 .875rem/1.4 var(--sans);color:var(--soft)}

.wide{overflow-x:auto}
table{border-collapse:collapse;width:100%;margin:1rem 0 1.5rem;font-size:.9375rem;font-variant-numeric:tabular-nums}
caption{text-align:left;color:var(--soft);padding-bottom:.4rem}
th,td{text-align:left;vertical-align:top;padding:.5rem 1.1rem .5rem 0;border-bottom:1px solid var(--line)}
thead th{font-size:.8125rem;color:var(--soft);font-weight:600;border-bottom-color:var(--rule)}
th:last-child,td:last-child{padding-right:0}
.sums td:last-child,.sums th:last-child{text-align:right;white-space:nowrap}
.sums .total td{font-weight:600;border-bottom-color:var(--rule)}
td{min-width:3rem}
td bdi{overflow-wrap:anywhere}
.nowrap{white-space:nowrap}
dl{display:grid;grid-template-columns:11rem minmax(0,1fr);gap:.35rem 1.5rem;margin:1rem 0}
dt{color:var(--soft)}
dd{margin:0}
pre,code{font-family:var(--mono);font-size:.875em;overflow-wrap:anywhere}
pre{background:var(--shade);border:1px solid var(--line);padding:.75rem;overflow-x:auto;white-space:pre-wrap;font-size:.875rem}
blockquote{margin:1rem 0;padding-left:1rem;border-left:2px solid var(--line);color:var(--soft)}
.panel{border-top:1px solid var(--line);margin:1rem 0 0}
.hash,.id{word-break:break-all;font-family:var(--mono);font-size:.8125rem}
main>article .id,.law .id{color:var(--soft);font-size:.75em}
details>summary{cursor:pointer;padding:.35rem 0}
.fold{border-top:1px solid var(--line);margin-top:1.5rem}
.fold+.fold{margin-top:0}
.fold::details-content{grid-column:1/-1;display:grid;grid-template-columns:subgrid}
.fold::details-content>*{grid-column:2}
.fold>summary{grid-column:1/-1;padding:.8rem 0;font:600 1.25rem/1.2 var(--serif)}
.told{font:400 .9375rem/1.4 var(--sans);margin-left:.75rem}
.index{columns:2;column-gap:2rem;list-style:none;padding:0}
.index li{break-inside:avoid;margin:0 0 .6rem}
.columns{grid-column:1/-1;display:grid;grid-template-columns:1fr 1fr;gap:0 3rem}
.columns h2{margin:2.15rem 0 .5rem}
.paths{list-style:none;margin:.5rem 0;padding:0}
.paths li{padding:.55rem 0;border-bottom:1px solid var(--line)}
.paths code{display:block;color:var(--soft)}
.example{border-top:1px solid var(--rule);border-bottom:1px solid var(--rule);background:var(--shade);padding:1rem 0;margin:1.25rem 0 0}
.example>*{padding:0 1.25rem 0 0}
.example>h2{padding-left:1.25rem}
main>.example>h2,main>.example>h2+*{margin-top:.1rem}
.example .eyebrow{margin:0}
textarea{display:block;width:100%;min-height:14rem;font:.9rem/1.45 var(--mono);color:inherit;background:var(--paper);border:1px solid var(--soft);padding:.6rem;resize:vertical}
input[type=file]{max-width:100%}
input,button{font:inherit;color:inherit;background:var(--paper);border:1px solid var(--soft);border-radius:0;padding:.45rem .7rem}
button{background:var(--ink);border-color:var(--ink);color:var(--paper);cursor:pointer}
form{margin:1rem 0}
form[role=search]{display:flex;flex-wrap:wrap;gap:.75rem;align-items:end}
form[role=search] label{flex:1 1 14rem;font-size:.875rem;color:var(--soft)}
form[role=search] label.short{flex:0 1 9rem}
form[role=search] input{display:block;width:100%;margin-top:.25rem;font-size:1rem;color:var(--ink)}
footer{color:var(--soft);font-size:.875rem}
footer p{border-top:1px solid var(--line);margin:0;padding:.9rem 0 2.5rem}

@media (max-width:52rem){main,main>section,main>article,.fold,.columns{display:block}
main>*+section{margin-top:0}
.fold::details-content{display:block}
h1{font-size:2rem}
h2,.fold>summary{font-size:1.4rem}
main>h2+*,main>section>h2+*,main>article>h2+*{margin-top:.6rem}
.index{columns:1}
.result>*,.example>*{padding-left:1rem;padding-right:1rem}
.result>h2,.example>h2{padding-left:1rem}
.orders>li{padding-right:0}
body>header,main,footer{padding-left:1rem;padding-right:1rem}
.figures{grid-template-columns:1fr 1fr}}
@media (max-width:34rem){dl:not(.figures){grid-template-columns:1fr;gap:0}dl:not(.figures) dd{margin-bottom:.5rem}
.orders>li{display:block}
.orders .badge{margin:.35rem 0}
.sums td,.sums th{padding-right:.6rem}
.name{font-size:1.25rem}
nav ul{gap:0 .9rem;font-size:.875rem}
.sandbox{font-size:.8125rem}}
/* Too narrow for columns: each row is a list of its cells. */
@media screen and (max-width:44rem){table:not(.sums) thead{display:none}
table:not(.sums),table:not(.sums) :is(caption,tbody,tr,td){display:block}
table:not(.sums) tr{border-bottom:1px solid var(--line);padding:.5rem 0}
table:not(.sums) td{border:0;padding:.1rem 0 .1rem 7.5rem;overflow-wrap:anywhere}
table:not(.sums) td:empty{display:none}
table:not(.sums) td::before{content:attr(data-label);display:inline-block;vertical-align:top;width:7rem;margin:0 .5rem 0 -7.5rem;color:var(--soft)}}
@page{margin:25mm 22mm}
@media print{:root{color-scheme:light;${printed}}
html{font-size:10.5pt}
body{border:0}
nav,.skip,footer,form,.screen,.sandbox{display:none}
body>header,main{max-width:none;padding:0}
body>header>div{justify-content:center;border-bottom:2pt solid #000}
main,main>section,main>article{display:block}
main>h2,main>section>h2,main>article>h2{margin:16pt 0 4pt}
main>h2+*,main>section>h2+*,main>article>h2+*{margin-top:0}
main>article,.law{font-size:11.5pt;line-height:1.45}
main>article p{orphans:3;widows:3}
.result,.example{background:none;padding:0 0 6pt}
.result>*,.result>h2{padding:0}
a{text-decoration:none;color:inherit}
h1{font-size:20pt;text-align:center}
.eyebrow,.parties{justify-content:center;text-align:center}
.badge{border-radius:0;padding:0 4pt}
tr,.orders>li{break-inside:avoid}
h2,h3,h4{break-after:avoid}
details::details-content{content-visibility:visible;height:auto}}
`
