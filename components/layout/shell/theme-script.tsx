/**
 * Runs before the first paint: applies the chosen theme and row height, and the nonce for the style sheet that Radix
 * adds when a dialog opens, which the Content-Security-Policy would otherwise block.
 */
const SCRIPT = `(function(){
var root=document.documentElement;
window.__webpack_nonce__=document.currentScript.nonce;
try{
var theme=localStorage.getItem("theme");if(theme==="light"||theme==="dark")root.classList.add(theme);
root.dataset.density=localStorage.getItem("density")||""
}catch(e){}
})()`;

export function ThemeScript({ nonce }: { nonce: string | undefined }) {
  return (
    // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant of this file.
    <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: SCRIPT }} />
  );
}
