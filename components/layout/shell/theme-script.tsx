/**
 * Runs before the first paint: the theme and the row height that were chosen, and the nonce for the one style sheet that Radix adds when a dialog
 * opens, which the page's policy would refuse otherwise.
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
