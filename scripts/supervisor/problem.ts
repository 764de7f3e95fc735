/** What the person at the keyboard can set right: shown as a sentence, without a stack. */
export class Problem extends Error {
  override name = "Problem";
}
