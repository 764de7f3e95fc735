/** A failure that the user can fix: printed as a sentence, without a stack. */
export class Problem extends Error {
  override name = "Problem";
}
