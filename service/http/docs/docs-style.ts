/** The styles of the API page: no fonts, images or scripts; light or dark by the system's preference. */
export const STYLE = `
:root{color-scheme:light dark;--page:#fff;--soft:#f4f4f5;--line:#e4e4e7;--text:#18181b;--text-2:#52525b;--accent:#2563eb;
--ok:#166534;--ok-bg:#dcfce7;--info:#1e40af;--info-bg:#dbeafe;--wait:#854d0e;--wait-bg:#fef3c7;--bad:#991b1b;--bad-bg:#fee2e2;--mute:#374151;--mute-bg:#f3f4f6}
@media (prefers-color-scheme:dark){:root{--page:#111113;--soft:#18181b;--line:#27272a;--text:#fafafa;--text-2:#a1a1aa;--accent:#60a5fa;
--ok:#86efac;--ok-bg:#052e16;--info:#93c5fd;--info-bg:#172554;--wait:#fcd34d;--wait-bg:#422006;--bad:#fca5a5;--bad-bg:#450a0a;--mute:#d4d4d8;--mute-bg:#27272a}}
*{box-sizing:border-box}
html{scroll-padding-top:1rem}
body{margin:0;background:var(--page);color:var(--text);font:15px/1.6 system-ui,-apple-system,"Segoe UI",sans-serif}
a{color:var(--accent)}a:focus-visible,summary:focus-visible,pre:focus-visible,.scroll:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
.skip{position:absolute;left:-999px}.skip:focus{left:1rem;top:1rem;background:var(--page);padding:.5rem}
.frame{display:grid;grid-template-columns:19rem minmax(0,1fr);max-width:84rem;margin:0 auto}
nav{position:sticky;top:0;height:100vh;overflow:auto;padding:1.5rem 1rem;border-right:1px solid var(--line);font-size:13px}
nav h2{font-size:12px;margin:1.2rem 0 .3rem;color:var(--text-2);font-weight:600;border:0;padding:0}
nav ul{list-style:none;margin:0;padding:0}nav li a{display:block;padding:.2rem .3rem;color:inherit;text-decoration:none;border-radius:6px}
nav li a:hover{background:var(--soft);text-decoration:underline}
main{padding:2rem 2.5rem 6rem;min-width:0}
h1{font-size:28px;line-height:1.2;margin:0 0 .5rem}
main>h2{font-size:21px;margin:4rem 0 1rem;padding-bottom:.4rem;border-bottom:1px solid var(--line)}
h3{font-size:17px;margin:0 0 .2rem}h4{font-size:13px;margin:1.2rem 0 .4rem;color:var(--text-2)}
p{margin:.4rem 0;max-width:46rem}
article{padding:1.5rem 0;border-bottom:1px solid var(--line)}
code,pre{font:13px/1.55 ui-monospace,SFMono-Regular,Menlo,monospace}
code{overflow-wrap:anywhere}
pre{background:var(--soft);border:1px solid var(--line);border-radius:8px;padding:.8rem 1rem;overflow:auto;margin:.4rem 0}
.line{display:flex;flex-wrap:wrap;gap:.5rem;align-items:center;margin:.3rem 0}
.tag{display:inline-block;border-radius:6px;padding:0 .45rem;font-size:12px;font-weight:600;line-height:1.7;background:var(--mute-bg);color:var(--mute)}
.GET{background:var(--info-bg);color:var(--info)}.POST{background:var(--ok-bg);color:var(--ok)}
.PUT,.PATCH{background:var(--wait-bg);color:var(--wait)}.DELETE{background:var(--bad-bg);color:var(--bad)}
.muted{color:var(--text-2)}
.scroll{overflow:auto}
table{border-collapse:collapse;width:100%;font-size:13.5px}
th,td{text-align:left;vertical-align:top;padding:.35rem .8rem .35rem 0;border-bottom:1px solid var(--line)}
thead th{color:var(--text-2);font-weight:600}th code{overflow-wrap:normal;font-weight:400}
summary{cursor:pointer;margin:.8rem 0 .2rem;font-size:13px;font-weight:600;color:var(--text-2)}
@media (max-width:60rem){.frame{display:block}nav{position:static;height:auto;max-height:16rem;border-right:0;border-bottom:1px solid var(--line)}main{padding:1.5rem 1rem 4rem}}
@media print{nav{display:none}.frame{display:block}}`;
